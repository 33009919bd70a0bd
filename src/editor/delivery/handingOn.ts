import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { DiskFiles } from '../../code/node/listing/diskFiles';
import { readingWorkspace } from '../../history/node/readingWorkspace';
import type { GithubAccess } from '../../history/node/servers/githubServer';
import { readAiIgnore } from '../../outgoing/pure/gate/aiIgnore';
import { withoutSecrets } from '../../outgoing/pure/secrets/withoutSecrets';
import { changesOn } from '../../patches/node/acceptedFiles';
import { commitOnBranch, signsCommits } from '../../patches/node/commitOnBranch';
import { patchText } from '../../patches/node/patchText';
import {
	type PlannedCommit,
	type PreparedDelivery,
	planCommit,
	prepareDelivery,
} from '../../patches/node/preparedDelivery';
import {
	type CheckedPlan,
	checkPullRequest,
	type DeliveryStep,
	openPullRequest,
	type PullRequestPlan,
	planPullRequest,
} from '../../patches/node/pullRequest';
import { deliverySteps } from '../../patches/pure/delivery/deliverySteps';
import type { Objection } from '../../patches/pure/delivery/objections';
import type { PatchCopies } from '../../runs/node/patchCopies';
import type { RunEvent, RunEventBody } from '../../runs/pure/events/runEvent';
import type { Run } from '../../runs/pure/fold/run';
import type { FileCopies } from '../../runs/pure/log/fileCopies';
import { sharedRun } from '../../sharing/pure/exports/sharedRun';
import { proofFiles } from '../../sharing/pure/proof/proofFile';
import type { Clock } from '../../system/pure/clock';
import { UserError } from '../../system/pure/errors/userError';
import type { Log } from '../../system/pure/log';
import { engineText } from '../engineText';
import type { UserFiles } from '../patches/userFiles';
import { workspaceRoots } from '../workspacePaths';
import type { DraftText, PullRequestDraft } from './pullRequestDraft';

export interface HandingOnDeps {
	readonly run: () => Run | undefined;
	readonly events: (runId: string) => Promise<readonly RunEvent[]>;
	readonly copies: FileCopies & Pick<PatchCopies, 'handingOn'>;
	/** Adds an event to the log of a run. */
	readonly record: (runId: string, event: RunEventBody) => Promise<void>;
	readonly userFiles: Pick<UserFiles, 'saveChosen'>;
	readonly draft: PullRequestDraft;
	readonly clock: Clock;
	readonly log: Log;
	readonly packageRoot: string;
	/** The servers that the user can have an account on. */
	readonly origins: () => readonly string[];
	readonly access: (origin: string) => Promise<GithubAccess>;
	readonly dialogs: DeliveryDialogs;
	/** Fills in the form of the GitHub Pull Requests extension; undefined if it is not installed. */
	readonly openForm: () => ((form: PullRequestForm) => Thenable<unknown>) | undefined;
}

/** Questions and notices to the user. */
export interface DeliveryDialogs {
	/** Names each step before it is done; undefined: nothing is done. */
	readonly confirm: (message: string, detail: string, ...actions: readonly string[]) => Thenable<string | undefined>;
	readonly input: (options: vscode.InputBoxOptions) => Thenable<string | undefined>;
	readonly file: (options: vscode.SaveDialogOptions) => Thenable<vscode.Uri | undefined>;
	readonly inform: (message: string, action: string) => Thenable<string | undefined>;
}

/** The argument of that extension's command `pr.create`. */
export interface PullRequestForm {
	readonly repoPath: string;
	readonly compareBranch: string;
}

/** The commands that deliver the accepted changes of the run shown. */
export class HandingOn {
	constructor(private readonly deps: HandingOnDeps) {}

	async savePatch(): Promise<void> {
		const prepared = await this.prepared();
		const { touched, repository } = prepared;
		const changes = await changesOn(touched, repository, repository?.head);
		const planned = repository?.head === undefined ? undefined : await planCommit(prepared);
		const message = planned === undefined ? {} : { message: planned.text.message };
		const bytes = await patchText(changes, { root: repository?.root, base: repository?.head, ...message });
		const name = `${(planned?.branch ?? 'faultline-fix').replaceAll('/', '-')}.patch`;
		const target = await this.deps.dialogs.file({
			defaultUri: vscode.Uri.file(join(touched.folder, name)),
			filters: { [vscode.l10n.t('Patches')]: ['patch', 'diff'] },
			title: vscode.l10n.t('Save Accepted Changes as .patch'),
		});
		if (target !== undefined) {
			await this.deps.userFiles.saveChosen(target, bytes);
		}
	}

	async commit(): Promise<void> {
		const prepared = await this.prepared();
		const planned = await planCommit(prepared);
		if (planned.made !== undefined) {
			await this.offerBranch(
				planned.branch,
				vscode.l10n.t('The branch {0} has what you accepted already', planned.branch),
			);
			return;
		}
		const branch = await this.deps.dialogs.input({
			title: vscode.l10n.t('Commit on a New Branch'),
			prompt: vscode.l10n.t('Only what you accepted. Your branch, files and index stay as they are.'),
			value: planned.branch,
			ignoreFocusOut: true,
		});
		if (branch !== undefined) {
			const name = branch.trim();
			await this.makeCommit(prepared.run.id, { ...planned, branch: name });
			const text = (await signsCommits(planned.root))
				? vscode.l10n.t('The branch {0} has what you accepted. The commit is not signed.', name)
				: vscode.l10n.t('The branch {0} has what you accepted.', name);
			await this.offerBranch(name, text);
		}
	}

	/** Shows the title and the text, to be edited; sends nothing. */
	async preview(): Promise<void> {
		const run = this.run();
		const opened = run.deliveries.findLast(({ pullRequest }) => pullRequest !== undefined)?.pullRequest;
		const plan = await this.plan(await this.prepared());
		if (opened !== undefined && plan.commit.made !== undefined) {
			await vscode.env.openExternal(vscode.Uri.parse(opened));
			return;
		}
		const form = this.deps.openForm();
		if (form === undefined || !(await this.useForm(plan, form))) {
			await this.deps.draft.open(plan);
		}
	}

	/** Does the steps, after one question that names each of them. */
	async create(): Promise<void> {
		const shown = this.deps.draft.plan;
		if (shown === undefined) {
			throw new UserError('This text belongs to no pull request any more. Choose Open Pull Request again.');
		}
		const text = this.deps.draft.edited();
		if (text.title === '') {
			throw new UserError('The first line is the title: write one.');
		}
		const url = await this.deps.copies.handingOn(shown.prepared.run.id, async () => {
			const plan = await this.planAsShown(shown);
			return this.openWith(plan, text);
		});
		if (url !== undefined) {
			await this.deps.draft.close();
			const open = vscode.l10n.t('Open in Browser');
			const text = vscode.l10n.t('The draft pull request is open: {0}', url);
			if ((await this.deps.dialogs.inform(text, open)) === open) {
				await vscode.env.openExternal(vscode.Uri.parse(url));
			}
		}
	}

	/** The plan as it is now. Throws `UserError` if other changes would be sent than the user saw. */
	private async planAsShown(shown: PullRequestPlan): Promise<PullRequestPlan> {
		if (this.deps.run()?.id !== shown.prepared.run.id) {
			throw new UserError('Another run is shown now. Show the run of this pull request again.');
		}
		const plan = await this.plan(await this.prepared());
		if (contentOf(plan) !== contentOf(shown)) {
			this.deps.draft.replacePlan(plan);
			throw new UserError('What is accepted has changed. Look at the files that will be sent, then try again.');
		}
		return plan;
	}

	/** Undefined if the user declined. */
	private async openWith(plan: PullRequestPlan, text: DraftText): Promise<string | undefined> {
		const { clock, record } = this.deps;
		const access = await this.deps.access(this.originOf(plan));
		const { signal } = new AbortController();
		const checked = await withProgress(vscode.l10n.t('Reading the repository'), () =>
			checkPullRequest(plan, access, signal),
		);
		const objections = [...checked.objections, ...textObjections(text)];
		if (!(await this.confirmed(checked, objections))) {
			return undefined;
		}
		return withProgress(vscode.l10n.t('Pull request'), report =>
			openPullRequest(checked, closing(text, plan, checked), {
				...{ access, signal, clock },
				record: event => record(plan.prepared.run.id, event),
				onStep: step => report(stepNames[step]),
			}),
		);
	}

	private run(): Run {
		const run = this.deps.run();
		if (run === undefined) {
			throw new UserError('No run is shown. Open one first.', { cures: [{ kind: 'showRuns' }] });
		}
		return run;
	}

	private async prepared(): Promise<PreparedDelivery> {
		if (!vscode.workspace.isTrusted) {
			throw new UserError('This folder is in Restricted Mode. Trust it to hand on what you accepted.', {
				cures: [{ kind: 'trust' }],
			});
		}
		const run = this.run();
		const hidden = await readAiIgnore(new DiskFiles(workspaceRoots()));
		const proofs = await proofFiles(sharedRun(await this.deps.events(run.id), { hidden, homes: [homedir()] }));
		const prepared = await prepareDelivery({ run, roots: workspaceRoots(), copies: this.deps.copies, proofs });
		const { folder, files } = prepared.touched;
		const paths = files.map(({ path }) => vscode.Uri.file(join(folder, path)).toString());
		const unsaved = vscode.workspace.textDocuments.find(
			({ isDirty, uri }) => isDirty && paths.includes(uri.toString()),
		);
		if (unsaved !== undefined) {
			throw new UserError(`${vscode.workspace.asRelativePath(unsaved.uri)} has unsaved changes. Save it first.`);
		}
		return prepared;
	}

	private async plan(prepared: PreparedDelivery): Promise<PullRequestPlan> {
		const { packageRoot, log } = this.deps;
		const { folder } = prepared.touched;
		const hidden = await readAiIgnore(readingWorkspace({ folder, packageRoot, log }).files);
		const [first = '', ...others] = this.deps.origins();
		const planFor = (origin: string) =>
			planPullRequest(prepared, { access: { origin, api: '', token: undefined }, hidden });
		try {
			return await planFor(first);
		} catch (error) {
			for (const origin of others) {
				const plan = await planFor(origin).catch(() => undefined);
				if (plan !== undefined) {
					return plan;
				}
			}
			throw error;
		}
	}

	private originOf({ remote }: PullRequestPlan): string {
		return this.deps.origins().find(origin => remote.url.includes(new URL(origin).host)) ?? '';
	}

	private async makeCommit(runId: string, planned: PlannedCommit): Promise<void> {
		const made = await commitOnBranch({ ...planned, message: planned.text.message });
		await this.deps.record(runId, { type: 'branchCommitted', ...made });
	}

	/** Returns false if the user prefers the text here. */
	private async useForm(
		plan: PullRequestPlan,
		openForm: (form: PullRequestForm) => Thenable<unknown>,
	): Promise<boolean> {
		const { commit, prepared } = plan;
		const [step] = deliverySteps({ ...stepFacts(plan), target: plan.remote.project });
		const [useForm, here] = [vscode.l10n.t('Commit and Open Form'), vscode.l10n.t('Edit Text Here')];
		const next = vscode.l10n.t(
			'Then the form of GitHub Pull Requests is filled in with this branch; it pushes when you create.',
		);
		const warnings = plan.objections.map(warningText);
		const answer = await this.deps.dialogs.confirm(
			vscode.l10n.t('Open a pull request?'),
			[engineText(step), next, ...warnings].join('\n\n'),
			useForm,
			here,
		);
		if (answer === useForm) {
			if (commit.made === undefined) {
				await this.makeCommit(prepared.run.id, commit);
			}
			await openForm({ repoPath: commit.root, compareBranch: commit.branch });
		}
		return answer !== here;
	}

	/** One question that names each step, and the objections to it. */
	private async confirmed(checked: CheckedPlan, objections: readonly Objection[]): Promise<boolean> {
		const { target, forkOwner, opened } = checked;
		const where = { target: target.project, into: target.defaultBranch, forkOwner, opened };
		const steps = deliverySteps({ ...stepFacts(checked), ...where }).map(
			(step, at) => `${at + 1}. ${engineText(step)}`,
		);
		const warnings = objections.map(warningText);
		const action =
			objections.length === 0 ? vscode.l10n.t('Commit, Push and Open') : vscode.l10n.t('Do It All the Same');
		return (
			(await this.deps.dialogs.confirm(
				vscode.l10n.t('Open this draft pull request?'),
				[...warnings, ...steps].join('\n\n'),
				action,
			)) === action
		);
	}

	private async offerBranch(branch: string, text: string): Promise<void> {
		const copy = vscode.l10n.t('Copy Branch Name');
		if ((await this.deps.dialogs.inform(text, copy)) === copy) {
			await vscode.env.clipboard.writeText(branch);
		}
	}
}

const stepNames: Readonly<Record<DeliveryStep, string>> = {
	commit: vscode.l10n.t('Making the commit'),
	fork: vscode.l10n.t('Making a fork'),
	push: vscode.l10n.t('Pushing the branch'),
	open: vscode.l10n.t('Opening the pull request'),
};

function stepFacts({ commit }: PullRequestPlan) {
	const { branch, root, changes, made } = commit;
	return { branch, root, nFiles: changes.length, made };
}

function textObjections({ title, body }: DraftText): Objection[] {
	const [found] = withoutSecrets(`${title}\n${body}`).found;
	if (found === undefined) {
		return [];
	}
	return [{ kind: 'secret', text: vscode.l10n.t('The text has what looks like a {0}.', engineText(found.kind)) }];
}

function warningText({ text }: Objection): string {
	return vscode.l10n.t('Warning: {0}', engineText(text));
}

/** The remote may be a fork: only the server knows that the issue is one of the original's. */
function closing(text: DraftText, { commit }: PullRequestPlan, { commit: { closes } }: CheckedPlan): DraftText {
	const isNew = closes !== undefined && commit.closes === undefined;
	return isNew ? { ...text, body: `Closes #${closes}\n\n${text.body}` } : text;
}

function contentOf({ commit: { base, changes } }: PullRequestPlan): string {
	return JSON.stringify([base, changes.map(({ path, mode, after }) => [path, mode, after?.toString('base64')])]);
}

function withProgress<T>(title: string, work: (report: (message: string) => void) => Thenable<T>): Thenable<T> {
	const location = vscode.ProgressLocation.Notification;
	return vscode.window.withProgress({ location, title }, progress => work(message => progress.report({ message })));
}

import { askGit } from '../../history/node/git/git';
import { requireCommit, textOf } from '../../history/node/git/repository';
import type { GithubAccess } from '../../history/node/servers/githubServer';
import type { HiddenFiles } from '../../outgoing/pure/gate/aiIgnore';
import type { RunEventBody } from '../../runs/pure/events/runEvent';
import type { IssueSource } from '../../runs/pure/model/issue';
import type { Clock } from '../../system/pure/clock';
import { UserError } from '../../system/pure/errors/userError';
import { decodeText } from '../../system/pure/text/decodeText';
import type { Objection } from '../pure/delivery/objections';
import { commitObjections, contentObjections, issueObjections, requireEnded } from '../pure/delivery/objections';
import type { FileChange } from './acceptedFiles';
import { commitOnBranch } from './commitOnBranch';
import { GithubApi, type GithubRepository } from './githubApi';
import { patchText } from './patchText';
import { type PlannedCommit, type PreparedDelivery, planCommit } from './preparedDelivery';
import { pushBranch } from './pushBranch';
import { type GithubRemote, githubRemote, siblingUrl } from './pushTarget';

/** A pull request as it can be planned without the network. */
export interface PullRequestPlan {
	readonly prepared: PreparedDelivery;
	readonly remote: GithubRemote;
	readonly commit: PlannedCommit;
	/** The default branch of the remote, as of the last fetch. */
	readonly into: string;
	/** From the change itself. */
	readonly objections: readonly Objection[];
}

export interface PlanOptions {
	readonly access: GithubAccess;
	readonly branch?: string | undefined;
	/** Which files must not leave the machine. */
	readonly hidden: HiddenFiles;
}

/**
 * Sends nothing and writes nothing. The commit is based on the common base of the remote's default branch and the
 * user's, so that the user's own commits are not part of it. Throws `UserError` if there can be no pull request.
 */
export async function planPullRequest(prepared: PreparedDelivery, options: PlanOptions): Promise<PullRequestPlan> {
	const { run, repository } = prepared;
	requireEnded(run.state);
	const { access, branch, hidden } = options;
	const { root } = requireCommit(repository, prepared.touched.folder);
	const remote = await githubRemote(root, access.origin);
	const { base, into } = await sharedCommit(root, remote.name);
	const closes = issueNumber(run.issue.source, access.origin, remote.project);
	const commit = await planCommit(prepared, { base, branch, closes });
	return { prepared, remote, commit, into, objections: contentObjections(commit.changes.map(sentFile), hidden) };
}

function sentFile({ path, before, after }: FileChange) {
	const [old, fresh] = [before && decodeText(before), after && decodeText(after)];
	return { path, ...(old !== undefined && { before: old }), ...(fresh !== undefined && { after: fresh }) };
}

/** The remote's default branch as of the last fetch, and the newest commit that the user's branch shares with it. */
async function sharedCommit(root: string, remote: string): Promise<{ base: string | undefined; into: string }> {
	const prefix = `refs/remotes/${remote}/`;
	const head = await askGit(root, ['symbolic-ref', '--quiet', `${prefix}HEAD`]);
	const known = head.exitCode === 0 ? [textOf(head.stdout).slice(prefix.length)] : [];
	for (const into of [...known, 'main', 'master']) {
		const { stdout, exitCode } = await askGit(root, ['merge-base', 'HEAD', prefix + into]);
		if (exitCode === 0) {
			return { base: textOf(stdout), into };
		}
	}
	return { base: undefined, into: known[0] ?? 'its default branch' };
}

/** A plan that the server knows of: all that is read from it before anything is sent. */
export interface CheckedPlan extends PullRequestPlan {
	/** The repository that the pull request is for. */
	readonly target: GithubRepository;
	/** The owner of the fork pushed to, if the user may not push to the target. */
	readonly forkOwner?: string;
	/** Address of the pull request, if an earlier call opened it. */
	readonly opened?: string;
}

/** Reads the server's state. Throws `UserError` if the pull request cannot be opened at all. */
export async function checkPullRequest(
	plan: PullRequestPlan,
	access: GithubAccess,
	signal: AbortSignal,
): Promise<CheckedPlan> {
	const { remote, prepared, commit } = plan;
	const api = new GithubApi(access, signal);
	const user = await api.user();
	const own = await api.repository(remote.project);
	const target = own.parent === undefined ? own : await api.repository(own.parent);
	const { project, defaultBranch } = target;
	if ([defaultBranch, own.defaultBranch].includes(commit.branch)) {
		throw new UserError(`${commit.branch} is the default branch of ${project}: choose another name.`);
	}
	if (!(await api.contains(project, defaultBranch, commit.base))) {
		throw new UserError(
			`${defaultBranch} of ${project} does not have your commit ${commit.base.slice(0, 10)}. ` +
				`Run git fetch ${remote.name}, then try again; a pull request never takes your own commits along.`,
		);
	}
	const number = issueNumber(prepared.run.issue.source, access.origin, project);
	const planned = { ...plan, commit: await forIssue(plan, number) };
	const issue = number === undefined ? undefined : await api.issue(project, number);
	const messages = number === undefined ? [] : await api.messages(project, defaultBranch);
	const isFork = own.parent !== undefined && own.canPush;
	const forkOwner = isFork ? own.project.split('/')[0] : target.canPush ? undefined : user;
	if (forkOwner === undefined && !target.canPush) {
		throw new UserError(`You may not push to ${project}, and the token belongs to no user who could have a fork.`);
	}
	const head = `${forkOwner ?? project.split('/')[0]}:${planned.commit.branch}`;
	const opened = planned.commit.made === undefined ? undefined : await api.findPullRequest({ project, head });
	const objections = [
		...plan.objections,
		...(issue === undefined ? [] : issueObjections(issue, user ?? '')),
		...(number === undefined ? [] : commitObjections(number, messages)),
	];
	return {
		...{ ...planned, target, objections },
		...(forkOwner !== undefined && { forkOwner }),
		...(opened !== undefined && { opened }),
	};
}

/** The remote may be a fork of the repository that has the issue. */
function forIssue({ prepared, commit }: PullRequestPlan, number: number | undefined): Promise<PlannedCommit> {
	const isKnown = commit.closes === number || commit.made !== undefined;
	const { base, branch } = commit;
	const named = commit.isNamed === true ? { branch } : {};
	return isKnown ? Promise.resolve(commit) : planCommit(prepared, { base, closes: number, ...named });
}

export interface OpenDeps {
	readonly access: GithubAccess;
	readonly signal: AbortSignal;
	readonly clock: Pick<Clock, 'wait'>;
	/** Records finished steps in the log of the run. */
	readonly record: (event: RunEventBody) => Promise<void>;
	/** Called before each step. */
	readonly onStep: (step: DeliveryStep) => void;
}

export type DeliveryStep = 'commit' | 'fork' | 'push' | 'open';

export interface EditedText {
	readonly title: string;
	readonly body: string;
}

/**
 * Makes the commit, pushes its branch, and opens a draft. A step that an earlier call has done is not repeated:
 * finished steps are read from the log, the repository and the server. Returns the address of the pull request. Throws
 * `UserError`, after which the same call continues.
 */
export async function openPullRequest(plan: CheckedPlan, text: EditedText, deps: OpenDeps): Promise<string> {
	const { access, signal, record, onStep } = deps;
	const api = new GithubApi(access, signal);
	const commit = await committed(plan, deps);
	const { branch } = plan.commit;
	const place = await pushPlace(plan, api, deps);
	const { host } = new URL(access.origin);
	onStep('push');
	await pushWhenReady({ root: plan.commit.root, url: place.url, branch, commit, signal }, place.isNew, deps);
	await record({ type: 'branchPushed', commit, to: `${host}/${place.project}` });
	onStep('open');
	const { project, defaultBranch: base } = plan.target;
	const head = `${place.project.split('/')[0]}:${branch}`;
	const url = (await api.findPullRequest({ project, head })) ?? (await api.open({ project, base, head, ...text }));
	await record({ type: 'pullRequestOpened', commit, url });
	return url;
}

async function committed({ commit }: CheckedPlan, { onStep, record }: OpenDeps): Promise<string> {
	if (commit.made !== undefined) {
		return commit.made;
	}
	onStep('commit');
	const made = await commitOnBranch({ ...commit, message: commit.text.message });
	await record({ type: 'branchCommitted', ...made });
	return made.commit;
}

/** The target of the push, by its address: no remote is added to the user's configuration. */
async function pushPlace(
	{ remote, target, forkOwner }: CheckedPlan,
	api: GithubApi,
	{ onStep }: OpenDeps,
): Promise<{ readonly project: string; readonly url: string; readonly isNew: boolean }> {
	if (forkOwner === undefined) {
		return { project: target.project, url: siblingUrl(remote, target.project), isNew: false };
	}
	if (remote.project.split('/')[0] === forkOwner) {
		return { project: remote.project, url: remote.url, isNew: false };
	}
	onStep('fork');
	const project = await api.fork(target.project);
	const fork = await api.findRepository(project);
	if (fork !== undefined && fork.parent !== target.project) {
		throw new UserError(`${project} is not a fork of ${target.project}: rename it, then try again.`);
	}
	return { project, url: siblingUrl(remote, project), isNew: fork === undefined };
}

/** A new fork takes a while until it can be pushed to. */
async function pushWhenReady(
	push: Parameters<typeof pushBranch>[0],
	isNew: boolean,
	{ clock, signal }: OpenDeps,
): Promise<void> {
	for (let nLeft = isNew ? forkTries : 1; ; nLeft--) {
		try {
			await pushBranch(push);
			return;
		} catch (error) {
			if (nLeft <= 1 || !(error instanceof UserError)) {
				throw error;
			}
			await clock.wait(forkWaitMs, signal);
		}
	}
}

const forkTries = 20;
const forkWaitMs = 3_000;

/** The diff of the commit, as it is sent. */
export async function diffOf({ commit }: Pick<PullRequestPlan, 'commit'>): Promise<Buffer> {
	return patchText(commit.changes, { root: commit.root, base: commit.base });
}

/** The number of the issue of a run, if it is one of this repository; undefined for any other issue. */
function issueNumber({ kind, ref }: IssueSource, origin: string, project: string): number | undefined {
	const written = ref?.trim() ?? '';
	const address = /^[\w.-]+\//.test(written) ? `https://${written}` : written;
	if (kind !== 'url' || !URL.canParse(address)) {
		return undefined;
	}
	const { host, pathname } = new URL(address);
	const [, found, number] = /^\/([\w.-]+\/[\w.-]+)\/issues\/(\d{1,15})(?:\/|$)/.exec(pathname) ?? [];
	const isHere = host.replace(/^www\./, '') === new URL(origin).host && found?.toLowerCase() === project.toLowerCase();
	return isHere ? Number(number) : undefined;
}

import { basename } from 'node:path';
import { readingWorkspace } from '../../history/node/readingWorkspace';
import { githubAccess } from '../../history/node/servers/githubServer';
import { readAiIgnore } from '../../outgoing/pure/gate/aiIgnore';
import { signsCommits } from '../../patches/node/commitOnBranch';
import { prepareDelivery } from '../../patches/node/preparedDelivery';
import {
	type CheckedPlan,
	checkPullRequest,
	type DeliveryStep,
	diffOf,
	openPullRequest,
	type PullRequestPlan,
	planPullRequest,
} from '../../patches/node/pullRequest';
import { fileWarnings, warningText } from '../../patches/pure/acceptance/selfRunning';
import { deliverySteps } from '../../patches/pure/delivery/deliverySteps';
import { type Objection, type ObjectionKind, objectionKinds } from '../../patches/pure/delivery/objections';
import { PatchCopies } from '../../runs/node/patchCopies';
import { RunFiles } from '../../runs/node/runFiles';
import { type Run, rootNode } from '../../runs/pure/fold/run';
import { RunLog } from '../../runs/pure/log/runLog';
import { namedRoots } from '../../system/node/files/rootFolder';
import { systemClock } from '../../system/node/systemClock';
import { UserError } from '../../system/pure/errors/userError';
import { type Command, type CommandCall, textOption, UsageError, workspaceOption } from '../command';
import { patchOption, proofsOf } from '../exportProof';
import { workspaceFolder } from '../openCliWorkspace';
import type { Terminal } from '../terminal';
import help from './prHelp.md';

/** `faultline pr`: the accepted changes of a run as a draft pull request. */
export const prCommand: Command = {
	name: 'pr',
	help,
	options: {
		...workspaceOption,
		'dry-run': { type: 'boolean' },
		yes: { type: 'boolean', short: 'y' },
		branch: { type: 'string' },
		patch: { type: 'string' },
		'even-if': { type: 'string' },
	},
	async run(call) {
		const confirmed = confirmedReasons(call);
		const [id, ...rest] = call.positionals;
		if (id === undefined || rest.length > 0) {
			throw new UsageError('Usage: faultline pr ID [OPTIONS]. See `faultline pr --help`.');
		}
		const runs = new RunFiles(call.storage, call.log);
		const copies = new PatchCopies(runs);
		const log = await RunLog.reopen(runs, systemClock, id);
		if (call.values['dry-run'] === true) {
			return dryRun(await planned(log.run, runs, call), call);
		}
		return copies.handingOn(id, async () => open(await planned(log.run, runs, call), confirmed, log, call));
	},
};

function confirmedReasons({ values }: CommandCall): readonly string[] {
	const given = (textOption(values, 'even-if') ?? '').split(',').filter(each => each !== '');
	const unknown = given.find(each => !objectionKinds.includes(each as ObjectionKind));
	if (unknown !== undefined) {
		throw new UsageError(`Unknown reason "${unknown}" in --even-if. Reasons: ${objectionKinds.join(', ')}.`);
	}
	return given;
}

async function planned(run: Run, runs: RunFiles, call: CommandCall): Promise<PullRequestPlan> {
	const { values, packageRoot, log } = call;
	const own = namedRoots(run.workspace.map(dir => ({ name: basename(dir), dir })));
	const given = textOption(values, 'workspace') !== undefined || own.length < 2;
	const roots = given ? [{ name: '', dir: workspaceFolder(call, run.workspace[0]) }] : own;
	const [copies, proofs] = [new PatchCopies(runs), await proofsOf(run, runs, call)];
	const prepared = await prepareDelivery({ run, roots, copies, proofs, patch: patchOption(run, call) });
	const { folder } = prepared.touched;
	const hidden = await readAiIgnore(readingWorkspace({ folder, packageRoot, log }).files);
	return planPullRequest(prepared, { access: githubAccess(call.env), branch: textOption(values, 'branch'), hidden });
}

async function dryRun(plan: PullRequestPlan, { terminal, values }: CommandCall): Promise<number> {
	const { commit, remote, objections } = plan;
	const { branch, root, changes, made, text } = commit;
	const steps = deliverySteps({ branch, root, nFiles: changes.length, target: remote.project, made });
	const diff = await diffOf(plan);
	if (values.json) {
		const { title, body, message } = text;
		terminal.printJson({ dryRun: true, steps, branch, title, body, message, objections, diff: diff.toString('utf8') });
		return 0;
	}
	printSteps(steps, terminal);
	printObjections(objections, terminal);
	terminal.print(`\n${terminal.style('bold', text.title)}\n\n${text.body}`);
	terminal.printBytes(diff);
	terminal.note('Nothing was done. The state of the issue and your rights on the server are read without --dry-run.');
	return 0;
}

async function open(
	plan: PullRequestPlan,
	confirmed: readonly string[],
	log: RunLog,
	call: CommandCall,
): Promise<number> {
	const { terminal, values, signal, env } = call;
	const access = githubAccess(env);
	const checked = await checkPullRequest(plan, access, signal);
	const steps = stepsOf(checked);
	printSteps(steps, terminal, terminal.note.bind(terminal));
	printObjections(checked.objections, terminal);
	for (const warning of fileWarnings(checked.commit.changes)) {
		terminal.note(`Warning: ${warningText(warning)}`);
	}
	if (await signsCommits(checked.commit.root)) {
		terminal.note('Your commits are signed (commit.gpgSign); this one is not, as signing runs another program.');
	}
	requireConfirmed(checked, confirmed);
	if (values.yes !== true && !(await terminal.confirm('Do this?'))) {
		terminal.note('Nothing was done. Pass --yes to do it without a question.');
		return 1;
	}
	const onStep = (step: DeliveryStep) => terminal.note(`${stepNames[step]} …`);
	const record = (event: Parameters<RunLog['emit']>[1]) => log.emit(rootNode, event);
	const { title, body } = checked.commit.text;
	const url = await openPullRequest(checked, { title, body }, { access, signal, clock: systemClock, record, onStep });
	if (values.json) {
		terminal.printJson({
			steps,
			branch: checked.commit.branch,
			commit: log.run.deliveries.at(-1)?.commit,
			title,
			body,
			url,
		});
	} else {
		terminal.print(url);
	}
	return 0;
}

const stepNames: Readonly<Record<DeliveryStep, string>> = {
	commit: 'Making the commit',
	fork: 'Making a fork',
	push: 'Pushing the branch',
	open: 'Opening the pull request',
};

function stepsOf({ commit, target, forkOwner, opened }: CheckedPlan): readonly string[] {
	const { branch, root, changes, made } = commit;
	const where = { target: target.project, into: target.defaultBranch, forkOwner };
	return deliverySteps({ branch, root, nFiles: changes.length, made, opened, ...where });
}

function requireConfirmed({ objections }: CheckedPlan, confirmed: readonly string[]): void {
	const left = objections.filter(({ kind }) => !confirmed.includes(kind));
	if (left.length > 0) {
		const kinds = [...new Set([...confirmed, ...left.map(({ kind }) => kind)])];
		throw new UserError(`Nothing was done. To open it all the same, pass --even-if ${kinds.join(',')}.`);
	}
}

function printSteps(steps: readonly string[], terminal: Terminal, print = terminal.print.bind(terminal)): void {
	print(steps.map((step, at) => `${at + 1}. ${step}`).join('\n'));
}

function printObjections(objections: readonly Objection[], terminal: Terminal): void {
	for (const { text } of objections) {
		terminal.note(terminal.style('bold', `Warning: ${text}`));
	}
}

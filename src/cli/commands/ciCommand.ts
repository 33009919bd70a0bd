import { openGrammarFolder } from '../../code/node/languages/grammarFolder';
import { performRun } from '../../engine/strategies/performRun';
import { embeddedSetup } from '../../engine/strategies/runSetup';
import { currentBranch, projectsOn } from '../../history/node/servers/branchProjects';
import { type FailedJob, failedJob } from '../../history/node/servers/githubJobs';
import { githubAccess } from '../../history/node/servers/githubServer';
import { logAt } from '../../history/node/servers/logAddress';
import { type CiFailure, readCiLog } from '../../localizer/pure/received/ci/readCiLog';
import type { Run } from '../../runs/pure/fold/run';
import { issueFromText } from '../../runs/pure/model/issueFromText';
import { runReport } from '../../sharing/pure/report/runReport';
import { UserError } from '../../system/pure/errors/userError';
import { type RaisedAt, raisedAt } from '../../testing/pure/traces/raisedAt';
import { workspaceFrames } from '../../testing/pure/traces/workspaceFrames';
import { strategyOption } from '../cliEngine';
import { type Command, type CommandCall, textOption, UsageError, workspaceOption } from '../command';
import { openCliWorkspace, requireCode, workspaceFolder } from '../openCliWorkspace';
import { ciText } from '../output/ciText';
import { readLog } from '../readIssue';
import { startCliRun } from '../startCliRun';
import help from './ciHelp.md';

/** A log, and the job that it is of. */
interface GivenLog {
	readonly ref: string;
	readonly text: string;
	readonly job?: FailedJob;
}

/** `faultline ci`: from the last failed job of a branch to ranked locations. */
export const ciCommand: Command = {
	name: 'ci',
	help,
	options: {
		...workspaceOption,
		...{ branch: { type: 'string' }, job: { type: 'string' }, log: { type: 'string' } },
	},
	async run(call) {
		const startedAt = performance.now();
		const folder = workspaceFolder(call);
		const given = await givenLog(folder, call);
		if (given === undefined) {
			return 0;
		}
		const { languages } = openGrammarFolder(call.packageRoot);
		const failure = readCiLog(given.text, languages, { failedSteps: given.job?.steps ?? [] });
		const issue = issueFromText(failure.text, { kind: 'command', ref: given.ref });
		if (issue === undefined) {
			throw new UserError(`${given.ref} is empty.`);
		}
		using opened = await openCliWorkspace(folder, call, { isForRun: true });
		requireCode(opened, folder);
		const { workspace } = opened;
		const setup = embeddedSetup(strategyOption(call));
		const log = await startCliRun(call, { issue, folders: [folder], setup });
		await performRun(log, { open: async () => workspace, setup, log: call.log, signal: call.signal });
		call.signal.throwIfAborted();
		const { run } = log;
		const raised = run.brief && raisedAt(run.brief, await workspaceFrames(run.brief, workspace));
		const found = { ...(given.job && { job: given.job }), failure, ...(raised && { raised }) };
		print(found, run, Math.round(performance.now() - startedAt), call);
		return 0;
	},
};

interface Found {
	readonly job?: FailedJob;
	readonly failure: CiFailure;
	readonly raised?: RaisedAt;
}

function print({ job, failure, raised }: Found, run: Run, ms: number, { terminal, values }: CommandCall): void {
	if (values.json !== true) {
		terminal.print(ciText({ job, failure, raised, run }, terminal));
		return;
	}
	const { log: _log, ...known } = job ?? {};
	const { step, tests, nLines, nKept } = failure;
	const { locations, ranking } = runReport(run, ms);
	terminal.printJson({
		...(job && { job: known }),
		...(step !== undefined && { step }),
		...{ tests, lines: { all: nLines, kept: nKept } },
		...(raised && { raisedAt: raised }),
		...{ issue: run.issue, locations, ranking, run: run.id, ms },
	});
}

/** The log that is given, or the one of the last failed job; undefined if there is none, which is printed. */
async function givenLog(folder: string, call: CommandCall): Promise<GivenLog | undefined> {
	const { values, positionals } = call;
	if (positionals.length > 0) {
		throw new UsageError(`ci takes no arguments, but got "${positionals.join(' ')}".`);
	}
	const [log, job] = [textOption(values, 'log'), textOption(values, 'job')];
	const branch = textOption(values, 'branch');
	if (log !== undefined && (job !== undefined || branch !== undefined)) {
		throw new UsageError('--log reads one log; --branch and --job choose a job of GitHub. Give one or the other.');
	}
	return log === undefined ? lastFailed(folder, { branch, job }, call) : readGiven(log, call);
}

async function readGiven(log: string, call: CommandCall): Promise<GivenLog> {
	if (!/^https?:/i.test(log)) {
		return { ref: log === '-' ? 'standard input' : log, text: await readLog(log, call) };
	}
	// What follows may be a signature, which is a key.
	const [ref = ''] = log.split(/[?#]/);
	call.log.info(`Reading the log at ${ref}.`);
	return { ref, text: await logAt(log, { ...githubAccess(call.env), signal: call.signal }) };
}

async function lastFailed(
	folder: string,
	{ branch: given, job: wanted }: { readonly branch: string | undefined; readonly job: string | undefined },
	{ env, terminal, values, signal, log }: CommandCall,
): Promise<GivenLog | undefined> {
	const branch = given ?? (await currentBranch(folder));
	if (branch === undefined) {
		throw new UserError(`${folder} is on no branch: name one with --branch, or give a log with --log.`);
	}
	const { origin, api, token } = githubAccess(env);
	const projects = await projectsOn(folder, origin);
	if (projects.length === 0) {
		throw new UserError(
			`No remote of the repository in ${folder} is on ${origin}: give the log of the job with --log.`,
		);
	}
	log.info(`Asking ${api} for the jobs of ${projects.join(', ')}.`);
	const job = await failedJob({ projects, branch, api, token, signal, ...(wanted !== undefined && { job: wanted }) });
	if (job !== undefined) {
		return { ref: `${job.workflow} › ${job.name}`, text: job.log, job };
	}
	const which = wanted === undefined ? 'No job' : `No job whose name contains "${wanted}"`;
	terminal.note(`${which} of the branch ${branch} has failed in ${projects.join(' or ')}.`);
	if (values.json === true) {
		terminal.printJson({ tests: [], locations: [] });
	}
	return undefined;
}

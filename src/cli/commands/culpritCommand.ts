import { availableParallelism } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { workspaceHash } from '../../code/node/listing/workspaceHash';
import { type CulpritReport, keptCulprit } from '../../engine/culprit/culpritReport';
import { usualJobs, usualMaxRuns } from '../../engine/culprit/culpritRequest';
import { type CulpritTarget, targetOfRun } from '../../engine/culprit/culpritTarget';
import { culpritText } from '../../engine/culprit/culpritText';
import { performCulprit } from '../../engine/culprit/performCulprit';
import { CommitRepository } from '../../history/node/culprit/commitRepository';
import { CulpritOutcomes } from '../../history/node/culprit/culpritOutcomes';
import { RunFiles } from '../../runs/node/runFiles';
import { rootNode } from '../../runs/pure/fold/run';
import { RunLog } from '../../runs/pure/log/runLog';
import { usualBuildTimeoutMs } from '../../sandbox/pure/execution/ownCommands';
import { isWithin } from '../../system/node/files/isWithin';
import { dateText, systemClock } from '../../system/node/systemClock';
import { openExecution } from '../cliEngine';
import {
	type Command,
	type CommandCall,
	count,
	textOption,
	textOptions,
	UsageError,
	workspaceOption,
} from '../command';
import { executionOptions } from '../engineOptions';
import { openCliWorkspace, requireCode, workspaceFolder } from '../openCliWorkspace';
import { wrapText } from '../output/runText';
import { readChosenText } from '../readChosenText';
import help from './culpritHelp.md';

/** `faultline culprit`: the commit that broke a test, by running it at old commits. */
export const culpritCommand: Command = {
	name: 'culprit',
	help,
	options: {
		...workspaceOption,
		...{ test: { type: 'string' }, reproducer: { type: 'string' }, run: { type: 'string' } },
		...{ good: { type: 'string' }, path: { type: 'string', multiple: true } },
		...{ with: { type: 'string', multiple: true }, 'first-parent': { type: 'boolean' } },
		...{ flaky: { type: 'boolean' }, fresh: { type: 'boolean' }, execute: { type: 'boolean' } },
		...{ build: { type: 'string' }, 'build-seconds': { type: 'string' } },
		...{ 'max-runs': { type: 'string' }, jobs: { type: 'string' } },
		...executionOptions,
	},
	async run(call) {
		const { values, terminal, log, storage, signal } = call;
		const folder = workspaceFolder(call);
		const given = givenTarget(call);
		if (values.execute !== true) {
			throw new UsageError('culprit runs the code of old commits: add --execute to allow it.');
		}
		const request = requestOf(call, folder);
		const build = textOption(values, 'build')?.trim();
		const buildTimeoutMs = (count(call, 'build-seconds') ?? usualBuildTimeoutMs / 1000) * 1000;
		using opened = await openCliWorkspace(folder, call);
		requireCode(opened, folder);
		const own = join(storage, 'culprit', workspaceHash([{ name: basename(folder), dir: folder }], []));
		const ofRun = given.kind === 'run' ? await openRun(given.value, call) : undefined;
		const target = ofRun === undefined ? targetOf(given) : targetOfRun(ofRun.run);
		const report = await performCulprit(target, request, {
			workspace: opened.workspace,
			execution: await openExecution(folder, call),
			source: await CommitRepository.open(folder, join(own, 'git')),
			kept: new CulpritOutcomes(join(own, 'outcomes')),
			...(build && { build: { line: build, timeoutMs: buildTimeoutMs } }),
			with: textOptions(values, 'with').map(path => workspacePath(folder, path)),
			isFresh: values.fresh === true,
			signal,
			onProgress: progress => terminal.progress(progress),
			onRun: ({ commit, outcome, why }) => log.info(`${commit.slice(0, 10)} ${outcome}: ${why}`),
		});
		if (values.json === true) {
			terminal.printJson(report);
		} else {
			const wrap = (text: string) => wrapText(text, { columns: terminal.columns });
			const date = (seconds: number) => dateText(seconds * 1000);
			const look = { style: terminal.style.bind(terminal), wrap, date, namesOptions: true };
			terminal.print(culpritText(report, look));
		}
		await (ofRun && keepCulprit(ofRun, report));
		return report.kind === 'found' ? 0 : 1;
	},
};

const kinds = ['test', 'reproducer', 'run'] as const;

interface GivenTarget {
	readonly kind: (typeof kinds)[number];
	readonly value: string;
}

function givenTarget({ values, positionals }: CommandCall): GivenTarget {
	const given = kinds.flatMap(kind => {
		const value = textOption(values, kind);
		return value === undefined ? [] : [{ kind, value }];
	});
	const [only, ...others] = given;
	if (only === undefined || others.length > 0 || positionals.length > 0) {
		throw new UsageError(
			'culprit takes one of --test ID, --reproducer FILE and --run ID, and no arguments. See `faultline culprit --help`.',
		);
	}
	return only;
}

function openRun(id: string, { storage, log }: CommandCall): Promise<RunLog> {
	return RunLog.reopen(new RunFiles(storage, log), systemClock, id);
}

function targetOf({ kind, value }: GivenTarget): CulpritTarget {
	return kind === 'test'
		? { kind, test: value }
		: { kind: 'reproducer', name: value, text: readChosenText(value, 'a program') };
}

/** A run that can only be read stays as it is. */
async function keepCulprit(log: RunLog, report: CulpritReport): Promise<void> {
	const culprit = log.run.isReadOnly ? undefined : keptCulprit(report);
	await (culprit && log.emit(rootNode, { type: 'culpritFound', culprit }));
}

function requestOf(call: CommandCall, folder: string) {
	const { values } = call;
	return {
		good: textOption(values, 'good'),
		paths: textOptions(values, 'path').map(path => workspacePath(folder, path)),
		isFirstParent: values['first-parent'] === true,
		isFlaky: values.flaky === true,
		maxRuns: count(call, 'max-runs') ?? usualMaxRuns,
		nJobs: count(call, 'jobs') ?? usualJobs(availableParallelism()),
	};
}

/** Relative to the workspace, as the option is given, or to the current folder if it is absolute. */
function workspacePath(folder: string, path: string): string {
	const file = resolve(folder, path);
	if (!isWithin(file, folder)) {
		throw new UsageError(`${path} is not in ${folder}.`);
	}
	return relative(folder, file).replaceAll('\\', '/');
}

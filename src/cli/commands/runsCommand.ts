import { basename, resolve } from 'node:path';
import { embeddedEngine, refuseReadOnly, resumedBy } from '../../engine/strategies/runSetup';
import { RunFiles } from '../../runs/node/runFiles';
import { treeCounts, treeCountsText } from '../../runs/pure/fold/actionTree/treeCounts';
import { type Run, rootNode } from '../../runs/pure/fold/run';
import { provisionalText } from '../../runs/pure/fold/runResult';
import { renameRun } from '../../runs/pure/log/renameRun';
import { RunLog } from '../../runs/pure/log/runLog';
import type { RunSummary } from '../../runs/pure/log/runStore';
import { originText } from '../../runs/pure/model/imported';
import { shortened } from '../../runs/pure/model/shortened';
import { importRun } from '../../sharing/node/importRun';
import { isRunFile, keepOpenedRun, readRunFile } from '../../sharing/node/openRunFile';
import { exportFormats } from '../../sharing/pure/exports/exportRun';
import { wholeReport } from '../../sharing/pure/report/runReport';
import { trainingFormats } from '../../sharing/pure/training/trainingExport';
import { systemClock } from '../../system/node/systemClock';
import { UserError } from '../../system/pure/errors/userError';
import { counted } from '../../system/pure/text/counted';
import { inParallel } from '../../system/pure/waiting/inParallel';
import { executionOption, openFixSetup, openSetup, readEngineChoice, strategyOption } from '../cliEngine';
import { type Command, type CommandCall, textOption, UsageError, workspaceOption } from '../command';
import { engineOptions, fixOptions } from '../engineOptions';
import { exportProof } from '../exportProof';
import { exportShared, readExportFormat } from '../exportShared';
import { exportOptions, exportTraining, refuseOptionsOfOthers } from '../exportTraining';
import { workspaceFolder } from '../openCliWorkspace';
import { cureText } from '../output/cureText';
import { patchesText } from '../output/patchesText';
import { brokeByLines, headText, locationsText, roundsText } from '../output/runText';
import { performCliRun } from '../performCliRun';
import help from './runsHelp.md';

const actions: Readonly<Record<string, (id: string, runs: RunFiles, call: CommandCall) => Promise<number>>> = {
	show: showRun,
	export: exportRun,
	resume: resumeRun,
	rename: nameRun,
	remove: removeRun,
	import: importFile,
};

/** `faultline runs`: lists and manages past runs. */
export const runsCommand: Command = {
	name: 'runs',
	help,
	options: {
		...{ ...workspaceOption, ...engineOptions, ...fixOptions },
		...{ ...exportOptions, format: { type: 'string' }, evaluation: { type: 'string' } },
		...{ proof: { type: 'string' }, patch: { type: 'string' } },
	},
	async run(call) {
		const [name = 'list', id, ...rest] = call.positionals;
		const runs = new RunFiles(call.storage, call.log);
		if (name === 'list' && id === undefined) {
			return listRuns(runs, call);
		}
		const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
		if (action === undefined || id === undefined || rest.length !== (name === 'rename' ? 1 : 0)) {
			throw new UsageError(
				'Usage: faultline runs [list | show ID | export ID | resume ID | rename ID TITLE | remove ID | import FILE].',
			);
		}
		return action(id, runs, call);
	},
};

async function listRuns(runs: RunFiles, { values, terminal, storage }: CommandCall): Promise<number> {
	const listed = await inParallel(await runs.list(), async run => ({ ...run, state: await stateOf(run, runs) }));
	if (values.json) {
		terminal.printJson({ runs: listed });
	} else if (listed.length === 0) {
		terminal.print(`No runs are kept in ${storage}.`);
	} else {
		terminal.print(listed.map(listLine).join('\n'));
	}
	return 0;
}

const titleCharacters = 80;

function listLine(run: Omit<RunSummary, 'state'> & { readonly state: string }): string {
	const state = run.state === 'done' && run.imported === undefined ? counted(run.nLocations, 'location') : run.state;
	const patches = run.nPatches === 0 ? [] : [counted(run.nPatches, 'patch', 'patches')];
	return [
		run.id,
		state.padEnd(12),
		[shortened(run.title, titleCharacters), ...patches, sourceOf(run)].join(' · '),
	].join('  ');
}

function sourceOf(run: Pick<RunSummary, 'engine' | 'imported' | 'openedFrom'>): string {
	return originText(run) ?? run.engine;
}

/** A run without an end that no process is working on was interrupted. */
async function stateOf({ id, state }: Pick<Run, 'id' | 'state'>, runs: RunFiles): Promise<string> {
	return state === 'running' && !(await runs.isActive(id)) ? 'interrupted' : state;
}

async function showRun(id: string, runs: RunFiles, { values, terminal }: CommandCall): Promise<number> {
	const { run } = await RunLog.reopen(runs, systemClock, id);
	const state = await stateOf(run, runs);
	if (values.json) {
		const { message } = run;
		terminal.printJson({
			title: run.title,
			state,
			...(message !== undefined && { message }),
			path: runs.folderOf(id),
			...wholeReport(run),
		});
		return 0;
	}
	terminal.print(headText(run, terminal));
	for (const round of roundsText(run, terminal)) {
		terminal.print(round);
	}
	for (const line of brokeByLines(run, terminal)) {
		terminal.print(line);
	}
	if (state === 'done') {
		if (run.imported === undefined) {
			terminal.print(`\n${locationsText(run, terminal)}`);
		}
		if (run.goal === 'fix') {
			terminal.print(`\n${patchesText(run, terminal)}`);
			terminal.print(`\nPatches, reproducers and outputs as files: ${await runs.artifacts(id)}`);
		}
	} else {
		const message = run.message === undefined ? '' : `: ${run.message}`;
		terminal.print(`\nThis run is ${state}${message}${cureText(run.cures ?? [])}`);
		const why = provisionalText(run);
		if (why !== undefined) {
			terminal.print(`\n${why}.\n\n${locationsText(run, terminal)}`);
		}
	}
	return 0;
}

/** A run for others, as a report or in the format of another tool, or as training data. */
async function exportRun(id: string, runs: RunFiles, call: CommandCall): Promise<number> {
	const { run } = await RunLog.reopen(runs, systemClock, id);
	if (call.values.proof !== undefined) {
		return exportProof(run, runs, call);
	}
	const name = textOption(call.values, 'format') ?? 'md';
	const [format, training] = [readExportFormat(name), trainingFormats.find(each => each === name)];
	refuseOptionsOfOthers(name, call);
	if (format !== undefined) {
		return exportShared(run, runs, format, call);
	}
	if (training === undefined) {
		throw new UsageError(`--format is ${[...exportFormats, ...trainingFormats].join(', ')}.`);
	}
	return exportTraining(run, training, call);
}

async function resumeRun(id: string, runs: RunFiles, call: CommandCall): Promise<number> {
	const log = await RunLog.reopen(runs, systemClock, id);
	refuseReadOnly(log.run);
	if (log.run.state === 'done') {
		throw new UserError(`Run ${id} is done: see \`faultline runs show ${id}\`.`);
	}
	const folder = workspaceFolder(call, log.run.workspace[0]);
	const strategy = strategyOption(call, log.run.strategy);
	const choice = readEngineChoice(call);
	const isFix = log.run.goal === 'fix' && choice !== undefined;
	const setup = isFix
		? await openFixSetup(strategy, choice, await executionOption(folder, call), call)
		: await openSetup(strategy, choice, call);
	if (isFix && log.run.executes === true && setup.execution === undefined) {
		throw new UsageError(
			`Programs ran in run ${id}: resume it with --execute, and with the options for tests that it had.`,
		);
	}
	if ((setup.engine === embeddedEngine) !== (log.run.engine === embeddedEngine)) {
		throw new UsageError(
			`Run ${id} was started with ${log.run.engine}: resume it with --model ${log.run.engine === embeddedEngine ? 'embedded' : `openai:${log.run.engine}`}.`,
		);
	}
	await log.emit(rootNode, resumedBy(setup, log.run));
	return performCliRun(log, { folder, setup }, call);
}

async function nameRun(id: string, runs: RunFiles, { positionals, terminal }: CommandCall): Promise<number> {
	const log = await RunLog.reopen(runs, systemClock, id);
	await renameRun(log, positionals[2] ?? '');
	terminal.note(`Renamed run ${id}.`);
	return 0;
}

async function removeRun(id: string, runs: RunFiles, { terminal }: CommandCall): Promise<number> {
	await runs.remove(id);
	terminal.note(`Removed run ${id}.`);
	return 0;
}

/** Stores a run file, or a run of another tool; its FILE takes the place of the id. */
async function importFile(file: string, runs: RunFiles, call: CommandCall): Promise<number> {
	const { values, terminal, version } = call;
	const evaluation = textOption(values, 'evaluation');
	if (isRunFile(file)) {
		if (evaluation !== undefined) {
			throw new UsageError('--evaluation goes with a tree of DARS or a trajectory of SWE-agent.');
		}
		return openFile(file, runs, call);
	}
	const files = { file: resolve(file), ...(evaluation !== undefined && { evaluation: resolve(evaluation) }) };
	const { runId, nNodes } = await importRun(files, { runs, clock: systemClock, version });
	const { run } = await RunLog.reopen(runs, systemClock, runId);
	const counts = treeCounts(run);
	if (values.json) {
		const { branchPoints, ...numbers } = counts;
		terminal.printJson({
			id: runId,
			...run.imported,
			nNodes,
			...numbers,
			branchPoints: Object.fromEntries(branchPoints),
		});
	} else {
		terminal.print(`Imported run ${runId}: ${counted(nNodes, 'node')}, ${treeCountsText(counts)}.`);
		terminal.print(`See \`faultline runs show ${runId}\`.`);
	}
	return 0;
}

/** Stores a run that Faultline exported, to be read; the same file is the same run. */
async function openFile(file: string, runs: RunFiles, { values, terminal }: CommandCall): Promise<number> {
	const { id, title, engine } = await keepOpenedRun(await readRunFile(resolve(file)), runs);
	if (values.json) {
		terminal.printJson({ id, title, engine, openedFrom: basename(file) });
	} else {
		terminal.print(`Opened run ${id}: ${shortened(title, titleCharacters)}.`);
		terminal.print(`See \`faultline runs show ${id}\`.`);
	}
	return 0;
}

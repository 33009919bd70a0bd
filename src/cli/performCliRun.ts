import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performRun } from '../engine/strategies/performRun';
import type { RunSetup } from '../engine/strategies/runSetup';
import type { Workspace } from '../history/pure/workspace';
import { RunFiles } from '../runs/node/runFiles';
import { patchCandidates } from '../runs/pure/fold/patchCandidates';
import { type Run, rootNode } from '../runs/pure/fold/run';
import { fixOf } from '../runs/pure/fold/runFix';
import { provisionalText } from '../runs/pure/fold/runResult';
import type { RunLog } from '../runs/pure/log/runLog';
import { runReport } from '../sharing/pure/report/runReport';
import { Disposals } from '../system/pure/disposing/disposals';
import { type CommandCall, textOption } from './command';
import { proofsOf } from './exportProof';
import { openCliWorkspace, requireCode } from './openCliWorkspace';
import { cureText } from './output/cureText';
import { diffBytes } from './output/diffBytes';
import { patchesText } from './output/patchesText';
import { printRegions, regionBudget } from './output/printRegions';
import { headText, locationsText, roundText } from './output/runText';

/** The folder and the engine of a run. */
interface CliRun {
	readonly folder: string;
	readonly setup: RunSetup;
}

/**
 * Performs a started or resumed run, printing rounds as they close and then the locations, or the JSON report. Every
 * outcome is recorded in its log. Returns the exit code.
 */
export async function performCliRun(log: RunLog, { folder, setup }: CliRun, call: CommandCall): Promise<number> {
	const startedAt = performance.now();
	const budget = regionBudget(call);
	const stopPrinting = printEvents(log, call);
	using opened = new Disposals();
	let code: Promise<Workspace> | undefined;
	const open = () => {
		code ??= openWithCode(folder, call, opened);
		return code;
	};
	await performRun(log, { open, setup, log: call.log, signal: call.signal });
	stopPrinting();
	const out = textOption(call.values, 'out');
	if (out !== undefined) {
		for (const path of await writePatches(log.run, { folder, out: resolve(out) }, call)) {
			call.terminal.note(`Wrote ${path}`);
		}
	}
	const ms = Math.round(performance.now() - startedAt);
	if (budget !== undefined && log.run.state === 'done') {
		await printRegions(log.run, await open(), { budget, ms }, call);
		return 0;
	}
	return reportEnd(log.run, ms, call);
}

async function openWithCode(folder: string, call: CommandCall, all: Disposals): Promise<Workspace> {
	const opened = await openCliWorkspace(folder, call, { isForRun: true });
	all.add(opened);
	requireCode(opened, folder);
	return opened.workspace;
}

function printEvents(log: RunLog, { terminal, values }: CommandCall): () => void {
	return log.onEvent((event, run) => {
		if (event.type === 'modelFailed' && event.retryInMs !== undefined) {
			terminal.note(`${event.message} Retrying in ${Math.ceil(event.retryInMs / 1000)} s.`);
		} else if (event.type === 'noted' && event.cures !== undefined) {
			terminal.note(`${event.text}${cureText(event.cures)}`);
		} else if (values.json || values.regions) {
			return;
		} else if (event.type === 'indexed') {
			terminal.print(headText(run, terminal));
		} else if (event.type === 'nodeClosed') {
			const text = roundText(run, event.node, terminal);
			if (text !== undefined) {
				terminal.print(text);
			}
		}
	});
}

function reportEnd(run: Run, ms: number, { values, terminal }: CommandCall): number {
	const resume = `continue it with \`faultline runs resume ${run.id}\`.`;
	switch (run.state) {
		case 'cancelled':
			terminal.note(`Cancelled. The run is kept: ${resume}`);
			return 1;
		case 'failed':
			printProvisional(run, ms, { values, terminal });
			terminal.note(`faultline: ${run.message} The run is kept: ${resume}${cureText(run.cures ?? [])}`);
			return 1;
		default:
			if (values.json) {
				terminal.printJson(runReport(run, ms));
			} else {
				terminal.print(`\n${[...notes(run), locationsText(run, terminal)].join('\n')}`);
				if (run.goal === 'fix') {
					terminal.print(`\n${patchesText(run, terminal)}`);
				}
				terminal.print(terminal.style('dim', `\nKept as run ${run.id}, ${(ms / 1000).toFixed(1)} s.`));
			}
			return run.goal === 'fix' && fixOf(run).patches.length === 0 ? 1 : 0;
	}
}

/** Prints a run's findings from before its model failed. */
function printProvisional(run: Run, ms: number, { values, terminal }: Pick<CommandCall, 'values' | 'terminal'>): void {
	const why = provisionalText(run);
	if (why === undefined) {
		return;
	}
	if (values.json) {
		terminal.printJson(runReport(run, ms));
	} else {
		terminal.print(`\n${why}.\n\n${locationsText(run, terminal)}\n`);
	}
}

/** Notes on the outcome: that it is provisional, and why. */
function notes(run: Run): readonly string[] {
	return run.nodes[rootNode]?.notes.map(note => `${note}\n`) ?? [];
}

/**
 * Writes the patches of a run as files, best first, for `git apply` in the workspace folder, each with its proof record;
 * returns their paths.
 */
async function writePatches(
	run: Run,
	{ folder, out }: { readonly folder: string; readonly out: string },
	call: CommandCall,
): Promise<string[]> {
	mkdirSync(out, { recursive: true });
	const proofs = await proofsOf(run, new RunFiles(call.storage, call.log), call);
	return patchCandidates(fixOf(run)).flatMap(({ number, patch }) => {
		const path = join(out, `patch-${number}.diff`);
		writeFileSync(path, diffBytes(folder, patch.files));
		const proof = proofs.get(patch.id);
		if (proof === undefined) {
			return [path];
		}
		const record = join(out, `patch-${number}.proof.jsonl`);
		writeFileSync(record, proof.text);
		return [path, record];
	});
}

import { hunkCounts } from '../../../patches/pure/acceptance/offeredFile';
import { type FileWarning, fileWarnings } from '../../../patches/pure/acceptance/selfRunning';
import { shownPatches } from '../../../patches/pure/acceptance/shownPatches';
import { type TakenHunks, takenHunks } from '../../../runs/pure/events/patchDecisions';
import { patchCandidates } from '../../../runs/pure/fold/patchCandidates';
import type { PatchEvidence } from '../../../runs/pure/fold/patchEvidence';
import { type PatchVerdict, patchVerdict } from '../../../runs/pure/fold/patchVerdict';
import type { Run } from '../../../runs/pure/fold/run';
import { fixOf } from '../../../runs/pure/fold/runFix';
import type { RunNode } from '../../../runs/pure/fold/runNode';
import { roundsOf } from '../../../runs/pure/fold/runTree';
import type { Culprit } from '../../../runs/pure/model/culprit';
import type { Issue } from '../../../runs/pure/model/issue';
import type { BugLocation, Ranking } from '../../../runs/pure/model/location';
import { type RunExit, runExit } from './exitStatus';
import { type RunMetrics, runMetrics } from './runMetrics';

/** The output of `locate --json`; the keys are a contract. */
export interface RunReport {
	readonly issue: Issue;
	readonly engine: string;
	/** Best first. */
	readonly locations: readonly Omit<BugLocation, 'id'>[];
	readonly ranking: Ranking;
	readonly rounds: readonly Pick<RunNode, 'id' | 'title' | 'summary' | 'reasoning' | 'calls'>[];
	/** The best so far: the model had not finished. */
	readonly provisional?: true;
	/** Why the run failed; the locations are then provisional. */
	readonly failure?: string;
	/** The commit that broke it, if it was searched and found. */
	readonly culprit?: Culprit;
	/** Use of models; all zero for the embedded localizer. */
	readonly usage: { readonly calls: number; readonly inputTokens: number; readonly outputTokens: number };
	/** For a fix: best first, with the reasons, the evidence and the unified diff. The first is the selected one. */
	readonly patches?: readonly ReportedPatch[];
	readonly ms: number;
}

/** All that is reported of a run that is kept. */
export interface WholeReport extends RunReport {
	readonly id: string;
	readonly exit: RunExit;
	readonly metrics: RunMetrics;
}

export interface ReportedPatch {
	/** From 1, as in the printed list and the names of files. */
	readonly number: number;
	readonly files: readonly string[];
	/** The files that run by themselves; absent if there are none. */
	readonly warnings?: readonly FileWarning[];
	readonly verdict: PatchVerdict;
	/** Of the first one: why it is first. */
	readonly why?: string;
	readonly reasons: readonly string[];
	readonly evidence: readonly PatchEvidence[];
	readonly diff: string;
	/** How much of it the user accepted. */
	readonly taken: TakenHunks;
}

/** `ms`: the duration to report. */
export function runReport(run: Run, ms: number): RunReport {
	return {
		issue: run.issue,
		engine: run.engine,
		locations: run.selected.locations.map(({ id: _id, ...location }) => location),
		ranking: run.selected.ranking,
		rounds: roundsOf(run).map(({ id, title, summary, reasoning, calls }) => ({
			id,
			title,
			...(summary !== undefined && { summary }),
			reasoning,
			calls,
		})),
		usage: { calls: run.nRequests, inputTokens: run.usage.inputTokens, outputTokens: run.usage.outputTokens },
		...(run.selected.isProvisional && { provisional: true }),
		...(run.state === 'failed' && run.message !== undefined && { failure: run.message }),
		...(run.culprit !== undefined && { culprit: run.culprit }),
		...(run.goal === 'fix' && { patches: patchesOf(run) }),
		ms,
	};
}

export function wholeReport(run: Run): WholeReport {
	const report = runReport(run, run.updatedAt - run.startedAt);
	return { id: run.id, exit: runExit(run), metrics: runMetrics(run), ...report };
}

function patchesOf(run: Run): ReportedPatch[] {
	const { decisions } = run;
	const shown = new Map(shownPatches(run).map(each => [each.id, each]));
	return patchCandidates(fixOf(run)).map(candidate => {
		const { number, patch, why, reasons } = candidate;
		const { id, files, diff } = patch;
		const taken = takenHunks(decisions, id, hunkCounts(files));
		const warnings = fileWarnings(files);
		return {
			...{ number, files: files.map(({ path }) => path) },
			...(warnings.length > 0 && { warnings }),
			...(why !== undefined && { why }),
			...{ verdict: patchVerdict(candidate, taken), reasons, evidence: shown.get(id)?.evidence ?? [], diff, taken },
		};
	});
}

import { treeCounts, treeCountsText } from '../../../runs/pure/fold/actionTree/treeCounts';
import { capText } from '../../../runs/pure/fold/capText';
import { patchCandidates } from '../../../runs/pure/fold/patchCandidates';
import { patchVerdict } from '../../../runs/pure/fold/patchVerdict';
import type { Run } from '../../../runs/pure/fold/run';
import { fixOf } from '../../../runs/pure/fold/runFix';
import { resultSummary } from '../../../runs/pure/fold/runResult';
import { assertNever } from '../../../runs/pure/model/assertNever';
import { type ImportSource, importText } from '../../../runs/pure/model/imported';

/**
 * How a run ended. `submitted`: with a patch, or with locations if no patch was asked for; `submittedAtLimit`: with the
 * best so far, as a limit was reached; `nothing`: with none; `stopped`: by the user or by an error; `unfinished`: it
 * has not ended.
 */
export type ExitStatus = 'submitted' | 'submittedAtLimit' | 'nothing' | 'stopped' | 'unfinished';

/** The end of a run, for reports. */
export interface RunExit {
	readonly status: ExitStatus;
	/** One sentence for users, with the reason if there is one. */
	readonly text: string;
}

export function runExit(run: Run): RunExit {
	switch (run.state) {
		case 'running':
		case 'paused':
			return { status: 'unfinished', text: 'The run has not ended.' };
		case 'cancelled':
			return { status: 'stopped', text: 'Stopped by the user. What was found is kept.' };
		case 'failed':
			return { status: 'stopped', text: `Stopped by an error: ${run.message ?? 'no reason is known.'}` };
		case 'done':
			if (run.imported !== undefined) {
				return importExit(run, run.imported);
			}
			return run.goal === 'fix' ? fixExit(run) : locateExit(run);
		default:
			return assertNever(run.state);
	}
}

function importExit(run: Run, imported: ImportSource): RunExit {
	const { nPatches } = resultSummary(run);
	return {
		status: nPatches > 0 ? 'submitted' : 'nothing',
		text: `This run was ${importText(imported)}: ${treeCountsText(treeCounts(run))}.`,
	};
}

function fixExit(run: Run): RunExit {
	const [best] = patchCandidates(fixOf(run));
	const limit = limitText(run);
	if (best === undefined) {
		return { status: 'nothing', text: `No patch was written.${limit === undefined ? '' : ` ${limit}`}` };
	}
	const { verdict, why } = patchVerdict(best);
	if (limit === undefined && verdict !== 'bad') {
		return { status: 'submitted', text: 'Submitted: Patch 1.' };
	}
	const reason = limit ?? `All attempts were used up, and it failed its checks (${why}).`;
	return { status: 'submittedAtLimit', text: `Submitted at a limit: Patch 1. ${reason}` };
}

function locateExit(run: Run): RunExit {
	const { locations, isProvisional } = run.selected;
	const limit = limitText(run);
	if (locations.length === 0) {
		return { status: 'nothing', text: `No location was named.${limit === undefined ? '' : ` ${limit}`}` };
	}
	return isProvisional || limit !== undefined
		? {
				status: 'submittedAtLimit',
				text: `Submitted at a limit: the best locations so far.${limit === undefined ? '' : ` ${limit}`}`,
			}
		: { status: 'submitted', text: 'Submitted: the locations.' };
}

function limitText({ reachedCap }: Run): string | undefined {
	return reachedCap && `The limit of ${capText(reachedCap.cap, reachedCap.limit)} was reached.`;
}

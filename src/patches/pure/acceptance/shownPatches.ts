import { changedLines } from '../../../runs/pure/diff/changedLines';
import { type FileChange, fileChanges } from '../../../runs/pure/diff/fileChanges';
import type { TestedPatch } from '../../../runs/pure/events/executionEvents';
import {
	keptText,
	type PatchDecisions,
	type TakenHunks,
	takenHunks,
	takenText,
} from '../../../runs/pure/events/patchDecisions';
import { isBeingJudged } from '../../../runs/pure/fold/isBeingJudged';
import { type PatchCandidate, patchCandidates } from '../../../runs/pure/fold/patchCandidates';
import { patchEvidence } from '../../../runs/pure/fold/patchEvidence';
import { type PatchVerdict, patchVerdict } from '../../../runs/pure/fold/patchVerdict';
import type { Run } from '../../../runs/pure/fold/run';
import { fixOf } from '../../../runs/pure/fold/runFix';
import type { PatchState, ShownPatch, ShownPatchFile } from '../../../runs/pure/fold/shownPatch';
import type { HunkJudgment } from '../../../runs/pure/model/testing/hunkJudgment';
import { hunkCounts } from './offeredFile';
import { selfRunning } from './selfRunning';

/** The candidates of a run as they are shown, best first. */
export function shownPatches(
	run: Pick<Run, 'nodes' | 'state' | 'decisions' | 'pickedPatch' | 'judgments'>,
): ShownPatch[] {
	return patchCandidates(fixOf(run)).map(candidate => {
		const { id } = candidate.patch;
		const shown = shownPatch(candidate, run.decisions, run.judgments?.[id]);
		return {
			...shown,
			...(isBeingJudged(run, id, shown.verdict.verdict === 'bad') && {
				isBeingJudged: true,
				verdict: notJudgedYet(shown),
			}),
			...(id === run.pickedPatch && { isPicked: true }),
		};
	});
}

/** What is known already speaks for itself; what is not known yet is no objection. */
function notJudgedYet({ verdict, state }: ShownPatch): PatchVerdict {
	return verdict.verdict === 'unsure' && state !== 'partial' ? { verdict: 'unsure', why: 'not judged yet' } : verdict;
}

/** The parts of a run's patches that the user's files contain. */
export function patchesInFiles(run: Pick<Run, 'nodes' | 'decisions'>): TestedPatch[] {
	return fixOf(run).patches.flatMap(({ id, files }) => {
		const { nAccepted, nHunks } = takenHunks(run.decisions, id, hunkCounts(files));
		return nAccepted === 0 ? [] : [{ patch: id, nAccepted, nHunks }];
	});
}

export function shownPatch(candidate: PatchCandidate, decisions: PatchDecisions, judgment?: HunkJudgment): ShownPatch {
	const { number, patch, why, reasons } = candidate;
	const counts = hunkCounts(patch.files);
	const taken = takenHunks(decisions, patch.id, counts);
	const files = counts.map(file => ({ path: file.path, taken: takenHunks(decisions, patch.id, [file]) }));
	const decided = patch.isInFiles ? keptText(taken) : takenText(taken);
	const changes = fileChanges(patch.files);
	const [only] = changes;
	const where = changes.length === 1 ? fileName(only?.file.path ?? '') : `${changes.length} files`;
	return {
		...{
			id: patch.id,
			number,
			reasons,
			state: patch.isExcerpt ? 'excerpt' : stateOf(taken),
			verdict: patchVerdict(candidate, taken),
		},
		...(why !== undefined && { why }),
		...(patch.isInFiles && { isOfTree: true }),
		...(decided !== undefined && { decided }),
		changes: `${countsText(changes)} in ${where}`,
		evidence: patchEvidence(candidate, taken, { files, ...(judgment !== undefined && { judgment }) }),
		files: changes.map(shownFile),
	};
}

function stateOf({ state, nHunks, nUndone, nRejected }: TakenHunks): PatchState {
	if (state !== 'none') {
		return state === 'all' ? 'accepted' : 'partial';
	}
	return nUndone > 0 ? 'undone' : nHunks > 0 && nRejected === nHunks ? 'rejected' : 'open';
}

function shownFile(change: FileChange): ShownPatchFile {
	const { file, old } = change;
	const warning = selfRunning(file.path);
	return {
		path: file.path,
		...(old !== undefined && { oldPath: old.path }),
		kind: old ? 'renamed' : file.before === undefined ? 'new' : file.after === undefined ? 'deleted' : 'changed',
		counts: countsText([change]),
		...(warning !== undefined && { warning }),
	};
}

/** `+4 −1` */
function countsText(changes: readonly FileChange[]): string {
	const counts = changes.map(changedLines);
	const nAdded = counts.reduce((sum, each) => sum + each.nAdded, 0);
	const nRemoved = counts.reduce((sum, each) => sum + each.nRemoved, 0);
	return `+${nAdded} −${nRemoved}`;
}

function fileName(path: string): string {
	return path.split('/').at(-1) ?? path;
}

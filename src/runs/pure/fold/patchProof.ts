import type { TakenHunks } from '../events/patchDecisions';
import type { PatchCandidate } from './patchCandidates';
import { patchVerdict } from './patchVerdict';

/** Whether the log proves that a patch fixes the bug, and why as a phrase. Only this allows the word "fixed". */
export interface PatchProof {
	readonly isFixed: boolean;
	readonly why: string;
}

/**
 * A patch is proven by executions on one state of the files: red without it, green with it, and nothing that speaks
 * against it. A verdict from elsewhere, or an opinion, proves nothing.
 */
export function patchProof(candidate: PatchCandidate, taken?: TakenHunks): PatchProof {
	const { evaluation: _elsewhere, ...executed } = candidate;
	const { verdict, why } = patchVerdict(executed, taken);
	if (verdict !== 'good') {
		return { isFixed: false, why };
	}
	const [before, after] = decidingTrees(executed);
	if (before === undefined || after === undefined) {
		return { isFixed: false, why: 'the run does not record which files were executed' };
	}
	return before === after
		? { isFixed: true, why }
		: { isFixed: false, why: 'the files changed between the run without it and the run with it' };
}

/** Whether something was executed with a patch, or it was reviewed: such a patch has a proof record. */
export function isJudged({ after, validation, crash, review }: PatchCandidate): boolean {
	return (after ?? validation ?? crash ?? review) !== undefined;
}

/** `fixed: ...` or `not proven: ...`. */
export function proofText({ isFixed, why }: PatchProof): string {
	return `${isFixed ? 'fixed' : 'not proven'}: ${why}`;
}

/** The digests of the files of the executions that decide, without the patch and with it. */
function decidingTrees({ before, after, crash, plainCrash }: PatchCandidate): readonly (string | undefined)[] {
	return before?.verdict === 'reproduced' && after?.verdict === 'passed'
		? [before.tree, after.tree]
		: [plainCrash?.tree, crash?.tree];
}

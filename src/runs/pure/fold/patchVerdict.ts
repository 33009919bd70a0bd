import { counted } from '../../../system/pure/text/counted';
import type { TakenHunks } from '../events/patchDecisions';
import type { PatchEvaluation } from '../model/imported';
import type { PatchReview } from '../model/patch';
import { type ReproducerRun, verdictTexts } from '../model/reproducer';
import { type CrashVerdict, crashProof } from '../model/testing/crashCheck';
import { brokenText } from '../model/testing/testFindings';
import { nBrokenBy, type ValidationRun } from '../model/testing/validation';
import type { PatchCandidate } from './patchCandidates';

/** `good` is shown green, `bad` red, and `unsure` in neither. */
export type Verdict = 'good' | 'bad' | 'unsure';

/** The verdict on a patch, and its reason as a phrase: `reproducer still fails with it`. */
export interface PatchVerdict {
	readonly verdict: Verdict;
	readonly why: string;
}

/**
 * The only verdict on a patch, in every view. An evaluation decides. Else it is good if the reproducer fails without it
 * and passes with it, or the project's own reproducer command crashes without it and not with it, and nothing else
 * contradicts. No reproducer was run with a partly accepted patch, so it has no verdict.
 */
export function patchVerdict(candidate: PatchCandidate, taken?: TakenHunks): PatchVerdict {
	return taken?.state === 'part'
		? { verdict: 'unsure', why: 'no reproducer was run with the accepted part' }
		: wholeVerdict(candidate);
}

/** The verdict on the whole patch, however much of it is accepted. */
export function wholeVerdict(candidate: PatchCandidate): PatchVerdict {
	const { after, validation, review, crash, plainCrash, evaluation } = candidate;
	if (evaluation !== undefined) {
		return evaluationVerdicts[evaluation.outcome];
	}
	const proof = crash && crashProof(crash, plainCrash);
	if (crash !== undefined && proof === 'refuted') {
		return { verdict: 'bad', why: crashTexts[crash.verdict] };
	}
	if (validation !== undefined && nBrokenBy(validation, review) > 0) {
		return { verdict: 'bad', why: brokenWhy(validation) };
	}
	if (crash?.verdict === 'otherCrash') {
		return { verdict: 'unsure', why: crashTexts.otherCrash };
	}
	const isContradicted = after !== undefined && after.verdict !== 'passed' && review?.testCorrect !== false;
	if (proof !== 'proved' || isContradicted) {
		return reproducedVerdict(candidate);
	}
	return review?.patchCorrect === false
		? { verdict: 'unsure', why: 'no crash with it, but review rejects it' }
		: { verdict: 'good', why: 'crashes before, does not crash after' };
}

export const evaluationVerdicts: Readonly<Record<PatchEvaluation['outcome'], PatchVerdict>> = {
	resolved: { verdict: 'good', why: 'resolves the issue, according to its evaluation' },
	unresolved: { verdict: 'bad', why: 'does not resolve the issue, according to its evaluation' },
	failed: { verdict: 'unsure', why: 'its evaluation gave no result' },
};

function reproducedVerdict({ before, after, review }: PatchCandidate): PatchVerdict {
	if (after === undefined) {
		return review?.patchCorrect === false
			? { verdict: 'bad', why: 'rejected by review' }
			: { verdict: 'unsure', why: `${review === undefined ? '' : 'reviewed, but '}no reproducer was run with it` };
	}
	if (review?.testCorrect === false) {
		return { verdict: 'unsure', why: 'review rejects the reproducer' };
	}
	if (after.verdict !== 'passed') {
		const ended = after.verdict === 'reproduced' ? 'still fails' : verdictTexts[after.verdict];
		return { verdict: hasFailed(after) ? 'bad' : 'unsure', why: `reproducer ${ended} with it` };
	}
	if (before?.verdict !== 'reproduced') {
		const ran = before === undefined ? 'was not run' : 'does not show the bug';
		return { verdict: 'unsure', why: `reproducer passes with it, but ${ran} without it` };
	}
	return review?.patchCorrect === false
		? { verdict: 'unsure', why: 'reproducer passes with it, but review rejects it' }
		: { verdict: 'good', why: `reproducer fails before, passes after${changedText(review)}` };
}

function changedText({ wrongTests = [] }: Partial<PatchReview> = {}): string {
	return wrongTests.length === 0 ? '' : `; changes what ${counted(wrongTests.length, 'test')} asserts`;
}

/** How the project's own commands end with a patch, as a phrase. */
export const crashTexts: Readonly<Record<CrashVerdict, string>> = {
	notBuilt: 'does not build',
	built: 'builds',
	sameCrash: 'still crashes with it',
	otherCrash: 'crashes in another way with it',
	noCrash: 'no crash',
	notRun: 'the reproducer command could not be run',
};

/** Whether a run of a reproducer speaks against the patch it ran with. */
export function hasFailed({ verdict }: ReproducerRun): boolean {
	return verdict === 'reproduced' || verdict === 'otherError' || verdict === 'timedOut';
}

/** Why a patch that breaks tests is bad, as a phrase. */
function brokenWhy({ tests }: ValidationRun): string {
	if (tests?.isByExitCode === true) {
		return 'the test command fails with it, by its exit code only';
	}
	return tests === undefined ? 'the tests fail with it' : `breaks ${brokenText(tests)}`;
}

import { changedLines } from '../../../runs/pure/diff/changedLines';
import { fileChanges } from '../../../runs/pure/diff/fileChanges';
import type { RunFix } from '../../../runs/pure/fold/runFix';
import type { Patch } from '../../../runs/pure/model/patch';
import type { ReproducerVerdict } from '../../../runs/pure/model/reproducer';
import { crashProof } from '../../../runs/pure/model/testing/crashCheck';
import { nBrokenBy } from '../../../runs/pure/model/testing/validation';
import { counted } from '../../../system/pure/text/counted';
import { listed } from '../../../system/pure/text/listed';

/** Grades for and against a patch; higher is better. */
export interface Grades {
	/** -1: by the project's own commands it does not build, or crashes as before. */
	readonly refuted: number;
	/** By the project's tests: 0 if it breaks none, or they were not run; else minus the number of broken ones. */
	readonly regression: number;
	/** 1: by the project's own reproducer command it crashes without it and not with it. */
	readonly cleared: number;
	/** 1: fails without it and passes with it. -1: does not pass with it. 0: shows nothing. */
	readonly reproducer: number;
	/** 1 if the project's tests ran and pass with it. */
	readonly tested: number;
	/** 1: approved. -1: rejected. 0: not reviewed. */
	readonly review: number;
	/** Votes in the model's comparison; 0 if it was not compared. */
	readonly votes: number;
	/** The better its scores in these votes, from -2 to 2. */
	readonly score: number;
	/** Minus the number of changed lines. */
	readonly size: number;
}

export interface GradedPatch {
	readonly patch: Patch;
	readonly grades: Grades;
	/** In short sentences, the weightiest first. */
	readonly reasons: readonly string[];
}

/** One ground for or against a patch. */
interface Ground {
	readonly points: number;
	readonly reasons: readonly string[];
}

/** Grades a patch by all that is known about it but a vote. */
export function gradePatch(patch: Patch, fix: RunFix): GradedPatch {
	const crash = crashGround(patch, fix);
	const reproducer = reproducerGround(patch, fix);
	const tests = testsGround(patch, fix);
	const review = reviewGround(patch, fix);
	const nChanged = nChangedLines(patch);
	const size = `It changes ${counted(nChanged, 'line')} in ${counted(patch.files.length, 'file')}.`;
	return {
		patch,
		grades: {
			refuted: Math.min(0, crash.points),
			regression: Math.min(0, tests.points),
			cleared: Math.max(0, crash.points),
			reproducer: reproducer.points,
			tested: Math.max(0, tests.points),
			review: review.points,
			...{ votes: 0, score: 0, size: -nChanged },
		},
		reasons: [...crash.reasons, ...reproducer.reasons, ...tests.reasons, ...review.reasons, size],
	};
}

/** No reason if no such commands are set. */
function crashGround({ id }: Patch, { crashChecks }: RunFix): Ground {
	const plain = crashChecks.findLast(({ patch }) => patch === undefined);
	const ran = crashChecks.findLast(({ patch }) => patch === id);
	const proof = ran && crashProof(ran, plain);
	const points = proof === 'proved' ? 1 : proof === 'refuted' ? -1 : 0;
	// If the commands prove nothing, the reason is how they end without the patch.
	const plainWhy = plain === undefined || proof === 'refuted' || plain.verdict === 'built' ? [] : [plain.why];
	return { points, reasons: [...(ran === undefined ? [] : [ran.why]), ...plainWhy] };
}

/** The newest reproducer that was run with the patch counts, unless the review rejects it. */
function reproducerGround(patch: Patch, { reproducerRuns, reviews }: RunFix): Ground {
	const after = reproducerRuns.findLast(run => run.patch === patch.id);
	const isRejected = reviews.some(
		review => review.patch === patch.id && review.reproducer === after?.reproducer && review.testCorrect === false,
	);
	if (after !== undefined && isRejected) {
		return { points: 0, reasons: ['The reviewer rejects the reproducer that was run with it.'] };
	}
	const before = reproducerRuns.findLast(run => run.patch === undefined && run.reproducer === after?.reproducer);
	if (after === undefined || before?.verdict !== 'reproduced') {
		return { points: 0, reasons: ['No reproducer was run with it.'] };
	}
	return { points: after.verdict === 'passed' ? 1 : -1, reasons: [executedText[after.verdict]] };
}

const executedText: Readonly<Record<ReproducerVerdict, string>> = {
	passed: 'The reproducer fails without it and passes with it.',
	reproduced: 'The reproducer still fails with it.',
	flaky: 'The reproducer is flaky with it.',
	environment: 'The reproducer cannot run with it.',
	otherError: 'The reproducer fails in another way with it.',
	timedOut: 'The reproducer times out with it.',
};

/** No reason if no tests were run. */
function testsGround({ id }: Patch, { validationRuns, reviews }: RunFix): Ground {
	const ran = validationRuns.findLast(({ patch }) => patch === id);
	if (ran === undefined) {
		return { points: 0, reasons: [] };
	}
	const review = reviews.findLast(({ patch }) => patch === id);
	const wrong = review?.wrongTests ?? [];
	const points = { passed: 1, failed: -nBrokenBy(ran, review) || 1, unclear: 0 }[ran.verdict];
	const changed =
		wrong.length === 0 ? [] : [`It changes what ${listed(wrong, 3)} asserts, which the reviewer confirms.`];
	return { points, reasons: [ran.why, ...changed] };
}

function reviewGround({ id }: Patch, { reviews }: RunFix): Ground {
	const review = reviews.findLast(({ patch }) => patch === id);
	if (review === undefined) {
		return { points: 0, reasons: ['It was not reviewed.'] };
	}
	const how = review.reproducer === undefined ? ', without a reproducer' : '';
	return review.patchCorrect
		? { points: 1, reasons: [`The reviewer approves it${how}.`] }
		: { points: -1, reasons: [`The reviewer rejects it${how}: ${review.patchAdvice || review.patchAnalysis}`] };
}

function nChangedLines({ files }: Patch): number {
	return fileChanges(files)
		.map(changedLines)
		.reduce((sum, { nAdded, nRemoved }) => sum + nAdded + nRemoved, 0);
}

import { changedLines } from '../../diff/changedLines';
import { fileChanges } from '../../diff/fileChanges';
import { counted } from '../../model/counted';
import type { Patch, RankedPatch } from '../../model/patch';
import type { ReproducerVerdict } from '../../model/reproducer';
import type { RunFix } from '../../model/run/runFix';
import type { ValidationVerdict } from '../../model/testing/validation';

/** Evidence for or against a patch. */
interface Grounds {
	readonly points: number;
	readonly reasons: readonly string[];
}

/**
 * The patches of a run, best first: by what the reproducer does with each, then by what the project's tests do, then by
 * the newest review of it, then by how few lines it changes; of equals the later one comes first. Executions weigh more
 * than reviews.
 */
export function rankPatches(fix: RunFix): RankedPatch[] {
	return fix.patches
		.map((patch, at) => ({
			...{ patch, at },
			executed: executionGrounds(patch, fix),
			validated: validationGrounds(patch, fix),
			reviewed: reviewGrounds(patch, fix),
		}))
		.sort(
			(a, b) =>
				b.executed.points - a.executed.points ||
				b.validated.points - a.validated.points ||
				b.reviewed.points - a.reviewed.points ||
				nChangedLines(a.patch) - nChangedLines(b.patch) ||
				b.at - a.at,
		)
		.map(({ patch, executed, validated, reviewed }) => ({
			patch: patch.id,
			reasons: [...executed.reasons, ...validated.reasons, ...reviewed.reasons, sizeText(patch)],
		}));
}

/** The newest reproducer that was run with the patch counts, unless the review rejects it. */
function executionGrounds(patch: Patch, { reproducerRuns, reviews }: RunFix): Grounds {
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
function validationGrounds({ id }: Patch, { validationRuns }: RunFix): Grounds {
	const ran = validationRuns.findLast(({ patch }) => patch === id);
	return ran === undefined ? { points: 0, reasons: [] } : { points: validationPoints[ran.verdict], reasons: [ran.why] };
}

const validationPoints: Readonly<Record<ValidationVerdict, number>> = { passed: 1, failed: -1, unclear: 0 };

function reviewGrounds({ id }: Patch, { reviews }: RunFix): Grounds {
	const review = reviews.findLast(({ patch }) => patch === id);
	if (review === undefined) {
		return { points: 0, reasons: ['It was not reviewed.'] };
	}
	const how = review.reproducer === undefined ? ', without a reproducer' : '';
	return review.patchCorrect
		? { points: 1, reasons: [`The reviewer approves it${how}.`] }
		: { points: -1, reasons: [`The reviewer rejects it${how}: ${review.patchAdvice || review.patchAnalysis}`] };
}

function sizeText(patch: Patch): string {
	const n = nChangedLines(patch);
	return `It changes ${counted(n, 'line')} in ${counted(patch.files.length, 'file')}.`;
}

function nChangedLines({ files }: Patch): number {
	return fileChanges(files)
		.map(changedLines)
		.reduce((sum, { nAdded, nRemoved }) => sum + nAdded + nRemoved, 0);
}

import type { Patch, PatchReview } from '../patch';
import type { ReproducerRun } from '../reproducer';
import type { ValidationRun } from '../validation';
import type { RunFix } from './runFix';

/** A patch the user can choose, with the evidence for and against it. */
export interface PatchCandidate {
	/** From 1, best first; the same in every view. */
	readonly number: number;
	readonly patch: Patch;
	/** The reasons for its rank; empty while nothing is ranked. */
	readonly reasons: readonly string[];
	/** The reproducer without the patch. */
	readonly before?: ReproducerRun;
	/** The reproducer with the patch. */
	readonly after?: ReproducerRun;
	/** The project's tests with the patch. */
	readonly validation?: ValidationRun;
	/** The latest review. */
	readonly review?: PatchReview;
}

/** The ranked patches, best first; after them the unranked ones that no other patch replaces. */
export function patchCandidates(fix: RunFix): PatchCandidate[] {
	const ranked = fix.ranking.flatMap(({ patch: id, reasons }) => {
		const patch = fix.patches.find(each => each.id === id);
		return patch === undefined ? [] : [{ patch, reasons }];
	});
	const others = fix.patches.filter(
		({ id }) => !ranked.some(({ patch }) => patch.id === id) && !fix.patches.some(({ replaces }) => replaces === id),
	);
	return [...ranked, ...others.map(patch => ({ patch, reasons: [] }))].map(({ patch, reasons }, at) => ({
		...{ number: at + 1, patch, reasons },
		...evidenceOf(fix, patch.id),
	}));
}

function evidenceOf(fix: RunFix, patch: string): Pick<PatchCandidate, 'before' | 'after' | 'validation' | 'review'> {
	const review = fix.reviews.findLast(each => each.patch === patch);
	const after = fix.reproducerRuns.findLast(
		run => run.patch === patch && (review?.reproducer === undefined || run.reproducer === review.reproducer),
	);
	const before = fix.reproducerRuns.findLast(
		run => run.patch === undefined && run.reproducer === (after?.reproducer ?? review?.reproducer ?? run.reproducer),
	);
	const validation = fix.validationRuns.findLast(run => run.patch === patch);
	return {
		...(before !== undefined && { before }),
		...(after !== undefined && { after }),
		...(validation !== undefined && { validation }),
		...(review !== undefined && { review }),
	};
}

import { hunksBetween, type TextHunk } from './hunksBetween';
import { mergeTexts } from './mergeTexts';

/**
 * A text whose changes are looked at one by one. Nothing here follows the typing: whatever the live text has become, by
 * typing, undo or a formatter, what is left to decide is worked out anew from these two.
 */
export interface TextReview {
	/** The text without the changes, as far as they are not accepted. */
	readonly baseline: string;
	/** The text with all changes, as it was when they were put in. */
	readonly proposed: string;
}

export interface PendingHunks {
	/** The live text without what is still to be decided; what the person typed elsewhere is in it. */
	readonly baseline: string;
	/** From `baseline` to the live text, from top to bottom. */
	readonly hunks: readonly TextHunk[];
}

/** What is left to decide. What was typed in a hunk, or right beside it, belongs to the hunk. */
export function pendingHunks(review: TextReview, live: string): PendingHunks {
	const baseline = withoutChanges(review, live);
	return { baseline, hunks: hunksBetween(baseline, live) };
}

/** The review once `hunk`, one of those pending in `live`, is accepted. The live text stays as it is. */
export function acceptHunk(review: TextReview, live: string, hunk: TextHunk): TextReview {
	const before = withoutChanges(review, live);
	return movedTo(exchanged(before, hunk.baseline, hunk.current.text), before, review, live);
}

/** The review when all that is pending in `live` is accepted. */
export function acceptAll(review: TextReview, live: string): TextReview {
	return movedTo(live, withoutChanges(review, live), review, live);
}

/** The review and the live text when all that is pending is taken out. */
export function rejectAll(review: TextReview, live: string): { review: TextReview; live: string } {
	const baseline = withoutChanges(review, live);
	const kept = firstFit(baseline, baseline, [review]);
	return { review: kept ?? { baseline, proposed: baseline }, live: baseline };
}

/** The review and the live text once `hunk`, one of those pending in `live`, is taken out. */
export function rejectHunk(review: TextReview, live: string, hunk: TextHunk): { review: TextReview; live: string } {
	const baseline = withoutChanges(review, live);
	const rejected = exchanged(live, hunk.current, hunk.baseline.text);
	const kept = firstFit(baseline, rejected, [review, { baseline, proposed: live }]);
	return { review: kept ?? { baseline, proposed: rejected }, live: rejected };
}

/** The changes taken back, by merging: from the proposed text to the live one, and from the proposed one to the baseline. */
function withoutChanges({ baseline, proposed }: TextReview, live: string): string {
	return mergeTexts(proposed, { mine: live, theirs: baseline }, 'theirs').text;
}

/** The old state is kept as far as it can be, so that undo of what was done earlier still finds its hunks. */
function movedTo(baseline: string, before: string, review: TextReview, live: string): TextReview {
	const carried = mergeTexts(before, { mine: baseline, theirs: review.baseline }, 'mine').text;
	return firstFit(baseline, live, [{ ...review, baseline: carried }]) ?? { baseline, proposed: live };
}

function firstFit(baseline: string, live: string, reviews: readonly TextReview[]): TextReview | undefined {
	return reviews.find(review => withoutChanges(review, live) === baseline);
}

function exchanged(text: string, side: TextHunk['current'], by: string): string {
	const end = side.offset + side.text.length;
	if (text.slice(side.offset, end) !== side.text) {
		throw new Error('This hunk is of another text: work the hunks out anew.');
	}
	return text.slice(0, side.offset) + by + text.slice(end);
}

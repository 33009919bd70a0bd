import { hunksBetween, type TextHunk } from './hunksBetween';
import { mergeTexts } from './mergeTexts';

/**
 * A text whose changes are decided one by one. Edits are not tracked: whatever typing or a formatter did to the live
 * text, the pending changes are recomputed from these two texts.
 */
export interface TextReview {
	/** The text without the pending changes. */
	readonly baseline: string;
	/** The text with the pending changes, at the last decision. */
	readonly proposed: string;
}

export interface PendingHunks {
	/** The live text without the pending changes; the user's edits elsewhere are kept. */
	readonly baseline: string;
	/** From `baseline` to the live text, from top to bottom. */
	readonly hunks: readonly TextHunk[];
}

/** The pending changes. Edits in a hunk, or directly next to it, belong to the hunk. */
export function pendingHunks({ baseline, proposed }: TextReview, live: string): PendingHunks {
	const without = mergeTexts(proposed, { mine: live, theirs: baseline }, 'theirs').text;
	return { baseline: without, hunks: hunksBetween(without, live) };
}

/** The review after `hunks`, some of those pending in `live`, are accepted. The live text does not change. */
export function acceptHunks(review: TextReview, live: string, hunks: readonly TextHunk[]): TextReview {
	const { baseline } = pendingHunks(review, live);
	return { baseline: exchangedHunks(baseline, hunks, 'baseline'), proposed: live };
}

/** The review after `hunks`, some of those pending in `live`, are rejected; its `proposed` is the new live text. */
export function rejectHunks(review: TextReview, live: string, hunks: readonly TextHunk[]): TextReview {
	const { baseline } = pendingHunks(review, live);
	return { baseline, proposed: exchangedHunks(live, hunks, 'current') };
}

/** Replaces the `from` side of the hunks, which `text` contains, with the other side. */
export function exchangedHunks(text: string, hunks: readonly TextHunk[], from: 'baseline' | 'current'): string {
	let result = text;
	for (const hunk of [...hunks].reverse()) {
		const { offset, text: old } = hunk[from];
		if (result.slice(offset, offset + old.length) !== old) {
			throw new Error('This hunk belongs to another text: compute the hunks again.');
		}
		const by = hunk[from === 'baseline' ? 'current' : 'baseline'].text;
		result = result.slice(0, offset) + by + result.slice(offset + old.length);
	}
	return result;
}

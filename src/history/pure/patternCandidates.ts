import type { NeededText } from '../../code/pure/index/trigrams/neededText';
import { stopWords } from '../../code/pure/index/words/stopWords';
import type { CommitIndex, IndexedCommit } from './index/commitIndex';
import { commitFlags, levels, messageOnly } from './index/segmentData';

/** For each segment a byte for each commit: the parts of it that may contain the needed text. */
export type Candidates = readonly Uint8Array[];

const candidateParts = { message: 1, lines: 2 } as const;

const shortestPiece = 3;

/**
 * Returns the commits whose message or changed lines may contain the needed text; undefined if the index cannot tell.
 */
export function patternCandidates(index: CommitIndex, needed: NeededText): Candidates | undefined {
	if (typeof needed === 'string') {
		const piece = longestPiece(needed);
		return piece === undefined ? undefined : containing(index, piece);
	}
	if ('any' in needed) {
		const parts = needed.any.map(each => patternCandidates(index, each));
		const known = parts.filter(each => each !== undefined);
		return known.length < parts.length || known.length === 0 ? undefined : combined(known, (a, b) => a | b);
	}
	const known = needed.all.map(each => patternCandidates(index, each)).filter(each => each !== undefined);
	return known.length === 0 ? undefined : combined(known, (a, b) => a & b);
}

/** Whether the needed text may be in a part of a commit. */
export function mayBeIn(
	part: keyof typeof candidateParts,
	candidates: Candidates | undefined,
	{ at, commit }: IndexedCommit,
): boolean {
	return candidates === undefined || ((candidates[at]?.[commit] ?? 0) & candidateParts[part]) !== 0;
}

/** A part of a word that the terms of every word with it contain. */
function longestPiece(text: string): string | undefined {
	const pieces = text.split(/[^\w$]+/).map(word => word.replaceAll(/[_$]/g, '').toLowerCase());
	const usable = pieces.map(withoutEnding).filter(isUsable);
	return usable.sort((a, b) => b.length - a.length)[0];
}

/** Removes the endings that `stem` removes. */
function withoutEnding(word: string): string {
	return word.replace(/(?:ies|ing|ed|es|s)$/, '');
}

/** Words that are left out of the index, and numbers, tell nothing. */
function isUsable(piece: string): boolean {
	return (
		piece.length >= shortestPiece &&
		/^[a-z\d]{1,80}$/.test(piece) &&
		/[a-z]/.test(piece) &&
		![...stopWords].some(word => word.includes(piece))
	);
}

function containing({ segments }: CommitIndex, piece: string): Candidates {
	return segments.map(({ segment, masks }) => {
		const found = segment.flags.map(flags =>
			(flags & (commitFlags.isCut | commitFlags.hasNoDiff)) === 0 ? 0 : candidateParts.lines,
		);
		for (const { n, commits, bytes } of segment.postingsContaining(piece)) {
			for (let at = 0; at < n; at++) {
				const commit = commits[at] ?? 0;
				const seen = (bytes[at] ?? 0) & (masks[commit] ?? 0);
				const inLines = levels.lines(seen) > 0 ? candidateParts.lines : 0;
				const inMessage = (seen & messageOnly) === 0 ? 0 : candidateParts.message;
				found[commit] = (found[commit] ?? 0) | inLines | inMessage;
			}
		}
		return found;
	});
}

function combined(all: readonly Candidates[], combine: (a: number, b: number) => number): Candidates {
	return all.reduce((sum, each) =>
		sum.map((bytes, at) => bytes.map((byte, nth) => combine(byte, each[at]?.[nth] ?? 0))),
	);
}

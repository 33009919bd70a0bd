import { diff3Merge } from 'node-diff3';
import { wholeLines } from './textLines';

/** Different changes of the two sides to the same lines, or to directly adjacent ones. Texts are whole lines. */
export interface MergeConflict {
	/** The line of `mine` it begins on, 1-based. */
	readonly startLine: number;
	readonly base: string;
	readonly mine: string;
	readonly theirs: string;
}

export interface MergedTexts {
	/** The changes of both sides; in a conflict, the requested side's. */
	readonly text: string;
	readonly conflicts: readonly MergeConflict[];
}

/**
 * Three-way merge by lines. `inConflict` selects the side whose text is used in a conflict; a caller that must not
 * choose checks `conflicts` first.
 */
export function mergeTexts(base: string, sides: MergeSides, inConflict: 'mine' | 'theirs'): MergedTexts {
	const [o, a, b] = [wholeLines(base), wholeLines(sides.mine), wholeLines(sides.theirs)];
	const nHead = sameAtStart(o, a, b);
	const nTail = sameAtEnd([o, a, b].map(lines => lines.slice(nHead)));
	const middle = (lines: readonly string[]) => lines.slice(nHead, lines.length - nTail);
	const conflicts: MergeConflict[] = [];
	const text = diff3Merge<string>(middle(a), middle(o), middle(b), { excludeFalseConflicts: true })
		.map(({ ok, conflict }) => {
			if (conflict === undefined) {
				return (ok ?? []).join('');
			}
			const [base, mine, theirs] = [conflict.o.join(''), conflict.a.join(''), conflict.b.join('')];
			conflicts.push({ startLine: nHead + conflict.aIndex + 1, base, mine, theirs });
			return inConflict === 'mine' ? mine : theirs;
		})
		.join('');
	const tail = o.slice(o.length - nTail).join('');
	return { text: o.slice(0, nHead).join('') + text + tail, conflicts };
}

export interface MergeSides {
	readonly mine: string;
	readonly theirs: string;
}

/** The length of the common start. It need not be merged, which is slow for a long file with many equal lines. */
function sameAtStart(...texts: readonly (readonly string[])[]): number {
	const [first = []] = texts;
	const differs = first.findIndex((line, at) => texts.some(lines => lines[at] !== line));
	return differs === -1 ? Math.min(...texts.map(({ length }) => length)) : differs;
}

function sameAtEnd(texts: readonly (readonly string[])[]): number {
	return sameAtStart(...texts.map(lines => [...lines].reverse()));
}

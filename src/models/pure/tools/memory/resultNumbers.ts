import type { MemoryEntry } from '../../../../runs/pure/fold/memory/memoryEntry';

/** What a number in the working memory means: a result, or one of its pieces. Both from 1. */
export interface ResultNumber {
	readonly result: number;
	/** Absent: the whole result. */
	readonly piece?: number;
}

/** The numbers in a text or a list: `5`, `[5.2]`, `5.1, 5.3`. */
export function resultNumbers(written: unknown): ResultNumber[] {
	const text = Array.isArray(written) ? written.join(' ') : String(written ?? '');
	return [...text.matchAll(/(?<![\w.])(\d{1,6})(?:\.(\d{1,6}))?(?![\w.]\w)/g)].map(([, result, piece]) => ({
		result: Number(result),
		...(piece !== undefined && { piece: Number(piece) }),
	}));
}

/** Whether a piece of a result is meant: by its own number, or by that of the result. */
export function isMeant(numbers: readonly ResultNumber[], result: number, piece: number): boolean {
	return numbers.some(each => each.result === result && (each.piece ?? piece) === piece);
}

/** The entries of a memory that are named, in which the pieces that are not named are closed. */
export function keptEntries(entries: readonly MemoryEntry[], keep: readonly ResultNumber[]): MemoryEntry[] {
	return entries.flatMap((entry, at) => {
		const parts = entry.parts.map((part, nth) =>
			isMeant(keep, at + 1, nth + 1) ? part : { ...part, state: 'closed' as const },
		);
		return keep.some(({ result }) => result === at + 1) ? [{ ...entry, parts }] : [];
	});
}

export function numberText({ result, piece }: ResultNumber): string {
	return piece === undefined ? `[${result}]` : `[${result}.${piece}]`;
}

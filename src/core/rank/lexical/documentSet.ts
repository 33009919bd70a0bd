import type { TokenSpan } from './tokenCorpus';

/** How often each of some terms occurs in each document: rows of `(slot, count)` in one pair of arrays. */
export interface TermCounts {
	/** Row of document d: `rowStarts[d]` to `rowStarts[d + 1]`. */
	readonly rowStarts: Int32Array;
	/** Position of the term among the requested ones. */
	readonly slots: Int32Array;
	readonly counts: Int32Array;
}

/** Documents made of spans of one token stream; they may overlap. */
export class DocumentSet {
	readonly lengths: Int32Array;
	readonly meanLength: number;

	constructor(
		private readonly tokens: Int32Array,
		private readonly documents: readonly (readonly TokenSpan[])[],
	) {
		this.lengths = Int32Array.from(documents, spans => spans.reduce((sum, { start, end }) => sum + end - start, 0));
		const total = this.lengths.reduce((sum, length) => sum + length, 0);
		this.meanLength = documents.length === 0 ? 0 : total / documents.length;
	}

	get size(): number {
		return this.documents.length;
	}

	/** Counts distinct terms in every document in one pass over the tokens. */
	count(terms: readonly number[]): TermCounts {
		const slotOf = slotTable(terms);
		const rowStarts = new Int32Array(this.size + 1);
		const slots: number[] = [];
		const counts: number[] = [];
		const counted = new Int32Array(terms.length);
		for (const [at, spans] of this.documents.entries()) {
			const met = this.countIn(spans, slotOf, counted);
			for (const slot of met) {
				slots.push(slot);
				counts.push(counted[slot] ?? 0);
				counted[slot] = 0;
			}
			rowStarts[at + 1] = slots.length;
		}
		return { rowStarts, slots: Int32Array.from(slots), counts: Int32Array.from(counts) };
	}

	/** Fills `counted` for the slots it returns, in ascending order. */
	private countIn(spans: readonly TokenSpan[], slotOf: Int32Array, counted: Int32Array): number[] {
		const met: number[] = [];
		for (const { start, end } of spans) {
			for (let at = start; at < end; at++) {
				const slot = slotOf[this.tokens[at] ?? 0] ?? -1;
				const count = slot < 0 ? -1 : (counted[slot] ?? 0);
				if (count === 0) {
					met.push(slot);
				}
				if (count >= 0) {
					counted[slot] = count + 1;
				}
			}
		}
		return met.sort((a, b) => a - b);
	}
}

/** Term number -> slot; -1, or beyond the end, for terms not requested. */
function slotTable(terms: readonly number[]): Int32Array {
	const table = new Int32Array(terms.reduce((most, term) => Math.max(most, term + 1), 0)).fill(-1);
	for (const [slot, term] of terms.entries()) {
		table[term] = slot;
	}
	return table;
}

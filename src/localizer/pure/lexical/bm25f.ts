import { Growing } from '../../../code/pure/index/tables/growing';
import type { DocumentSet } from './documentSet';

/** One view of every document: its names, its text. */
export interface DocumentField {
	readonly documents: DocumentSet;
	/** The weight of one occurrence in this field. */
	readonly weight: number;
	/** 0: length does not matter; 1: occurrences count in proportion to it. BM25's `b`. */
	readonly lengthNorm: number;
}

/** Term number -> weight. */
export type Query = ReadonlyMap<number, number>;

/** BM25's `k1`: how soon further occurrences stop counting. */
const saturation = 1.2;

/**
 * Ranks documents of several fields by BM25F (Robertson, Zaragoza and Taylor 2004): occurrences are weighted by field
 * and length, added up over the fields, and only then saturated. The documents are counted once; then any query over the
 * given terms can be scored.
 */
export class FieldedDocuments {
	readonly size: number;
	/** Of all documents, or of those that the others are compared with. */
	private readonly nCompared: number;
	private readonly meanLengths: readonly number[];
	private readonly slotOf: ReadonlyMap<number, number>;
	private readonly rowStarts: Uint32Array;
	private readonly slots: Uint32Array;
	private readonly frequencies: Float64Array;
	/** The number of documents that contain each term, in any field. */
	private readonly nDocuments: Int32Array;

	/**
	 * The slots of the fields' counts are positions in `terms`; those beyond are left out. `before`: documents to which
	 * these are added, and which alone decide how rare a term is and how long a document.
	 */
	constructor(
		fields: readonly DocumentField[],
		private readonly terms: readonly number[],
		before?: FieldedDocuments,
	) {
		const nOwn = fields[0]?.documents.size ?? 0;
		this.size = (before?.size ?? 0) + nOwn;
		this.nCompared = before?.nCompared ?? nOwn;
		this.meanLengths = before?.meanLengths ?? fields.map(({ documents }) => documents.meanLength);
		this.slotOf = new Map(terms.map((term, slot) => [term, slot]));
		const own = mergeFields(fields, this.meanLengths, terms.length);
		const rows = before === undefined ? own : joinedRows(before.rows, own);
		this.rowStarts = rows.rowStarts;
		this.slots = rows.slots;
		this.frequencies = rows.frequencies;
		this.nDocuments = before?.nDocuments ?? new Int32Array(terms.length);
		for (const slot of before === undefined ? this.slots : []) {
			this.nDocuments[slot] = (this.nDocuments[slot] ?? 0) + 1;
		}
	}

	private get rows(): Rows {
		const { rowStarts, slots, frequencies } = this;
		return { rowStarts, slots, frequencies };
	}

	/** The number of documents that contain a term; 0 for one not given at the start. */
	nDocumentsWith(term: number): number {
		return this.nDocuments[this.slotOf.get(term) ?? -1] ?? 0;
	}

	/** One score per document, 0 if no term of the query occurs. Terms not given at the start are ignored. */
	score(query: Query): Float64Array {
		const weights = new Float64Array(this.slotOf.size);
		for (const [term, weight] of query) {
			const slot = this.slotOf.get(term);
			if (slot !== undefined) {
				weights[slot] = weight * this.rarity(slot);
			}
		}
		const scores = new Float64Array(this.size);
		for (let document = 0; document < this.size; document++) {
			let sum = 0;
			const end = this.rowStarts[document + 1] ?? 0;
			for (let at = this.rowStarts[document] ?? 0; at < end; at++) {
				const frequency = this.frequencies[at] ?? 0;
				sum += ((weights[this.slots[at] ?? 0] ?? 0) * frequency * (saturation + 1)) / (frequency + saturation);
			}
			scores[document] = sum;
		}
		return scores;
	}

	/** The share of the query that each document covers, each term weighted by how rare it is; 0..1. */
	coverage(query: Query): Float64Array {
		const shares = new Float64Array(this.slotOf.size);
		const known = [...query.keys()].flatMap(term => this.slotOf.get(term) ?? []);
		const total = known.reduce((sum, slot) => sum + this.rarity(slot), 0);
		for (const slot of known) {
			shares[slot] = this.rarity(slot) / total;
		}
		const covered = new Float64Array(this.size);
		for (let document = 0; document < this.size; document++) {
			let sum = 0;
			const end = this.rowStarts[document + 1] ?? 0;
			for (let at = this.rowStarts[document] ?? 0; at < end; at++) {
				sum += shares[this.slots[at] ?? 0] ?? 0;
			}
			covered[document] = sum;
		}
		return covered;
	}

	/** Calls back with the terms of a document. */
	forEachTerm(document: number, take: (term: number) => void): void {
		const end = this.rowStarts[document + 1] ?? 0;
		for (let at = this.rowStarts[document] ?? 0; at < end; at++) {
			take(this.terms[this.slots[at] ?? 0] ?? -1);
		}
	}

	/** The weight of a term by how few documents have it. */
	rarityOf(term: number): number {
		const slot = this.slotOf.get(term);
		return slot === undefined ? 0 : this.rarity(slot);
	}

	/** BM25's inverse document frequency, never negative. */
	private rarity(slot: number): number {
		const n = this.nDocuments[slot] ?? 0;
		return Math.log(1 + (this.nCompared - n + 0.5) / (n + 0.5));
	}
}

/** Of each document its terms, and their weighted occurrences over all fields. */
interface Rows {
	readonly rowStarts: Uint32Array;
	readonly slots: Uint32Array;
	readonly frequencies: Float64Array;
}

/** The rows of some documents, and behind them those of others. */
function joinedRows(before: Rows, own: Rows): Rows {
	const nBefore = before.slots.length;
	const rowStarts = new Uint32Array(before.rowStarts.length + own.rowStarts.length - 1);
	rowStarts.set(before.rowStarts);
	rowStarts.set(
		own.rowStarts.subarray(1).map(start => start + nBefore),
		before.rowStarts.length,
	);
	const slots = new Uint32Array(nBefore + own.slots.length);
	slots.set(before.slots);
	slots.set(own.slots, nBefore);
	const frequencies = new Float64Array(slots.length);
	frequencies.set(before.frequencies);
	frequencies.set(own.frequencies, nBefore);
	return { rowStarts, slots, frequencies };
}

function mergeFields(fields: readonly DocumentField[], meanLengths: readonly number[], nSlots: number): Rows {
	const size = fields[0]?.documents.size ?? 0;
	const rowStarts = new Uint32Array(size + 1);
	const slots = new Growing(new Uint32Array());
	const frequencies = new Growing(new Float64Array());
	const sums = new Float64Array(nSlots);
	const counted = new Float64Array(nSlots);
	let met: number[] = [];
	const addSlot = (slot: number, perOccurrence: number) => {
		if (sums[slot] === 0) {
			met.push(slot);
		}
		sums[slot] = (sums[slot] ?? 0) + perOccurrence * (counted[slot] ?? 0);
		counted[slot] = 0;
	};
	for (let document = 0; document < size; document++) {
		met = [];
		for (const [field, { documents, weight, lengthNorm }] of fields.entries()) {
			const meanLength = meanLengths[field] ?? 0;
			const relative = meanLength === 0 ? 0 : (documents.lengths[document] ?? 0) / meanLength;
			const perOccurrence = weight / (1 - lengthNorm + lengthNorm * relative);
			for (const slot of documents.count(document, nSlots, counted)) {
				addSlot(slot, perOccurrence);
			}
		}
		for (const slot of met) {
			slots.push(slot);
			frequencies.push(sums[slot] ?? 0);
			sums[slot] = 0;
		}
		rowStarts[document + 1] = slots.length;
	}
	return { rowStarts, slots: slots.finish(), frequencies: frequencies.finish() };
}

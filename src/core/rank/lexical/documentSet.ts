import type { SegmentRange, TermCounts } from '../../index/words/wordIndex';

/** Documents made of segments of one sequence; they may overlap. */
export class DocumentSet {
	readonly lengths: Float64Array;
	readonly meanLength: number;

	/** `lengths` and `counts`: of the segments. */
	constructor(
		private readonly documents: Documents,
		lengths: Uint32Array,
		private readonly counts: TermCounts,
	) {
		this.lengths = new Float64Array(documents.size);
		for (let document = 0; document < documents.size; document++) {
			let sum = 0;
			documents.forEachSegment(document, segment => {
				sum += lengths[segment] ?? 0;
			});
			this.lengths[document] = sum;
		}
		const total = this.lengths.reduce((sum, length) => sum + length, 0);
		this.meanLength = documents.size === 0 ? 0 : total / documents.size;
	}

	get size(): number {
		return this.documents.size;
	}

	/** Adds how often each term occurs in a document to `counted`, and returns the slots below `nSlots`, ascending. */
	count(document: number, nSlots: number, counted: Float64Array): readonly number[] {
		const { rowStarts, slots, counts } = this.counts;
		const met: number[] = [];
		this.documents.forEachSegment(document, segment => {
			const end = rowStarts[segment + 1] ?? 0;
			for (let at = rowStarts[segment] ?? 0; at < end; at++) {
				const slot = slots[at] ?? 0;
				if (slot < nSlots) {
					if (counted[slot] === 0) {
						met.push(slot);
					}
					counted[slot] = (counted[slot] ?? 0) + (counts[at] ?? 0);
				}
			}
		});
		return met.sort((a, b) => a - b);
	}
}

/** The segments of each document. */
export class Documents {
	private readonly first: Uint32Array;
	private readonly ranges: Uint32Array;

	constructor(documents: readonly (readonly SegmentRange[])[]) {
		this.first = new Uint32Array(documents.length + 1);
		this.ranges = Uint32Array.from(documents.flatMap(ranges => ranges.flatMap(({ start, end }) => [start, end])));
		for (const [at, { length }] of documents.entries()) {
			this.first[at + 1] = (this.first[at] ?? 0) + 2 * length;
		}
	}

	get size(): number {
		return this.first.length - 1;
	}

	forEachSegment(document: number, take: (segment: number) => void): void {
		for (let at = this.first[document] ?? 0; at < (this.first[document + 1] ?? 0); at += 2) {
			for (let segment = this.ranges[at] ?? 0; segment < (this.ranges[at + 1] ?? 0); segment++) {
				take(segment);
			}
		}
	}
}

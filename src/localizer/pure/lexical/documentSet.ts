import { Growing } from '../../../code/pure/index/tables/growing';
import type { SegmentRange, TermCounts } from '../../../code/pure/index/words/wordIndex';

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
		let met: number[] | undefined;
		this.documents.forEachSegment(document, segment => {
			const end = rowStarts[segment + 1] ?? 0;
			for (let at = rowStarts[segment] ?? 0; at < end; at++) {
				const slot = slots[at] ?? 0;
				if (slot < nSlots) {
					if (counted[slot] === 0) {
						met ??= [];
						met.push(slot);
					}
					counted[slot] = (counted[slot] ?? 0) + (counts[at] ?? 0);
				}
			}
		});
		return met?.sort((a, b) => a - b) ?? none;
	}
}

const none: readonly number[] = [];

/** The segments of each document. */
export class Documents {
	/** Ranges of document d: from `first[d]` to `first[d + 1]`, each a start and an end. */
	constructor(
		private readonly first: Uint32Array,
		private readonly ranges: Uint32Array,
	) {}

	/** One segment for each document. */
	static ofSegments(segments: Uint32Array): Documents {
		const first = new Uint32Array(segments.length + 1);
		const ranges = new Uint32Array(2 * segments.length);
		for (let at = 0; at < segments.length; at++) {
			const segment = segments[at] ?? 0;
			ranges[2 * at] = segment;
			ranges[2 * at + 1] = segment + 1;
			first[at + 1] = 2 * at + 2;
		}
		return new Documents(first, ranges);
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

/** Makes documents one after the other. */
export class DocumentsBuilder {
	private readonly first: Uint32Array;
	private readonly ranges = new Growing(new Uint32Array());
	private document = 0;

	constructor(nDocuments: number) {
		this.first = new Uint32Array(nDocuments + 1);
	}

	/** Adds to the current document. */
	add({ start, end }: SegmentRange): void {
		this.ranges.push(start);
		this.ranges.push(end);
	}

	end(): void {
		this.document++;
		this.first[this.document] = this.ranges.length;
	}

	finish(): Documents {
		return new Documents(this.first, this.ranges.finish());
	}
}

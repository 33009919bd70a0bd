import { NumberReader } from './numbers';
import { isGeneratedFlag, type WordFile, type WordSource } from './wordData';

/** The words of many files: how often each occurs in each segment of their lines. It never changes. */
export class WordTable {
	readonly paths: readonly string[];
	/** Segments of row r: from `first[r]` to `first[r + 1]`. */
	readonly first: Uint32Array;
	/** The first line of each segment. */
	readonly lines: Uint32Array;
	/** How many terms each segment has. */
	readonly lengths: Uint32Array;
	private readonly sizes: Float64Array;
	private readonly times: Float64Array;
	private readonly flags: Uint8Array;
	private readonly rows: ReadonlyMap<string, number>;

	constructor(readonly source: WordSource) {
		const paths = new TextDecoder('utf-8', { ignoreBOM: true }).decode(source.read('paths')).split('\0');
		this.paths = paths.slice(0, -1);
		this.rows = new Map(this.paths.map((path, row) => [path, row]));
		this.sizes = new Float64Array(source.read('sizes').slice().buffer);
		this.times = new Float64Array(source.read('times').slice().buffer);
		this.flags = source.read('flags');
		({ first: this.first, lines: this.lines, lengths: this.lengths } = segmentsOf(source, this.paths.length));
	}

	get nSegments(): number {
		return this.lines.length;
	}

	/** -1 if there is none. */
	rowOf(path: string): number {
		return this.rows.get(path) ?? -1;
	}

	isGenerated(row: number): boolean {
		return ((this.flags[row] ?? 0) & isGeneratedFlag) !== 0;
	}

	sizeAt(row: number): number {
		return this.sizes[row] ?? 0;
	}

	timeAt(row: number): number {
		return this.times[row] ?? 0;
	}

	flagsAt(row: number): number {
		return this.flags[row] ?? 0;
	}

	/** Whether a file is still as it was counted. */
	isSame(row: number, { sizeBytes, modifiedMs, cuts }: WordFile): boolean {
		return this.sizes[row] === sizeBytes && this.times[row] === modifiedMs && this.hasCuts(row, cuts);
	}

	private hasCuts(row: number, cuts: readonly number[]): boolean {
		const start = (this.first[row] ?? 0) + 1;
		const nCuts = (this.first[row + 1] ?? 0) - start;
		return (
			this.isGenerated(row) || (nCuts === cuts.length && cuts.every((line, at) => this.lines[start + at] === line))
		);
	}
}

/** Calls back with each posting of a word. */
export function readPostings(reader: NumberReader, take: (segment: number, count: number) => void): void {
	for (let segment = -1; reader.at < reader.end; ) {
		const distance = reader.next();
		segment += 1 + Math.floor(distance / 2);
		take(segment, distance % 2 === 0 ? 1 : reader.next());
	}
}

function segmentsOf(source: WordSource, nFiles: number): Pick<WordTable, 'first' | 'lines' | 'lengths'> {
	const bytes = source.read('segments');
	const reader = new NumberReader(bytes);
	const first = new Uint32Array(nFiles + 1);
	// A segment takes at least two bytes.
	const lines = new Uint32Array(bytes.length >>> 1);
	const lengths = new Uint32Array(bytes.length >>> 1);
	let segment = 0;
	for (let row = 0; row < nFiles; row++) {
		const nSegments = reader.next();
		let line = 1;
		for (let at = 0; at < nSegments; at++) {
			line += reader.next();
			lines[segment] = line;
			lengths[segment] = reader.next();
			segment++;
		}
		first[row + 1] = segment;
	}
	return { first, lines: lines.slice(0, segment), lengths: lengths.slice(0, segment) };
}

/** Reads the words of a table in order. */
export class SpellingsReader {
	/** The spelling of the last word is in its first `length` bytes. */
	readonly bytes = new Uint8Array(1 << 12);
	length = 0;
	/** The number of them shared with the previous word. */
	nShared = 0;
	/** The range of the last word's postings. */
	start = 0;
	end = 0;
	private readonly numbers: NumberReader;

	constructor(private readonly words: Uint8Array) {
		this.numbers = new NumberReader(words);
	}

	/** False at the end. */
	next(): boolean {
		const { numbers } = this;
		if (numbers.at >= numbers.end) {
			return false;
		}
		this.nShared = numbers.next();
		const nMore = numbers.next();
		this.start = this.end;
		this.end += numbers.next();
		for (let at = 0; at < nMore; at++) {
			this.bytes[this.nShared + at] = this.words[numbers.at + at] ?? 0;
		}
		numbers.at += nMore;
		this.length = this.nShared + nMore;
		return true;
	}
}

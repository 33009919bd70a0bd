import { NumberReader } from './numbers';
import type { StopWords } from './stopWords';
import type { TermMatchers } from './termMatchers';
import type { WordFile } from './wordData';
import { readPostings, SpellingsReader, type WordTable } from './wordTable';

/** How often each of some terms occurs in each row: a segment, or a document. */
export interface TermCounts {
	/** Entries of row r: from `rowStarts[r]` to `rowStarts[r + 1]`. A slot may occur in several of them. */
	readonly rowStarts: Uint32Array;
	/** Position of the term among those that were asked for. */
	readonly slots: Uint32Array;
	readonly counts: Uint32Array;
}

/** Some segments in sequence; `end` is exclusive. */
export interface SegmentRange {
	readonly start: number;
	readonly end: number;
}

/** Lets other tasks run. */
export type Pause = () => Promise<void>;

const noSegments: SegmentRange = { start: 0, end: 0 };
/** Words are matched, and postings are read, in parts of about this size. */
const partSize = { words: 1 << 12, postingBytes: 1 << 20 };

/** The words of a workspace's files: of one table, and of small ones for the files that changed since it was made. */
export class WordIndex {
	/** The number of terms of each segment, for all tables one after the other. */
	readonly lengths: Uint32Array;
	private readonly lines: Uint32Array;
	/** The position of each table's first segment among all. */
	private readonly offsets: readonly number[];
	private readonly changed: ReadonlyMap<string, number>;
	readonly stopWords: StopWords;
	private readonly languages: ReadonlyMap<string, string | undefined>;

	/** The tables after the first have one file each, which takes the place of one of the same path. */
	constructor(
		private readonly tables: readonly WordTable[],
		{ files, stopWords }: IndexedWords,
		private readonly pause?: Pause,
	) {
		this.stopWords = stopWords;
		this.languages = new Map(files.map(({ path, language }) => [path, language]));
		let nSegments = 0;
		this.offsets = tables.map(table => {
			nSegments += table.nSegments;
			return nSegments - table.nSegments;
		});
		this.changed = new Map(tables.slice(1).map((table, at) => [table.paths[0] ?? '', at + 1]));
		const all = (numbers: (table: WordTable) => Uint32Array) => {
			const together = new Uint32Array(tables.length === 1 ? 0 : nSegments);
			for (const [at, table] of tables.length === 1 ? [] : tables.entries()) {
				together.set(numbers(table), this.offsets[at]);
			}
			return tables.length === 1 && tables[0] !== undefined ? numbers(tables[0]) : together;
		};
		this.lengths = all(table => table.lengths);
		this.lines = all(table => table.lines);
	}

	isGenerated(path: string): boolean {
		const { table, row } = this.placeOf(path);
		return row >= 0 && table?.isGenerated(row) === true;
	}

	/** The words to leave out of a query. */
	meaningless(): ReadonlySet<string> {
		return this.stopWords.inMost(this.languages.values());
	}

	/** The id of the language of a file. */
	languageOf(path: string): string | undefined {
		return this.languages.get(path);
	}

	/** The segments of a file; none if it could not be read. */
	segmentsOf(path: string): SegmentRange {
		const { table, row, offset } = this.placeOf(path);
		return table === undefined || row < 0
			? noSegments
			: { start: offset + (table.first[row] ?? 0), end: offset + (table.first[row + 1] ?? 0) };
	}

	/** Returns the segments of a file that begin in some of its lines, 1-based and inclusive. */
	within({ start, end }: SegmentRange, startLine: number, endLine: number): SegmentRange {
		const first = this.firstFrom(start, end, startLine);
		return { start: first, end: this.firstFrom(first, end, endLine + 1) };
	}

	/** The lines of a segment of a file, 1-based and inclusive; the last segment has no end. */
	linesOf(path: string, segment: number): { readonly startLine: number; readonly endLine: number } {
		const isLast = segment + 1 >= this.segmentsOf(path).end;
		const endLine = isLast ? Number.POSITIVE_INFINITY : (this.lines[segment + 1] ?? 0) - 1;
		return { startLine: this.lines[segment] ?? 0, endLine };
	}

	/** How often the terms occur in each segment. Throws when the signal is aborted. */
	async countsOf(matchers: TermMatchers, signal?: AbortSignal): Promise<TermCounts> {
		const pause = async () => {
			await this.pause?.();
			signal?.throwIfAborted();
		};
		const words: MatchedWord[] = [];
		const { matcher, languages } = matchers.forFiles(this.languages.values());
		const languageOf = this.languagesOfSegments(languages);
		for (const [at, table] of this.tables.entries()) {
			const read = new SpellingsReader(table.source.read('words'));
			for (let nRead = 1; read.next(); nRead++) {
				const slots = matcher.slotsOf(read.bytes, read.length, read.nShared);
				if (slots.length > 0) {
					const spelling = read.bytes.subarray(0, read.length);
					const byLanguage = matchers.slotsByLanguage(spelling, languages);
					words.push({ table: at, start: read.start, end: read.end, slots, ...(byLanguage && { byLanguage }) });
				}
				if (nRead % partSize.words === 0) {
					await pause();
				}
			}
		}
		const rowStarts = new Uint32Array(this.lengths.length + 1);
		const slotsIn = ({ slots, byLanguage }: MatchedWord, segment: number) =>
			byLanguage === undefined ? slots : (byLanguage[languageOf[segment] ?? 0] ?? slots);
		await this.forEachPosting(words, pause, (segment, _count, word) => {
			const slots = slotsIn(word, segment);
			rowStarts[segment + 1] = (rowStarts[segment + 1] ?? 0) + slots.length;
		});
		for (let segment = 0; segment < this.lengths.length; segment++) {
			rowStarts[segment + 1] = (rowStarts[segment + 1] ?? 0) + (rowStarts[segment] ?? 0);
		}
		const nEntries = rowStarts[this.lengths.length] ?? 0;
		const counts = { rowStarts, slots: new Uint32Array(nEntries), counts: new Uint32Array(nEntries) };
		const next = rowStarts.slice();
		await this.forEachPosting(words, pause, (segment, count, word) => {
			for (const slot of slotsIn(word, segment)) {
				const at = next[segment] ?? 0;
				counts.slots[at] = slot;
				counts.counts[at] = count;
				next[segment] = at + 1;
			}
		});
		return counts;
	}

	private placeOf(path: string): {
		readonly table: WordTable | undefined;
		readonly row: number;
		readonly offset: number;
	} {
		const at = this.changed.get(path) ?? 0;
		const table = this.tables[at];
		return { table, row: table?.rowOf(path) ?? -1, offset: this.offsets[at] ?? 0 };
	}

	/** Of each segment the position of its language among some. */
	private languagesOfSegments(languages: readonly (string | undefined)[]): Uint8Array {
		const numbers = new Map(languages.map((language, at) => [language, at]));
		const found = new Uint8Array(this.lengths.length);
		for (const [path, language] of this.languages) {
			const { start, end } = this.segmentsOf(path);
			found.fill(numbers.get(language) ?? 0, start, end);
		}
		return found;
	}

	/** The first segment between two that begins with a line or after it. */
	private firstFrom(start: number, end: number, line: number): number {
		let [low, high] = [start, end];
		while (low < high) {
			const middle = (low + high) >>> 1;
			[low, high] = (this.lines[middle] ?? 0) < line ? [middle + 1, high] : [low, middle];
		}
		return low;
	}

	/** Postings that are near to each other are read together. */
	private async forEachPosting(
		words: readonly MatchedWord[],
		pause: Pause,
		take: (segment: number, count: number, word: MatchedWord) => void,
	): Promise<void> {
		for (let from = 0; from < words.length; ) {
			const { table = 0, start = 0 } = words[from] ?? {};
			let to = from + 1;
			while (words[to]?.table === table && (words[to]?.end ?? 0) - start <= partSize.postingBytes) {
				to++;
			}
			const bytes = this.tables[table]?.source.read('postings', start, words[to - 1]?.end);
			const offset = this.offsets[table] ?? 0;
			for (const word of words.slice(from, to)) {
				const reader = new NumberReader(bytes ?? new Uint8Array(), word.end - start);
				reader.at = word.start - start;
				readPostings(reader, (segment, count) => take(offset + segment, count, word));
			}
			await pause();
			from = to;
		}
	}
}

export interface IndexedWords {
	readonly files: readonly Pick<WordFile, 'path' | 'language'>[];
	readonly stopWords: StopWords;
}

interface MatchedWord {
	/** Position of its table. */
	readonly table: number;
	/** The range of its postings. */
	readonly start: number;
	readonly end: number;
	readonly slots: readonly number[];
	/** Its slots in files of each language, where these differ. */
	readonly byLanguage?: readonly (readonly number[])[];
}

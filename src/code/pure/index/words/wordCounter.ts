import { NumberLog } from './numbers';
import { SpellingReader } from './spelling';
import type { WordPool } from './wordPool';
import { isWordCode } from './words';

const newline = 10;
/** Lines of generated code are longer on average than handwritten ones. */
const meanLineLimit = 250;

/** Counts the words of texts by segments, in a log of the words of each segment. */
export class WordCounter {
	/** Of each segment how many words it has, then of each its number and how often it occurs. */
	readonly log = new NumberLog();
	/** As in `WordData`. */
	readonly segments = new NumberLog();
	nSegments = 0;
	private readonly spelling = new SpellingReader();
	private counts = new Uint32Array(1 << 12);
	private readonly met: number[] = [];
	private nTerms = 0;
	private line = 1;
	private firstLine = 1;
	private lastStart = 1;
	private cuts: readonly number[] = [];
	private nextCut = 0;
	private stopWords: ReadonlySet<string> = new Set();

	constructor(private readonly pool: WordPool) {}

	/**
	 * Counts the words of a text; `cuts` are the lines that begin segments, `stopWords` have no meaning in it. Yields after
	 * every `sliceLength` characters.
	 */
	*add(
		text: string,
		{ cuts, stopWords }: { readonly cuts: readonly number[]; readonly stopWords: ReadonlySet<string> },
		sliceLength: number,
	): Generator<void, void> {
		this.stopWords = stopWords;
		this.segments.push(cuts.length + 1);
		this.begin(cuts);
		for (let at = 0; at < text.length; ) {
			at = this.count(text, at, Math.min(text.length, at + sliceLength));
			yield;
		}
		// Those that begin behind the end are empty.
		while (this.nextCut <= cuts.length) {
			this.endSegment();
		}
	}

	private begin(cuts: readonly number[]): void {
		this.cuts = cuts;
		[this.line, this.firstLine, this.lastStart, this.nextCut] = [1, 1, 1, 0];
	}

	/** Returns the position it stopped at: `end`, or after the word that contains it. */
	private count(text: string, start: number, end: number): number {
		let at = start;
		while (at < end) {
			const code = text.charCodeAt(at);
			if (isWordCode(code)) {
				at = this.spelling.read(text, at);
				if (this.spelling.length > 0) {
					this.addWord(this.pool.addSpelled(this.spelling));
				}
				continue;
			}
			if (code === newline) {
				this.line++;
				if (this.line === this.cuts[this.nextCut]) {
					this.endSegment();
				}
			}
			at++;
		}
		return at;
	}

	private addWord(word: number): void {
		const nTerms = this.pool.nTermsOf(word, this.stopWords);
		if (nTerms === 0) {
			return;
		}
		if (word >= this.counts.length) {
			const larger = new Uint32Array(Math.max(2 * this.counts.length, word + 1));
			larger.set(this.counts);
			this.counts = larger;
		}
		this.nTerms += nTerms;
		const count = this.counts[word] ?? 0;
		if (count === 0) {
			this.met.push(word);
		}
		this.counts[word] = count + 1;
	}

	/** The next one begins with the next cut. */
	private endSegment(): void {
		const { log, counts, met } = this;
		log.push(met.length);
		for (const word of met) {
			log.push(word);
			log.push(counts[word] ?? 0);
			counts[word] = 0;
		}
		met.length = 0;
		this.segments.push(this.firstLine - this.lastStart);
		this.segments.push(this.nTerms);
		this.lastStart = this.firstLine;
		this.firstLine = this.cuts[this.nextCut] ?? this.firstLine;
		this.nextCut++;
		this.nTerms = 0;
		this.nSegments++;
	}
}

export function isGenerated(text: string): boolean {
	if (text.length < 4 * meanLineLimit) {
		return false;
	}
	let nLines = 1;
	for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
		nLines++;
	}
	return text.length / nLines > meanLineLimit;
}

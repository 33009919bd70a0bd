import type { NameNumbers } from '../../../code/pure/index/symbolList';
import { Growing } from '../../../code/pure/index/tables/growing';
import { SpellingReader } from '../../../code/pure/index/words/spelling';
import type { TermMatcher } from '../../../code/pure/index/words/termMatcher';
import type { TermMatchers } from '../../../code/pure/index/words/termMatchers';
import type { SegmentRange, TermCounts } from '../../../code/pure/index/words/wordIndex';
import { isWordCode } from '../../../code/pure/index/words/words';

type KnownNames = Pick<NameNumbers, 'known' | 'text'>;

/** How often terms occur in short texts, each one segment: names, paths. */
export class TextTerms {
	private readonly spelling = new SpellingReader();
	private readonly starts = new Growing(new Uint32Array(1));
	private readonly slots = new Growing(new Uint32Array());

	constructor(private readonly matchers: TermMatchers) {
		this.starts.length = 1;
	}

	/** The segment of a text in a language. */
	add(text: string, language?: string): number {
		const matcher = this.matchers.of(language);
		for (let at = 0; at < text.length; ) {
			if (isWordCode(text.charCodeAt(at))) {
				at = this.spelling.read(text, at);
				this.addWord(matcher);
			} else {
				at++;
			}
		}
		return this.endSegment();
	}

	/** As `add`, of bytes that are all ASCII. */
	private addAscii(bytes: Uint8Array, { start, end }: SegmentRange, matcher: TermMatcher): number {
		for (let at = start; at < end; ) {
			if (isWordCode(bytes[at] ?? 0)) {
				at = this.spelling.readAscii(bytes, at, end);
				this.addWord(matcher);
			} else {
				at++;
			}
		}
		return this.endSegment();
	}

	private addWord(matcher: TermMatcher): void {
		for (const slot of matcher.slotsOf(this.spelling.bytes, this.spelling.length)) {
			this.slots.push(slot);
		}
	}

	private endSegment(): number {
		this.starts.push(this.slots.length);
		return this.starts.length - 2;
	}

	/** The segments of texts by their numbers, each read once for each language. */
	addNumbered(
		numbers: Uint32Array,
		{ names, languageAt }: { readonly names: KnownNames; readonly languageAt: (at: number) => string | undefined },
	): Uint32Array {
		const most = numbers.reduce((max, number) => Math.max(max, number), 0);
		const byLanguage = new Map<string | undefined, Uint32Array>();
		const { text, ends } = names.known;
		const add = (number: number, language: string | undefined) => {
			const [start, end] = [number === 0 ? 0 : (ends[number - 1] ?? 0), ends[number] ?? 0];
			return number < ends.length && isAscii(text, start, end)
				? this.addAscii(text, { start, end }, this.matchers.of(language))
				: this.add(names.text(number), language);
		};
		return numbers.map((number, at) => {
			const language = languageAt(at);
			const found = byLanguage.get(language) ?? new Uint32Array(numbers.length === 0 ? 0 : most + 1);
			byLanguage.set(language, found);
			const segment = (found[number] ?? 0) - 1;
			const here = segment < 0 ? add(number, language) : segment;
			found[number] = here + 1;
			return here;
		});
	}

	counts(): TermCounts {
		return {
			rowStarts: this.starts.finish(),
			slots: this.slots.finish(),
			counts: new Uint32Array(this.slots.length).fill(1),
		};
	}

	/** Lengths do not matter in a text that names something. */
	lengths(): Uint32Array {
		return new Uint32Array(this.starts.length - 1);
	}
}

function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
	for (let at = start; at < end; at++) {
		if ((bytes[at] ?? 0) > 127) {
			return false;
		}
	}
	return true;
}

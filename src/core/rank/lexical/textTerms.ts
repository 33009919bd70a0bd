import { SpellingReader } from '../../index/words/spelling';
import type { TermMatcher } from '../../index/words/termMatcher';
import type { TermCounts } from '../../index/words/wordIndex';
import { isWordCode } from '../../index/words/words';

/** How often terms occur in short texts, each of which is a segment: names, paths. Equal texts are one. */
export class TextTerms {
	private readonly segments = new Map<string, number>();
	private readonly spelling = new SpellingReader();
	private readonly starts: number[] = [0];
	private readonly slots: number[] = [];

	constructor(private readonly matcher: TermMatcher) {}

	/** The segment of a text. */
	add(text: string): number {
		const known = this.segments.get(text);
		if (known !== undefined) {
			return known;
		}
		for (let at = 0; at < text.length; ) {
			if (isWordCode(text.charCodeAt(at))) {
				at = this.spelling.read(text, at);
				this.slots.push(...this.matcher.slotsOf(this.spelling.bytes, this.spelling.length));
			} else {
				at++;
			}
		}
		this.starts.push(this.slots.length);
		this.segments.set(text, this.segments.size);
		return this.segments.size - 1;
	}

	counts(): TermCounts {
		return {
			rowStarts: Uint32Array.from(this.starts),
			slots: Uint32Array.from(this.slots),
			counts: new Uint32Array(this.slots.length).fill(1),
		};
	}

	/** Lengths do not matter where a text names something. */
	lengths(): Uint32Array {
		return new Uint32Array(this.segments.size);
	}
}

import { Growing } from '../../index/tables/growing';
import { SpellingReader } from '../../index/words/spelling';
import type { TermMatcher } from '../../index/words/termMatcher';
import type { TermCounts } from '../../index/words/wordIndex';
import { isWordCode } from '../../index/words/words';

/** How often terms occur in short texts, each of which is a segment: names, paths. */
export class TextTerms {
	private readonly spelling = new SpellingReader();
	private readonly starts = new Growing(new Uint32Array(1));
	private readonly slots = new Growing(new Uint32Array());

	constructor(private readonly matcher: TermMatcher) {
		this.starts.length = 1;
	}

	/** The segment of a text. */
	add(text: string): number {
		for (let at = 0; at < text.length; ) {
			if (isWordCode(text.charCodeAt(at))) {
				at = this.spelling.read(text, at);
				for (const slot of this.matcher.slotsOf(this.spelling.bytes, this.spelling.length)) {
					this.slots.push(slot);
				}
			} else {
				at++;
			}
		}
		this.starts.push(this.slots.length);
		return this.starts.length - 2;
	}

	/** The segments of texts by their numbers, each of which is read once. */
	addNumbered(numbers: Uint32Array, textOf: (number: number) => string): Uint32Array {
		const most = numbers.reduce((max, number) => Math.max(max, number), 0);
		const known = new Uint32Array(numbers.length === 0 ? 0 : most + 1);
		return numbers.map(number => {
			const segment = (known[number] ?? 0) - 1;
			const found = segment < 0 ? this.add(textOf(number)) : segment;
			known[number] = found + 1;
			return found;
		});
	}

	counts(): TermCounts {
		return {
			rowStarts: this.starts.finish(),
			slots: this.slots.finish(),
			counts: new Uint32Array(this.slots.length).fill(1),
		};
	}

	/** Lengths do not matter where a text names something. */
	lengths(): Uint32Array {
		return new Uint32Array(this.starts.length - 1);
	}
}

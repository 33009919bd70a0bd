/** A text with parts replaced. */
export class Cuts {
	private readonly starts: number[] = [];
	private readonly ends: number[] = [];
	private readonly texts: string[] = [];

	constructor(private readonly text: string) {}

	get count(): number {
		return this.starts.length;
	}

	/** Replaces a part; parts are added in the order of the text. */
	add(start: number, end: number, text: string): void {
		this.starts.push(start);
		this.ends.push(end);
		this.texts.push(text);
	}

	/** Replaces a part with all that was cut in it since there were `count`. */
	replace(count: number, start: number, end: number, text: string): void {
		this.starts.length = count;
		this.ends.length = count;
		this.texts.length = count;
		this.add(start, end, text);
	}

	apply(): string {
		const { text, starts, ends, texts } = this;
		const parts: string[] = [];
		let at = 0;
		for (let cut = 0; cut < starts.length; cut++) {
			const start = starts[cut] ?? at;
			if (start > at) {
				parts.push(text.slice(at, start));
			}
			const replacement = texts[cut] ?? '';
			if (replacement !== '') {
				parts.push(replacement);
			}
			at = ends[cut] ?? at;
		}
		parts.push(text.slice(at));
		return parts.join('');
	}
}

/** A name in a target, and its position in the text. */
export interface TargetName {
	readonly name: string;
	readonly start: number;
}

export interface Targets {
	/** It is a name alone, not several in brackets or with commas. */
	readonly isSingle: boolean;
	readonly names: readonly TargetName[];
}

/** Brackets in brackets, at most. */
const deepest = 50;

/**
 * The names that are assigned to in a part of a text: `a`, `b` and `c` of `a, (b, *c), d.e`. Undefined for what is no
 * target.
 */
export function targetsIn(text: string, start: number, end: number, word: Uint8Array): Targets | undefined {
	const reader = new TargetReader(text, end, word);
	reader.skipBlanks(start);
	return reader.read();
}

class TargetReader {
	private at = 0;
	private names: TargetName[] = [];
	private nParts = 0;

	constructor(
		private readonly text: string,
		private readonly end: number,
		private readonly word: Uint8Array,
	) {}

	read(): Targets | undefined {
		const isBracket = '(['.includes(this.text.charAt(this.at));
		let hasComma = false;
		while (this.at < this.end) {
			if (!this.part(0)) {
				return undefined;
			}
			if (this.at < this.end) {
				if (this.text.charCodeAt(this.at) !== 0x2c) {
					return undefined;
				}
				hasComma = true;
				this.skipBlanks(this.at + 1);
			}
		}
		return this.nParts === 0 ? undefined : { isSingle: !hasComma && !isBracket, names: this.names };
	}

	/** Moves behind blanks, comments and the ends of rows. */
	skipBlanks(start: number): void {
		const { text, end } = this;
		let at = start;
		for (let char = text.charCodeAt(at); at < end; char = text.charCodeAt(++at)) {
			if (char === 0x23) {
				const newline = text.indexOf('\n', at);
				at = newline < 0 ? end : newline;
			} else if (char > 0x20 && char !== 0x5c) {
				break;
			}
		}
		this.at = at;
	}

	/** Reads what is between two commas; false for what is no target. */
	private part(depth: number): boolean {
		const { text, word, names } = this;
		if (text.charCodeAt(this.at) === 0x2a) {
			this.skipBlanks(this.at + 1);
		}
		const { length } = names;
		const start = this.at;
		const first = text.charCodeAt(start);
		this.nParts++;
		if (first === 0x28 || first === 0x5b) {
			if (depth === deepest || !this.bracket(first === 0x28 ? 0x29 : 0x5d, depth + 1)) {
				return false;
			}
		} else {
			while (this.at < this.end && word[text.charCodeAt(this.at)] === 1) {
				this.at++;
			}
			if (this.at === start || (first >= 0x30 && first <= 0x39)) {
				return false;
			}
			names.push({ name: text.slice(start, this.at), start });
		}
		this.skipBlanks(this.at);
		if (this.trailers()) {
			// An attribute or an item of what was read.
			names.length = length;
		}
		return this.at >= this.end || ',)]'.includes(text.charAt(this.at));
	}

	private bracket(close: number, depth: number): boolean {
		this.skipBlanks(this.at + 1);
		while (this.at < this.end && this.text.charCodeAt(this.at) !== close) {
			if (!this.part(depth)) {
				return false;
			}
			if (this.text.charCodeAt(this.at) === 0x2c) {
				this.skipBlanks(this.at + 1);
			}
		}
		this.at++;
		return this.at <= this.end;
	}

	/** Moves behind attributes, items and calls; true if there are any. */
	private trailers(): boolean {
		const { text, word } = this;
		let hasAny = false;
		for (;;) {
			const char = text.charCodeAt(this.at);
			if (this.at >= this.end) {
				return hasAny;
			}
			if (char === 0x2e) {
				this.skipBlanks(this.at + 1);
				while (this.at < this.end && word[text.charCodeAt(this.at)] === 1) {
					this.at++;
				}
			} else if (char === 0x28 || char === 0x5b) {
				this.at = afterBrackets(text, this.at, this.end);
			} else {
				return hasAny;
			}
			this.skipBlanks(this.at);
			hasAny = true;
		}
	}
}

/** The position behind the bracket that closes the one at a position; strings are passed over. */
export function afterBrackets(text: string, start: number, end: number): number {
	let depth = 0;
	for (let at = start; at < end; at++) {
		const char = text.charCodeAt(at);
		if (char === 0x28 || char === 0x5b || char === 0x7b) {
			depth++;
		} else if (char === 0x29 || char === 0x5d || char === 0x7d) {
			depth--;
			if (depth === 0) {
				return at + 1;
			}
		} else if (char === 0x22 || char === 0x27) {
			at = afterString(text, at, end) - 1;
		} else if (char === 0x23) {
			const newline = text.indexOf('\n', at);
			at = newline < 0 ? end : newline;
		}
	}
	return end;
}

/** The position behind the string that begins with the quote at a position. */
export function afterString(text: string, start: number, end: number): number {
	const mark = text.charAt(start);
	const isLong = text.charAt(start + 1) === mark && text.charAt(start + 2) === mark;
	for (let at = start + (isLong ? 3 : 1); at < end; at++) {
		if (text.charCodeAt(at) === 0x5c) {
			at++;
		} else if (text.charAt(at) === mark && !isLong) {
			return at + 1;
		} else if (text.charAt(at) === mark && text.charAt(at + 1) === mark && text.charAt(at + 2) === mark) {
			return at + 3;
		}
	}
	return end;
}

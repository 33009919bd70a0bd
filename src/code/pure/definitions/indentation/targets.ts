import type { Lexer } from '../lexer';

/** A name in a target, and its position in the text. */
export interface TargetName {
	readonly name: string;
	readonly start: number;
}

export interface Targets {
	/** It is a single name, not several in brackets or with commas. */
	readonly isSingle: boolean;
	readonly names: readonly TargetName[];
}

/** Brackets in brackets, at most. */
const deepest = 50;

/**
 * Returns the names that are assigned to in a part of a text: `a`, `b` and `c` of `a, (b, *c), d.e`. Undefined for a
 * part that is no target.
 */
export function targetsIn(lexer: Lexer, start: number, end: number): Targets | undefined {
	const reader = new TargetReader(lexer, end);
	reader.skipBlanks(start);
	return reader.read();
}

class TargetReader {
	private at = 0;
	private names: TargetName[] = [];
	private nParts = 0;

	private readonly text: string;

	constructor(
		private readonly lexer: Lexer,
		private readonly end: number,
	) {
		this.text = lexer.text;
	}

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

	/** Moves past blanks, comments and the ends of rows. */
	skipBlanks(start: number): void {
		const { text, end, lexer } = this;
		let at = start;
		for (let char = text.charCodeAt(at); at < end; char = text.charCodeAt(++at)) {
			if (char === lexer.lexis.comment) {
				at = lexer.rowEnd(at);
			} else if (char > 0x20 && char !== 0x5c) {
				break;
			}
		}
		this.at = at;
	}

	/** Reads the part between two commas; false if it is no target. */
	private part(depth: number): boolean {
		const { text, lexer, names } = this;
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
			this.at = Math.min(lexer.wordEnd(start), this.end);
			if (this.at === start || (first >= 0x30 && first <= 0x39)) {
				return false;
			}
			names.push({ name: text.slice(start, this.at), start });
		}
		this.skipBlanks(this.at);
		if (this.trailers()) {
			// An attribute or an item of the names read.
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

	/** Moves past attributes, items and calls; true if there are any. */
	private trailers(): boolean {
		const { text, lexer } = this;
		let hasAny = false;
		for (;;) {
			const char = text.charCodeAt(this.at);
			if (this.at >= this.end) {
				return hasAny;
			}
			if (char === 0x2e) {
				this.skipBlanks(this.at + 1);
				this.at = Math.min(lexer.wordEnd(this.at), this.end);
			} else if (char === 0x28 || char === 0x5b) {
				this.at = Math.min(lexer.balanced(this.at), this.end);
			} else {
				return hasAny;
			}
			this.skipBlanks(this.at);
			hasAny = true;
		}
	}
}

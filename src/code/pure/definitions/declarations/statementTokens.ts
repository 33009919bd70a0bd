/** Kinds of tokens beside the roles of words. */
export const pointerToken = 20;
export const parentheses = 21;
export const brackets = 22;
/** A type with its block. */
export const blockToken = 23;
export const commaToken = 24;
export const colonToken = 25;
export const literal = 26;
/** `=` and the text after it up to the next comma. */
export const valueToken = 27;

/** The tokens of the open statements, inner ones above outer ones. Positions are indices in the text. */
export class StatementTokens {
	readonly kinds: number[] = [];
	readonly starts: number[] = [];
	readonly ends: number[] = [];
	count = 0;

	push(kind: number, start: number, end: number): void {
		const at = this.count++;
		this.kinds[at] = kind;
		this.starts[at] = start;
		this.ends[at] = end;
	}

	/** -1 if there is none. */
	kind(at: number): number {
		return at < this.count ? (this.kinds[at] ?? -1) : -1;
	}

	start(at: number): number {
		return this.starts[at] ?? 0;
	}

	end(at: number): number {
		return this.ends[at] ?? 0;
	}
}

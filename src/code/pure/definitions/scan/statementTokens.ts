/** Kinds of tokens beside the roles of words. */
export const pointerToken = 20;
export const parentheses = 21;
export const brackets = 22;
/** A type with its block. */
export const blockToken = 23;
export const commaToken = 24;
export const colonToken = 25;
export const literal = 26;
/** `=` and what follows up to the next comma. */
export const valueToken = 27;

/** The tokens of the open statements, those of inner ones above those of outer ones. Positions are indices in the text. */
export class StatementTokens {
	readonly kinds: number[] = [];
	readonly starts: number[] = [];
	readonly ends: number[] = [];
	/** 0-based rows of the beginning, and of the end. */
	readonly rows: number[] = [];
	readonly endRows: number[] = [];
	count = 0;

	push(kind: number, start: number, end: number, row: number): void {
		const at = this.count++;
		this.kinds[at] = kind;
		this.starts[at] = start;
		this.ends[at] = end;
		this.rows[at] = row;
		this.endRows[at] = row;
	}

	/** Gives the last one another row where it ends. */
	endAt(row: number): void {
		this.endRows[this.count - 1] = row;
	}

	/** -1 where there is none. */
	kind(at: number): number {
		return at < this.count ? (this.kinds[at] ?? -1) : -1;
	}

	start(at: number): number {
		return this.starts[at] ?? 0;
	}

	end(at: number): number {
		return this.ends[at] ?? 0;
	}

	row(at: number): number {
		return this.rows[at] ?? 0;
	}

	endRow(at: number): number {
		return this.endRows[at] ?? 0;
	}
}

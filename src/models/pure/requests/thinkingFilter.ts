const opening = /^\s*<(think|thinking|thought|reasoning)>/;
/** Text that may still become an opening tag. */
const maybeOpening = /^\s*(<[a-z]{0,9})?$/;
/** A closing tag without an opening one, as of models whose template holds the opening one. */
const strayClosing = /^<\/(?:think|thinking|thought|reasoning)>[ \t]*$/m;

/** A text that is still blank after so many characters begins with an answer. */
const longestBlank = 1000;

/** Removes the thinking at the start of an answer from its text, also while the text comes in. */
export class ThinkingFilter {
	/** Everything so far; joined only at the end, as joining at each piece takes ever longer. */
	private readonly pieces: string[] = [];
	private nCharacters = 0;
	/** The start of the answer; undefined while that is unclear, or all of it is thinking. */
	private start: number | undefined;
	/** The unclear end of the text received. */
	private unclear = '';
	/** The text that ends the thinking that was opened. */
	private closing: string | undefined;
	private isClosed = false;

	constructor(private readonly onText: ((piece: string) => void) | undefined) {}

	add(piece: string): void {
		this.pieces.push(piece);
		this.nCharacters += piece.length;
		if (this.start !== undefined) {
			this.pass(piece);
			return;
		}
		this.unclear += piece;
		this.readOpening();
		this.readClosing();
		const isAnswer = this.closing === undefined ? !mayOpen(this.unclear) : this.isClosed && this.unclear !== '';
		if (isAnswer) {
			this.begin();
		}
	}

	/** The whole text without thinking. */
	finish(): string {
		if (this.start === undefined && this.closing === undefined) {
			this.begin();
		}
		const text = this.pieces.join('').slice(this.start ?? this.nCharacters);
		const stray = this.start === 0 ? strayClosing.exec(text) : null;
		return stray === null ? text : text.slice(stray.index + stray[0].length).trimStart();
	}

	private readOpening(): void {
		const [tag = '', name] = this.closing === undefined ? (opening.exec(this.unclear) ?? []) : [];
		if (name !== undefined) {
			this.closing = `</${name}>`;
			this.unclear = this.unclear.slice(tag.length);
		}
	}

	private readClosing(): void {
		if (this.closing === undefined) {
			return;
		}
		if (!this.isClosed) {
			const at = this.unclear.indexOf(this.closing);
			this.isClosed = at !== -1;
			this.unclear = this.isClosed
				? this.unclear.slice(at + this.closing.length)
				: this.unclear.slice(1 - this.closing.length);
		}
		if (this.isClosed) {
			// Blank lines between the two belong to neither; the answer starts with its first letter.
			this.unclear = this.unclear.trimStart();
		}
	}

	private begin(): void {
		this.start = this.nCharacters - this.unclear.length;
		this.pass(this.unclear);
	}

	private pass(piece: string): void {
		if (piece !== '') {
			this.onText?.(piece);
		}
	}
}

function mayOpen(text: string): boolean {
	return text.length < longestBlank && maybeOpening.test(text);
}

const opening = /^\s*<(think|thinking|thought|reasoning)>/;
/** What may still become an opening tag. */
const maybeOpening = /^\s*(<[a-z]{0,9})?$/;
/** A closing tag without an opening one, as of models whose template holds the opening one. */
const strayClosing = /^<\/(?:think|thinking|thought|reasoning)>[ \t]*$/m;

/** Removes the thinking at the start of an answer from its text, also while the text comes in. */
export class ThinkingFilter {
	/** Everything so far. */
	private text = '';
	/** How much of it was passed on or left out; undefined until it is clear how it begins. */
	private passed: number | undefined;

	constructor(private readonly onText: ((piece: string) => void) | undefined) {}

	add(piece: string): void {
		this.text += piece;
		this.passed ??= answerStart(this.text);
		if (this.passed !== undefined) {
			this.passOn(this.passed);
		}
	}

	/** The whole text without thinking. */
	finish(): string {
		const start = answerStart(this.text) ?? (opening.test(this.text) ? this.text.length : 0);
		const text = this.text.slice(start);
		if (this.passed === undefined) {
			this.passOn(start);
		}
		const stray = start === 0 ? strayClosing.exec(text) : null;
		return stray === null ? text : text.slice(stray.index + stray[0].length).trimStart();
	}

	private passOn(from: number): void {
		if (from < this.text.length) {
			this.onText?.(this.text.slice(from));
		}
		this.passed = this.text.length;
	}
}

/** Where the answer begins; undefined while that is unclear, or all of it is thinking. */
function answerStart(text: string): number | undefined {
	const [tag, name] = opening.exec(text) ?? [];
	if (tag === undefined) {
		return maybeOpening.test(text) ? undefined : 0;
	}
	const closing = `</${name}>`;
	const end = text.indexOf(closing);
	const rest = end === -1 ? '' : text.slice(end + closing.length);
	// Blank lines between the two belong to neither; the answer starts with its first letter.
	return rest.trim() === '' ? undefined : text.length - rest.trimStart().length;
}

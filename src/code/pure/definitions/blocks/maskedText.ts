import type { TextKind } from '../../languages/textData';

/** The first character of a string becomes the one, all others the other. */
const begun = '\u0002';
export const masked = '\u0001';

/**
 * A text of the same length without the content of comments (blanks) and strings (`masked`). Newlines stay. A mark that
 * nothing closes begins neither.
 */
export function maskedText(text: string, marks: TextMarks): string {
	const { opening } = marks;
	if (opening === undefined) {
		return text;
	}
	const parts: string[] = [];
	const unclosed = new Set<string>();
	let from = 0;
	opening.lastIndex = 0;
	for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
		const [mark] = found;
		const end =
			isWord(text, found.index) && marks.isRowComment(mark) ? -1 : marks.endOf(text, mark, found.index, unclosed);
		if (end > 0) {
			parts.push(text.slice(from, found.index), masking(text.slice(found.index, end), marks.isComment(mark)));
			from = end;
			opening.lastIndex = end;
		}
	}
	parts.push(text.slice(from));
	return parts.join('');
}

/** The marks of comments and strings of a kind of texts. */
export class TextMarks {
	/** Finds the next mark; undefined if there are none. */
	readonly opening: RegExp | undefined;
	private readonly comments: ReadonlySet<string>;
	private readonly pairs: ReadonlyMap<string, string>;
	private readonly blockComments: ReadonlySet<string>;

	constructor({ comments = [], blockComments = [], quotes = '', longQuotes = [] }: TextKind) {
		this.comments = new Set(comments);
		this.blockComments = new Set(blockComments.map(([open]) => open));
		this.pairs = new Map([...blockComments, ...longQuotes]);
		// A longer mark may begin with a shorter one.
		const all = [...this.pairs.keys(), ...comments, ...quotes].sort((a, b) => b.length - a.length);
		this.opening = all.length === 0 ? undefined : new RegExp(all.map(escaped).join('|'), 'g');
	}

	isRowComment(mark: string): boolean {
		return this.comments.has(mark);
	}

	isComment(mark: string): boolean {
		return this.comments.has(mark) || this.blockComments.has(mark);
	}

	/** The position behind the text that a mark begins; -1 if it begins none. `unclosed`: marks without a closing one below. */
	endOf(text: string, mark: string, at: number, unclosed: Set<string>): number {
		const newline = text.indexOf('\n', at);
		const rowEnd = newline < 0 ? text.length : newline;
		const close = this.pairs.get(mark);
		if (close === undefined) {
			return this.isRowComment(mark) ? rowEnd : quoteEnd(text, at, rowEnd);
		}
		const closing = unclosed.has(mark) ? -1 : text.indexOf(close, at + mark.length);
		if (closing < 0) {
			unclosed.add(mark);
		}
		return closing < 0 ? -1 : closing + close.length;
	}
}

/** The position behind the quote that ends a string in its row; -1 if there is none. */
function quoteEnd(text: string, at: number, rowEnd: number): number {
	const quote = text.charCodeAt(at);
	for (let next = at + 1; next < rowEnd; next++) {
		const char = text.charCodeAt(next);
		if (char === quote) {
			return next + 1;
		}
		next += char === backslash ? 1 : 0;
	}
	return -1;
}

const backslash = 0x5c;

/** Whether a mark continues a word, an address or an expansion: `a#b`, `http://`, `$#`. */
function isWord(text: string, at: number): boolean {
	return at > 0 && /[\w$&\\{:]/.test(text.charAt(at - 1));
}

function masking(text: string, isComment: boolean): string {
	return isComment ? text.replaceAll(/[^\n\r]/g, ' ') : begun + text.slice(1).replaceAll(/[^\n\r]/g, masked);
}

function escaped(mark: string): string {
	return mark.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

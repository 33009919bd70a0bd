/** A quoted text in a source, decoded. `end` is the index after its closing quote. */
export interface QuotedText {
	readonly text: string;
	readonly end: number;
}

/**
 * Opening quotes and their closing ones, longer ones first; the second closing quote counts if the first does not
 * occur.
 */
const quotes: readonly (readonly [open: string, close: readonly string[]])[] = [
	['"""', ['"""']],
	["'''", ["'''"]],
	['```', ['```']],
	['"', ['"', '”']],
	["'", ["'", '’']],
	['`', ['`']],
	['“', ['”', '"']],
	['‘', ['’', "'"]],
	['«', ['»']],
];
const opening = /^[rRbBuUfF]{0,2}["'`“‘«]/;
const brackets: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Whether a quoted text starts at `at`, prefix of a literal included (`r"…"`). */
export function isQuotedAt(source: string, at: number): boolean {
	return opening.test(source.slice(at, at + 3));
}

/**
 * Reads the argument that is quoted at `at`; literals in a row are one text. If the text itself contains its quote
 * (`"print("a")"`), the quote that closes it is the first one that an argument's end follows and that leaves no bracket
 * of the text open. Undefined if nothing closes it.
 */
export function readQuoted(source: string, at: number): QuotedText | undefined {
	let text = '';
	let end = at;
	do {
		const piece = readLiteral(source, end);
		if (piece === undefined) {
			return undefined;
		}
		text += piece.text;
		end = skipBlanks(source, piece.end);
	} while (isQuotedAt(source, end));
	return { text, end };
}

export function skipBlanks(source: string, at: number): number {
	return at + (/^\s*/.exec(source.slice(at))?.[0].length ?? 0);
}

function readLiteral(source: string, at: number): QuotedText | undefined {
	const prefix = /^[a-zA-Z]*/.exec(source.slice(at, at + 2))?.[0] ?? '';
	const from = at + prefix.length;
	const [open, close] = quotes.find(([each]) => source.startsWith(each, from)) ?? [];
	if (open === undefined || close === undefined) {
		return undefined;
	}
	const start = from + open.length;
	const closing = firstOf(close, quote => closingQuote(source, start, quote));
	if (closing === undefined) {
		return undefined;
	}
	const inner = source.slice(start, closing.at);
	return { text: /r/i.test(prefix) ? inner : decodeEscapes(inner), end: closing.at + closing.quote.length };
}

interface Closing {
	readonly at: number;
	readonly quote: string;
}

function firstOf<Item, Result>(items: readonly Item[], read: (item: Item) => Result | undefined): Result | undefined {
	for (const item of items) {
		const result = read(item);
		if (result !== undefined) {
			return result;
		}
	}
	return undefined;
}

function closingQuote(source: string, start: number, quote: string): Closing | undefined {
	const found: Closing[] = [];
	for (let at = start; at < source.length; at++) {
		if (source.startsWith(quote, at)) {
			const closing = { at, quote };
			if (found.length === 0 ? isArgumentEnd(source, closing) : isLateEnd(source, start, closing)) {
				return closing;
			}
			found.push(closing);
		}
		at += source[at] === '\\' ? 1 : 0;
	}
	return found.find(each => /^\s*[,)]/.test(textAfter(source, each)) && !source.slice(start, each.at).includes('\n'));
}

/** The first closing quote: an argument ends here, or the next literal of a row starts. */
function isArgumentEnd(source: string, closing: Closing): boolean {
	const after = textAfter(source, closing);
	return /^\s*(?:[,)]|$)/.test(after) || opening.test(after.trimStart());
}

/** A later one, if quotes within the text are not escaped. */
function isLateEnd(source: string, start: number, closing: Closing): boolean {
	const after = textAfter(source, closing);
	return (
		/^\s*(?:,|\)|$)/.test(after) && !/^\s*\)+["'”’]+\s*\)/.test(after) && isBalanced(source.slice(start, closing.at))
	);
}

function textAfter(source: string, { at, quote }: Closing): string {
	return source.slice(at + quote.length, at + quote.length + 80);
}

function isBalanced(text: string): boolean {
	const open: string[] = [];
	for (const letter of text) {
		if (Object.values(brackets).includes(letter)) {
			open.push(letter);
		} else if (letter in brackets && open.pop() !== brackets[letter]) {
			return false;
		}
	}
	return open.length === 0;
}

/**
 * `\n`, `\t`, `\r`, quotes, backslash, `\xHH`, `\uHHHH`, `\UHHHHHHHH` and a line continuation. Everything else stays as
 * written: a backslash before another letter belongs to the search text.
 */
function decodeEscapes(text: string): string {
	const plain: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };
	return text.replaceAll(
		/\\(x[\da-fA-F]{2}|u[\da-fA-F]{4}|U000[\da-fA-F]{5}|[ntr\n"'`\\])/g,
		(_, escaped: string) =>
			plain[escaped] ?? (escaped.length === 1 ? escaped : String.fromCodePoint(Number.parseInt(escaped.slice(1), 16))),
	);
}

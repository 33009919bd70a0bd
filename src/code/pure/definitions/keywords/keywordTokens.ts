import type { LineRange } from '../../../../runs/pure/model/symbol';
import type { KeywordRole } from '../../languages/skeletonData';
import type { KeywordTables } from './keywordTables';

/** The tokens of a text; comments are none. Arrays have an entry for each token, and rows are 0-based. */
export interface Tokens {
	readonly count: number;
	readonly starts: readonly number[];
	readonly rows: readonly number[];
	readonly endRows: readonly number[];
	/** What a token is besides a word or a value: '{', '->'. '' for those. */
	readonly marks: readonly string[];
	/** Of a word; a name in backquotes is without them. '' for others. */
	readonly words: readonly string[];
	readonly roles: readonly (KeywordRole | undefined)[];
	/** For an opening bracket, the token of the one that closes it. */
	readonly closing: ReadonlyMap<number, number>;
	/** How many tokens before this one begin a definition that counts in functions too. */
	readonly nDefining: readonly number[];
	/** The comment directly above a token that is the first in its row. */
	readonly docs: ReadonlyMap<number, LineRange>;
}

const twoChars = new Set([
	'->',
	'?.',
	'?:',
	'&&',
	'||',
	'::',
	'!!',
	'++',
	'--',
	'==',
	'!=',
	'<=',
	'+=',
	'-=',
	'*=',
	'/=',
	'%=',
	'..',
]);
const closers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const defining: ReadonlySet<KeywordRole | undefined> = new Set<KeywordRole>([
	...(['class', 'interface', 'object', 'function', 'alias', 'constructor'] as const),
]);
/** Templates in strings in templates: no more is read. */
const deepest = 50;

/** Undefined where brackets do not fit each other, or a string or a comment does not end. */
export function readTokens(text: string, tables: KeywordTables): Tokens | undefined {
	return new TokenReader(text, tables).read();
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

class TokenReader {
	private at = 0;
	private row = 0;
	private isBroken = false;
	private depth = 0;
	private doc: Mutable<LineRange> | undefined;
	/** The last row with a token or the end of a comment. */
	private codeRow = -1;
	private readonly open: number[] = [];
	private readonly starts: number[] = [];
	private readonly rows: number[] = [];
	private readonly endRows: number[] = [];
	private readonly marks: string[] = [];
	private readonly words: string[] = [];
	private readonly roles: (KeywordRole | undefined)[] = [];
	private readonly nDefining: number[] = [0];
	private readonly closing = new Map<number, number>();
	private readonly docs = new Map<number, LineRange>();

	constructor(
		private readonly text: string,
		private readonly tables: KeywordTables,
	) {}

	read(): Tokens | undefined {
		const { text } = this;
		if (text.startsWith('#!')) {
			this.endRow();
		}
		while (this.at < text.length && !this.isBroken) {
			this.next();
		}
		const { starts, rows, endRows, marks, words, roles, closing, nDefining, docs } = this;
		return this.isBroken || this.open.length > 0
			? undefined
			: { count: starts.length, starts, rows, endRows, marks, words, roles, closing, nDefining, docs };
	}

	private next(): void {
		const char = this.text.charCodeAt(this.at);
		if (char === 0x0a) {
			this.row++;
			this.at++;
		} else if (char <= 0x20 || char === 0xfeff) {
			this.at++;
		} else if (char === 0x2f && this.text.charCodeAt(this.at + 1) === 0x2f) {
			this.comment(() => this.endRow());
		} else if (char === 0x2f && this.text.charCodeAt(this.at + 1) === 0x2a) {
			this.comment(() => this.block());
		} else {
			this.token(char);
		}
	}

	private token(char: number): void {
		const { text, tables, at, row } = this;
		let mark = '';
		let word = '';
		let role: KeywordRole | undefined;
		if (tables.word[char] === 1) {
			word = this.word();
			role = tables.roles.get(word);
			word = char >= 0x30 && char <= 0x39 ? '' : word;
		} else if (char === 0x60) {
			const end = this.until('`', this.at + 1);
			word = text.slice(at + 1, end - 1);
		} else if (char === 0x22) {
			this.string();
		} else if (char === 0x27) {
			this.character();
		} else {
			const two = text.slice(at, at + 2);
			mark = twoChars.has(two) ? two : text.charAt(at);
			this.at += mark.length;
		}
		this.add({ at, row, mark, word, role });
	}

	private add(token: { at: number; row: number; mark: string; word: string; role: KeywordRole | undefined }): void {
		const { at, row, mark, word, role } = token;
		const index = this.starts.length;
		if (mark === '(' || mark === '[' || mark === '{') {
			this.open.push(index);
		} else if (mark in closers) {
			const opening = this.open.pop() ?? -1;
			this.isBroken ||= this.marks[opening] !== closers[mark];
			this.closing.set(opening, index);
		}
		if (this.doc !== undefined && this.doc.endLine >= row) {
			this.docs.set(index, this.doc);
		}
		this.doc = undefined;
		this.starts.push(at);
		this.rows.push(row);
		this.endRows.push(this.row);
		this.marks.push(mark);
		this.words.push(word);
		this.roles.push(role);
		// `X::class` defines nothing.
		const isDefining = defining.has(role) && this.marks[index - 1] !== '::';
		this.nDefining.push((this.nDefining[index] ?? 0) + (isDefining ? 1 : 0));
		this.codeRow = this.row;
	}

	private word(): string {
		const start = this.at;
		while (this.tables.word[this.text.charCodeAt(this.at)] === 1) {
			this.at++;
		}
		return this.text.slice(start, this.at);
	}

	private comment(read: () => void): void {
		const { row, codeRow, doc } = this;
		read();
		this.codeRow = this.row;
		// A comment behind code is about that code.
		if (codeRow !== row) {
			const continues = doc !== undefined && doc.endLine >= row;
			this.doc = { startLine: continues ? doc.startLine : row + 1, endLine: this.row + 1 };
		}
	}

	private endRow(): void {
		const end = this.text.indexOf('\n', this.at);
		this.at = end < 0 ? this.text.length : end;
	}

	/** Comments of this kind are nested. */
	private block(): void {
		const { text } = this;
		let depth = 0;
		for (; this.at < text.length; this.at++) {
			const char = text.charCodeAt(this.at);
			const next = text.charCodeAt(this.at + 1);
			if (char === 0x2f && next === 0x2a) {
				depth++;
				this.at++;
			} else if (char === 0x2a && next === 0x2f) {
				this.at++;
				if (--depth === 0) {
					this.at++;
					return;
				}
			} else if (char === 0x0a) {
				this.row++;
			}
		}
		this.isBroken = true;
	}

	private character(): void {
		this.at += this.text.charCodeAt(this.at + 1) === 0x5c ? 2 : 1;
		this.until("'", this.at + 1);
	}

	/** Moves behind a mark in this row. */
	private until(mark: string, from: number): number {
		const row = this.text.indexOf('\n', from);
		const at = this.text.indexOf(mark, from);
		this.isBroken ||= at < 0 || (row >= 0 && at > row);
		this.at = at < 0 ? this.text.length : at + 1;
		return this.at;
	}

	/** `$$"...$${code}..."`: as many signs begin code as are in front of the string. */
	private string(): void {
		const { text } = this;
		const isRaw = text.startsWith('"""', this.at);
		const nNeeded = Math.max(1, this.signsBefore(this.at));
		let nSigns = 0;
		this.at += isRaw ? 3 : 1;
		while (this.at < text.length && !this.isBroken) {
			const char = text.charCodeAt(this.at);
			if (char === 0x7b && nSigns >= nNeeded) {
				this.template();
				nSigns = 0;
				continue;
			}
			if (char === 0x22 && (!isRaw || text.startsWith('"""', this.at))) {
				this.endOfString(isRaw);
				return;
			}
			this.isBroken ||= char === 0x0a && !isRaw;
			this.row += char === 0x0a ? 1 : 0;
			this.at += char === 0x5c && !isRaw ? 2 : 1;
			nSigns = char === 0x24 ? nSigns + 1 : 0;
		}
		this.isBroken = true;
	}

	private endOfString(isRaw: boolean): void {
		this.at += isRaw ? 3 : 1;
		// Further quotes belong to a raw string.
		while (isRaw && this.text.charCodeAt(this.at) === 0x22) {
			this.at++;
		}
	}

	private signsBefore(at: number): number {
		let start = at;
		while (this.text.charCodeAt(start - 1) === 0x24) {
			start--;
		}
		return at - start;
	}

	/** Code in a string; nothing is defined there. */
	private template(): void {
		const { text } = this;
		this.isBroken ||= ++this.depth > deepest;
		let nOpen = 0;
		while (this.at < text.length && !this.isBroken) {
			const char = text.charCodeAt(this.at);
			if (char === 0x22) {
				this.string();
				continue;
			}
			if (char === 0x27) {
				this.character();
				continue;
			}
			this.at++;
			this.row += char === 0x0a ? 1 : 0;
			nOpen += char === 0x7b ? 1 : char === 0x7d ? -1 : 0;
			if (char === 0x7d && nOpen === 0) {
				this.depth--;
				return;
			}
		}
		this.isBroken = true;
	}
}

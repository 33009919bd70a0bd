import type { LineRange } from '../../../../runs/pure/model/symbol';
import type { KeywordRole } from '../../languages/readerData';
import { Lexer } from '../lexer';
import type { KeywordTables } from './keywordTables';

/** The tokens of a text; comments are none. Arrays have an entry for each token. */
export interface Tokens {
	readonly lexer: Lexer;
	readonly count: number;
	/** The start and end of each in the text. */
	readonly starts: readonly number[];
	readonly ends: readonly number[];
	/** The sign of a token: '{', '->'. '' for a word or a value. */
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
	...['->', '?.', '?:', '&&', '||', '::', '!!', '++', '--'],
	...['==', '!=', '<=', '+=', '-=', '*=', '/=', '%=', '..'],
]);
const closers: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
const defining: ReadonlySet<KeywordRole | undefined> = new Set<KeywordRole>([
	...(['class', 'interface', 'object', 'function', 'alias', 'constructor'] as const),
]);

/** Undefined if brackets do not fit each other, or a string or a comment does not end. */
export function readTokens(text: string, tables: KeywordTables): Tokens | undefined {
	return new TokenReader(text, tables).read();
}

class TokenReader {
	private at = 0;
	private readonly lexer: Lexer;
	private readonly open: number[] = [];
	private readonly starts: number[] = [];
	private readonly ends: number[] = [];
	private readonly marks: string[] = [];
	private readonly words: string[] = [];
	private readonly roles: (KeywordRole | undefined)[] = [];
	private readonly nDefining: number[] = [0];
	private readonly closing = new Map<number, number>();
	private readonly docs = new Map<number, LineRange>();

	constructor(
		private readonly text: string,
		private readonly tables: KeywordTables,
	) {
		this.lexer = new Lexer(text, tables.lexis, { embedded: (at, start) => this.embedded(at, start) });
	}

	read(): Tokens | undefined {
		const { lexer, text } = this;
		this.at = text.startsWith('#!') ? lexer.rowEnd(0) : 0;
		while (this.at < text.length && !lexer.isBroken) {
			const char = text.charCodeAt(this.at);
			const end = char === 0x2f ? lexer.commentEnd(this.at) : -1;
			if (end >= 0) {
				lexer.noteComment(this.at, end);
				this.at = end;
			} else if (char <= 0x20 || char === 0xfeff) {
				this.at++;
			} else {
				this.token(char);
			}
		}
		const { starts, ends, marks, words, roles, closing, nDefining, docs } = this;
		return lexer.isBroken || this.open.length > 0
			? undefined
			: { lexer, count: starts.length, starts, ends, marks, words, roles, closing, nDefining, docs };
	}

	private token(char: number): void {
		const { lexer, tables, text, at } = this;
		let mark = '';
		let word = '';
		let role: KeywordRole | undefined;
		if (lexer.isWordAt(at)) {
			this.at = lexer.wordEnd(at);
			word = text.slice(at, this.at);
			role = tables.roles.get(word);
			word = char >= 0x30 && char <= 0x39 ? '' : word;
		} else if (tables.lexis.strings[char] !== undefined) {
			const end = lexer.stringEnd(at);
			lexer.isBroken ||= end < 0;
			this.at = end < 0 ? text.length : end;
			word = char === 0x60 ? text.slice(at + 1, end - 1) : '';
		} else {
			const two = text.slice(at, at + 2);
			mark = twoChars.has(two) ? two : text.charAt(at);
			this.at += mark.length;
		}
		this.add(at, mark, word, role);
	}

	private add(at: number, mark: string, word: string, role: KeywordRole | undefined): void {
		const { lexer } = this;
		const index = this.starts.length;
		if (mark === '(' || mark === '[' || mark === '{') {
			this.open.push(index);
		} else if (mark in closers) {
			const opening = this.open.pop() ?? -1;
			lexer.isBroken ||= this.marks[opening] !== closers[mark];
			this.closing.set(opening, index);
		}
		if (lexer.hasComments) {
			const doc = lexer.docAt(at);
			doc && this.docs.set(index, doc);
			lexer.dropComments();
		}
		this.starts.push(at);
		this.ends.push(this.at);
		this.marks.push(mark);
		this.words.push(word);
		this.roles.push(role);
		// `X::class` defines nothing.
		const isDefining = defining.has(role) && this.marks[index - 1] !== '::';
		this.nDefining.push((this.nDefining[index] ?? 0) + (isDefining ? 1 : 0));
	}

	/** `$$"...$${code}..."`: as many signs begin code as are in front of the string. */
	private embedded(at: number, start: number): number {
		const { text, lexer } = this;
		let first = start;
		while (text.charCodeAt(first - 1) === 0x24) {
			first--;
		}
		let end = at;
		while (text.charCodeAt(end) === 0x24) {
			end++;
		}
		const isCode = end - at >= Math.max(1, start - first) && text.charCodeAt(end) === 0x7b;
		return isCode ? lexer.nested(() => lexer.balanced(end)) : end;
	}
}

import { type DeclarationTables, nameWord, roles } from './declarationTables';
import {
	blockToken,
	brackets,
	colonToken,
	commaToken,
	literal,
	parentheses,
	pointerToken,
	type StatementTokens,
	valueToken,
} from './statementTokens';

/** Part of the text. */
export interface Name {
	readonly start: number;
	readonly end: number;
	/** Present if it is not that part of the text itself. */
	readonly text?: string;
}

/** The kind of the names of a declaration. */
export type DeclaredSort = 'type' | 'field' | 'constant';

/** The state of reading a declaration. */
interface Reading {
	readonly base: number;
	readonly sort: DeclaredSort;
	readonly names: Name[];
	/** The index of the last word that may be the name, -1 for none. */
	last: number;
	hasType: boolean;
	hasBlock: boolean;
	/** The tokens up to the next comma are about the name. */
	isDone: boolean;
}

/** Finds the names that the tokens of a statement declare. */
export class Declarators {
	constructor(
		private readonly text: string,
		private readonly tables: DeclarationTables,
		private readonly tokens: StatementTokens,
	) {}

	/** Returns the names of the declaration whose tokens begin at an index. A function that is only declared has none. */
	names(base: number, sort: DeclaredSort): readonly Name[] {
		const { tokens } = this;
		const reading: Reading = { ...{ base, sort, names: [], last: -1 }, hasType: false, hasBlock: false, isDone: false };
		for (let at = base; at < tokens.count; at++) {
			const kind = tokens.kind(at);
			if (kind === commaToken) {
				this.endName(reading);
			} else if (!reading.isDone) {
				at = this.read(reading, kind, at);
			}
		}
		this.endName(reading);
		return reading.names;
	}

	/** The name of the function whose head the tokens from an index on are; undefined if they are none. */
	functionName(base: number): Name | undefined {
		const { tokens } = this;
		let first = -1;
		let untyped = -1;
		let hasType = false;
		for (let at = base; at < tokens.count; at++) {
			const kind = tokens.kind(at);
			if (kind === roles.control || kind === roles.alias || kind === valueToken) {
				return undefined;
			}
			if (kind === parentheses && this.isDeclarator(at)) {
				return this.nameIn(at) ?? this.nameAt(untyped);
			}
			if (kind === nameWord && tokens.kind(at + 1) === parentheses) {
				const isReserved = this.text.charCodeAt(tokens.start(at)) === 0x5f;
				if (hasType && !isReserved && !this.isUpper(at)) {
					return this.nameAt(at);
				}
				// Else it may be an attribute.
				first = hasType && first < 0 ? at : first;
				untyped = untyped < 0 ? at : untyped;
			} else {
				hasType ||= kind !== roles.qualifier && kind !== roles.modifier && kind !== roles.elsewhere;
			}
		}
		return this.nameAt(first >= 0 ? first : untyped);
	}

	/**
	 * Returns the word that begins the block at the end of the tokens from an index on, if it is the block of a type; else
	 * -1.
	 */
	typeHead(base: number): number {
		const { tokens } = this;
		for (let at = tokens.count - 1; at >= base; at--) {
			const kind = tokens.kind(at);
			if (kind === roles.aggregate || kind === roles.enumeration) {
				return at;
			}
			const isPart = kind === nameWord || kind === roles.type || kind === colonToken || kind === roles.qualifier;
			const isArgument = kind === parentheses && tokens.kind(at + 1) === nameWord && at - 2 >= base;
			if (!isPart && !(isArgument && isTypeWord(tokens.kind(at - 2)))) {
				return -1;
			}
		}
		return -1;
	}

	/** The name behind such a word. */
	tag(head: number): Name | undefined {
		const { tokens } = this;
		let at = head + 1;
		while (tokens.kind(at) === nameWord && (tokens.kind(at + 1) === parentheses || tokens.kind(at + 1) === nameWord)) {
			at++;
			at += tokens.kind(at) === parentheses ? 1 : 0;
		}
		return tokens.kind(at) === nameWord ? this.nameAt(at) : undefined;
	}

	/** Whether a name's letters are all capitals, as in macros. */
	isUpper(at: number): boolean {
		return this.isUpperWord(this.tokens.start(at), this.tokens.end(at));
	}

	/** The same for a word of the text. */
	isUpperWord(start: number, end: number): boolean {
		for (let at = start; at < end; at++) {
			const char = this.text.charCodeAt(at);
			if (char >= 0x61 && char <= 0x7a) {
				return false;
			}
		}
		return true;
	}

	/** Whether parentheses contain only names: parameters whose types follow. */
	hasPlainParameters(at: number): boolean {
		const end = this.tokens.end(at) - 1;
		let hasWord = false;
		for (let index = this.tokens.start(at) + 1; index < end; index++) {
			const char = this.text.charCodeAt(index);
			hasWord ||= this.tables.lexis.word[char] === 1;
			if (this.tables.lexis.word[char] !== 1 && char > 0x20 && char !== 0x2c) {
				return false;
			}
		}
		return hasWord;
	}

	nameAt(at: number): Name | undefined {
		const { tokens } = this;
		return at < 0 ? undefined : { start: tokens.start(at), end: tokens.end(at) };
	}

	/** Reads a token, and returns the index of the last one that was read. */
	private read(reading: Reading, kind: number, at: number): number {
		const { tokens } = this;
		if (kind === nameWord) {
			reading.hasType ||= reading.last >= 0;
			reading.last = reading.hasBlock && reading.last >= 0 ? reading.last : at;
		} else if (isTypeWord(kind)) {
			reading.hasType = true;
			reading.last = -1;
			return at + (tokens.kind(at + 1) === nameWord ? 1 : 0);
		} else if (kind === blockToken || kind === roles.type || kind === pointerToken) {
			reading.hasType ||= kind !== pointerToken || reading.last >= 0;
			reading.hasBlock ||= kind === blockToken;
			reading.last = kind === roles.type && reading.hasBlock ? reading.last : -1;
		} else if (kind === brackets || kind === colonToken || kind === valueToken) {
			this.endName(reading);
			reading.isDone = true;
		} else if (kind === parentheses) {
			this.readParentheses(reading, at);
		}
		return at;
	}

	private readParentheses(reading: Reading, at: number): void {
		const { tokens } = this;
		const { base, sort, last, hasType } = reading;
		if (this.isDeclarator(at) || (sort === 'type' && tokens.kind(at + 1) === parentheses)) {
			take(reading, hasType || last >= 0 ? this.nameIn(at) : undefined);
		} else if (last >= 0 && hasType) {
			take(reading, sort === 'constant' ? undefined : this.nameAt(this.beforeAttribute(reading)));
		} else if (last >= 0 && sort === 'constant') {
			const isName = tokens.kind(at + 1) === valueToken || (last > base && this.isLast(at));
			const name = isName ? this.onlyWordIn(at) : undefined;
			reading.hasType = true;
			reading.last = -1;
			if (name !== undefined) {
				take(reading, name);
			}
		}
	}

	/** Ends the part of a declaration that is about one name. */
	private endName(reading: Reading): void {
		if (!reading.isDone && reading.hasType) {
			take(reading, this.nameAt(reading.last));
		}
		reading.isDone = false;
		reading.hasBlock = false;
		reading.last = -1;
	}

	/**
	 * Returns the index of the last name, or of the one before if the last one and its parentheses look like an attribute.
	 */
	private beforeAttribute({ base, last, sort }: Reading): number {
		const { tokens } = this;
		const isSecond = last - 2 >= base && tokens.kind(last - 1) === nameWord && !isTypeWord(tokens.kind(last - 2));
		return sort === 'field' && isSecond ? last - 1 : last;
	}

	private isLast(at: number): boolean {
		const next = this.tokens.kind(at + 1);
		return next === -1 || next === literal;
	}

	/** Whether parentheses are around a name: a pointer, or a name before parameters or a size. */
	private isDeclarator(at: number): boolean {
		const { tokens, text } = this;
		const first = text.charCodeAt(this.afterBlanks(tokens.start(at) + 1));
		if (first === 0x2a || first === 0x5e || first === 0x28) {
			return true;
		}
		const next = tokens.kind(at + 1);
		if (next !== parentheses && next !== brackets) {
			return false;
		}
		const before = tokens.kind(at - 1);
		return (
			before !== nameWord || /^\(\s{0,80}\w{1,80}\s{0,80}\*/.test(text.slice(tokens.start(at), tokens.start(at) + 250))
		);
	}

	/** The name that is declared in parentheses. */
	private nameIn(at: number): Name | undefined {
		const { text, tables, tokens } = this;
		const end = tokens.end(at) - 1;
		let name: Name | undefined;
		let depth = 0;
		for (let index = tokens.start(at) + 1; index < end; index++) {
			const char = text.charCodeAt(index);
			if (tables.lexis.word[char] === 1) {
				const start = index;
				while (tables.lexis.word[text.charCodeAt(index + 1)] === 1) {
					index++;
				}
				const role = tables.words.get(text.slice(start, index + 1));
				name = role === undefined ? { start, end: index + 1 } : name;
			} else if (char === 0x28) {
				const first = text.charCodeAt(this.afterBlanks(index + 1));
				if (name !== undefined || (first !== 0x2a && first !== 0x28 && first !== 0x5e)) {
					return name;
				}
				depth++;
			} else if (char === 0x5b || (char === 0x29 && depth-- === 0)) {
				return name;
			}
		}
		return name;
	}

	private onlyWordIn(at: number): Name | undefined {
		const { text, tables, tokens } = this;
		const start = this.afterBlanks(tokens.start(at) + 1);
		let end = start;
		while (tables.lexis.word[text.charCodeAt(end)] === 1) {
			end++;
		}
		const isOnly = end > start && this.afterBlanks(end) === tokens.end(at) - 1;
		return isOnly ? { start, end } : undefined;
	}

	private afterBlanks(start: number): number {
		let at = start;
		while (this.text.charCodeAt(at) <= 0x20) {
			at++;
		}
		return at;
	}
}

function isTypeWord(kind: number): boolean {
	return kind === roles.aggregate || kind === roles.enumeration;
}

function take(reading: Reading, name: Name | undefined): void {
	reading.isDone = true;
	if (name !== undefined) {
		reading.names.push(name);
	}
}

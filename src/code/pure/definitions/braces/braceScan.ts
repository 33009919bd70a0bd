import {
	type CodeSymbol,
	isClassLike,
	type LineRange,
	qualifiedName,
	type SymbolKind,
} from '../../../../runs/pure/model/symbol';
import { type FoundSymbol, type Scope, SymbolSink } from '../symbolSink';
import { type BraceCursor, wordMark } from './braceCursor';

/** Deeper blocks are not read: each takes a part of the stack. */
const deepest = 200;

/** The text in front of a definition: comments, attributes and modifiers. */
export interface Front {
	readonly start: number;
	readonly doc: LineRange | undefined;
	readonly modifiers: readonly string[];
	readonly isEvent?: boolean;
}

/** A name, and its position. */
export interface Name {
	readonly name: string;
	readonly at: number;
}

/** What begins definitions differs between languages. */
export interface BraceMembers {
	/** Reads what begins at the cursor, in a file or a class. */
	member(scope: Scope): void;
	/** Reads the definition at the cursor in code. False if there is none; the cursor may have moved. */
	inCode(scope: Scope): boolean;
}

/** Moves over blocks and code, in which definitions are looked for. */
export class BraceScan {
	readonly sink: SymbolSink;
	private readonly reader: BraceMembers;
	/** Bases written away from their class, by its qualified name. */
	private readonly joined = new Map<string, string[]>();
	private depth = 0;

	constructor(
		readonly cursor: BraceCursor,
		file: string,
		readerFor: (scan: BraceScan) => BraceMembers,
	) {
		this.sink = new SymbolSink(cursor.lexer, file);
		this.reader = readerFor(this);
	}

	add(kind: SymbolKind, { name, at }: Name, scope: Scope, { start, doc, modifiers }: Front): FoundSymbol {
		const place = { start, name: at, end: this.cursor.end, doc, modifiers, order: start };
		return this.sink.add(kind, name, scope, place);
	}

	/** The front of a definition without modifiers at the cursor. */
	front(): Front {
		const { cursor } = this;
		return { start: cursor.at, doc: cursor.doc(), modifiers: none };
	}

	/** Adds a base to a class that is known by its qualified name. */
	joinBase(container: string, base: string): void {
		this.joined.set(container, [...(this.joined.get(container) ?? []), base]);
	}

	/** The definitions in source order. */
	finish(): readonly CodeSymbol[] {
		const { joined } = this;
		const symbols = this.sink.finish();
		return joined.size === 0
			? symbols
			: symbols.map(symbol => {
					const further = isClassLike(symbol) ? joined.get(qualifiedName(symbol)) : undefined;
					return further ? { ...symbol, bases: [...new Set([...symbol.bases, ...further])] } : symbol;
				});
	}

	/** Ends a header before the body at the cursor. */
	header(symbol: FoundSymbol): void {
		const { cursor } = this;
		this.sink.header(symbol, cursor.at, cursor.before);
		if (cursor.isBelowDirective && cursor.lexer.isFirstInRow(cursor.at)) {
			this.fail();
		}
	}

	/** The text cannot be read: moves to its end. */
	fail(): void {
		this.cursor.lexer.isBroken = true;
		this.cursor.next();
	}

	/** Reads members up to a closing brace. */
	members(scope: Scope): void {
		const { cursor } = this;
		while (!cursor.isAtEnd && !cursor.is('}') && !cursor.lexer.isBroken) {
			const { at } = cursor;
			this.reader.member(scope);
			if (cursor.at === at) {
				this.fail();
			}
		}
	}

	/** Reads a block from its opening bracket, and moves behind it. */
	block(read: () => void, close = '}'): void {
		const { cursor } = this;
		cursor.next();
		this.nested(read);
		if (cursor.is(close)) {
			cursor.next();
		} else {
			this.fail();
		}
	}

	/** Reads a part that may contain itself, unless the text cannot be read. */
	nested(read: () => void): void {
		this.depth++;
		if (this.depth > deepest) {
			this.fail();
		}
		if (!this.cursor.lexer.isBroken) {
			read();
		}
		this.depth--;
	}

	/** Reads the same part again and again up to a closing bracket, with semicolons between. */
	list(read: () => void, close = '}'): void {
		const { cursor } = this;
		this.block(() => {
			while (!cursor.is(close) && !cursor.isAtEnd && !cursor.lexer.isBroken) {
				const { at } = cursor;
				if (cursor.is(';')) {
					cursor.next();
				} else {
					cursor.beginStatement();
					read();
				}
				if (cursor.at === at) {
					this.fail();
				}
			}
		}, close);
	}

	/** Reads a block, or a group, of code. */
	codeBlock(scope: Scope, close = '}'): void {
		this.block(() => this.code(scope), close);
	}

	/** Reads a value up to a comma or semicolon, or the row that ends its statement. */
	value(scope: Scope, end: 'item' | 'statement'): void {
		this.nested(() => this.code(scope, end));
	}

	/** Reads a file that is code. */
	script(scope: Scope): void {
		this.code(scope);
	}

	/** Reads code up to a closing bracket. */
	private code(scope: Scope, value?: 'item' | 'statement'): void {
		const { cursor, reader } = this;
		const { codeMarks, valueMarks } = cursor.tables;
		const isItem = value === 'item';
		const marks = isItem ? valueMarks : codeMarks;
		const open: number[] = [];
		while (!cursor.isAtEnd && !cursor.lexer.isBroken) {
			const { at, mark } = cursor;
			const close = closeOf[mark];
			if (mark === 0x29 || mark === 0x5d || mark === 0x7d) {
				if (open.length === 0) {
					return;
				}
				if (open.pop() !== mark) {
					this.fail();
				}
			} else if (close !== undefined) {
				open.push(close);
			} else if (open.length === 0 && this.endsValue(value)) {
				return;
			} else if (isItem && open.length === 0 && mark === 0x3c && cursor.angles()) {
				continue;
			} else if ((mark === wordMark ? cursor.role !== undefined : marks[mark] === 1) && reader.inCode(scope)) {
				continue;
			}
			if (cursor.at !== at) {
				continue;
			}
			if (value === 'statement' && open.length === 0) {
				cursor.next();
			} else {
				cursor.seek(marks);
			}
		}
	}

	private endsValue(value: 'item' | 'statement' | undefined): boolean {
		const { cursor } = this;
		const isEnd = cursor.is(';') || (value === 'item' ? cursor.is(',') : cursor.endsStatement());
		return value !== undefined && isEnd;
	}
}

const none: readonly string[] = [];
const closeOf: Readonly<Record<number, number>> = { 40: 0x29, 91: 0x5d, 123: 0x7d };

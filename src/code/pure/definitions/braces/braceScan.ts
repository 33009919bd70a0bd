import type { LineRange, SymbolKind } from '../../../../runs/pure/model/symbol';
import { type FoundSymbol, type Scope, SymbolSink } from '../symbolSink';
import { type BraceCursor, wordMark } from './braceCursor';

/** Deeper blocks are not read: each takes a part of the stack. */
const deepest = 200;

/** What is in front of a definition. */
export interface Front {
	readonly start: number;
	readonly doc: LineRange | undefined;
	readonly modifiers: readonly string[];
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

	/** The text cannot be read. */
	fail(): void {
		this.cursor.lexer.isBroken = true;
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
		this.depth++;
		if (this.depth > deepest) {
			this.fail();
		}
		cursor.next();
		read();
		this.depth--;
		if (cursor.is(close)) {
			cursor.next();
		} else {
			this.fail();
		}
	}

	/** Reads a block, or a group, of code. */
	codeBlock(scope: Scope, close = '}'): void {
		this.block(() => this.code(scope, false), close);
	}

	/** Reads code up to a closing bracket, a value also up to a comma or semicolon. */
	code(scope: Scope, isValue: boolean): void {
		const { cursor, reader } = this;
		const { codeMarks, valueMarks } = cursor.tables;
		const marks = isValue ? valueMarks : codeMarks;
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
			} else if (isValue && open.length === 0 && (mark === 0x3b || mark === 0x2c)) {
				return;
			} else if (isValue && open.length === 0 && mark === 0x3c && cursor.angles()) {
				continue;
			} else if ((mark === wordMark ? cursor.role !== undefined : marks[mark] === 1) && reader.inCode(scope)) {
				continue;
			}
			if (cursor.at === at) {
				cursor.seek(marks);
			}
		}
	}
}

const closeOf: Readonly<Record<number, number>> = { 40: 0x29, 91: 0x5d, 123: 0x7d };

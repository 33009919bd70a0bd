import { callbackName } from '../callbackName';
import type { Scope } from '../symbolSink';
import type { CodeReader } from './codeReader';
import { type Definitions, type Front, noFront } from './definitions';

/** What the next parenthesis calls, as far as it is read. */
export class Callee {
	/** The beginning of the operand, -1 if that is no name. */
	private start = -1;
	/** The end of the last name, -1 if something else follows it. */
	private end = -1;
	private isName = false;
	/** The comment above the operand. */
	private doc: Front['doc'];
	private docAt = -1;

	constructor(
		private readonly reader: CodeReader,
		private readonly definitions: Definitions,
	) {}

	/** An operand begins at the next token. */
	begin(): void {
		this.docAt = this.reader.at;
		this.doc = this.reader.docAt(this.docAt);
	}

	/** The operand ended; it began at a position if it is a name. */
	operand(start: number): void {
		this.start = start;
		this.isName = start >= 0;
		this.end = this.isName ? this.reader.end : -1;
	}

	/** A member's name ended. */
	member(): void {
		this.end = this.reader.end;
		this.isName = false;
	}

	/** Something else ended. */
	other(): void {
		this.end = -1;
		this.isName = false;
	}

	/** The beginning of a callee that is a single name, else -1. */
	get nameStart(): number {
		return this.isName ? this.start : -1;
	}

	/** A call that may name a function, whose parenthesis is next. */
	call(): OpenCall | undefined {
		const { reader, definitions, end } = this;
		const { text, tables } = reader;
		const first = end < 0 ? -1 : reader.codeAt(reader.at + 1);
		const isTemplate = text.charAt(first) === tables.data.templates;
		if (first < 0 || !(isTemplate || tables.data.quotes.includes(text.charAt(first) || ' '))) {
			return undefined;
		}
		const headerEnd = isTemplate ? reader.template(first) : reader.string(first);
		const isAlone = text.charCodeAt(reader.codeAt(headerEnd)) === 0x2c;
		return isAlone ? { end, first, headerEnd, front: definitions.front, index: definitions.count } : undefined;
	}

	/** Adds the function that a call names, which ended. */
	define({ end, first, headerEnd, front, index }: OpenCall, scope: Scope): void {
		const { reader, definitions, start } = this;
		const row = reader.rowOf(end - 1);
		if (reader.rowOf(reader.end - 1) - row + 1 < reader.tables.data.callbackLines) {
			return;
		}
		const named = callbackName(reader.text, { start, end }, { start: first, end: headerEnd });
		if (named !== undefined) {
			const applies = front.count === index && (front.atRow < 0 || front.atRow === row);
			const own = this.doc !== undefined && reader.rowOf(this.docAt) === row ? this.doc : undefined;
			const place = { start: named.start, name: named.start, headerEnd };
			const doc = own ?? (applies ? front.doc : undefined);
			definitions.addCallback(index, named.name, scope, { ...place, front: { ...noFront, doc } });
		}
	}
}

/** A call whose arguments are read: a text is the first of them. */
interface OpenCall {
	/** The end of the called name. */
	readonly end: number;
	/** The text in the arguments, from its beginning to its end. */
	readonly first: number;
	readonly headerEnd: number;
	/** Of the statement. */
	readonly front: Front;
	/** The number of definitions before it. */
	readonly index: number;
}

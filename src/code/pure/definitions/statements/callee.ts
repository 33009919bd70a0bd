import { type CallbackName, callbackName } from '../callbackName';
import type { CodeReader } from './codeReader';
import { type DefinitionPlace, type Definitions, noFront } from './definitions';

/** What the next parenthesis calls, as far as it is read. */
export class Callee {
	/** The beginning of the operand, -1 if that is no name. */
	private start = -1;
	/** The end of the last name, -1 if something else follows it. */
	private end = -1;
	private isName = false;
	/** The comment above the operand. */
	private doc: Definitions['front']['doc'];
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

	/** The name of a function in the arguments, whose parenthesis is next, with the place of the call. */
	named(): CalledPlace | undefined {
		const { reader, definitions, start, end } = this;
		const { text, tables } = reader;
		const first = reader.codeAt(reader.at + 1);
		const isTemplate = text.charAt(first) === tables.data.templates;
		if (end < 0 || !(isTemplate || tables.data.quotes.includes(text.charAt(first) || ' '))) {
			return undefined;
		}
		const headerEnd = isTemplate ? reader.template(first) : reader.string(first);
		const isAlone = text.charCodeAt(reader.codeAt(headerEnd)) === 0x2c;
		const named = isAlone ? callbackName(text, { start, end }, { start: first, end: headerEnd }) : undefined;
		if (named === undefined) {
			return undefined;
		}
		const hasDoc = this.doc !== undefined && reader.rowOf(this.docAt) === reader.rowOf(named.start);
		const doc = hasDoc ? this.doc : definitions.frontAt(named.start).doc;
		return { named, headerEnd, index: definitions.count, front: { ...noFront, doc } };
	}
}

interface CalledPlace extends Pick<DefinitionPlace, 'front'> {
	readonly named: CallbackName;
	/** The end of the text in the arguments. */
	readonly headerEnd: number;
	/** The number of definitions before it. */
	readonly index: number;
}

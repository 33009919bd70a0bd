import type { CodeSymbol, LineRange } from '../../../../runs/pure/model/symbol';
import { type FoundSymbol, type Scope, SymbolSink } from '../symbolSink';
import type { CommandReader } from './commandReader';

/** Positions of `NAME=value`. */
interface Assigned {
	readonly name: string;
	readonly start: number;
	readonly end: number;
}

/** The definitions a command was about to make. */
interface Around {
	readonly assigned: Assigned[];
	readonly doc: LineRange | undefined;
}

/** The definitions of commands, with the comments above them. */
export class DefinedByCommands {
	private readonly sink: SymbolSink;
	/** Assignments of the command that is read. They may precede a command that only gets the values. */
	private assigned: Assigned[] = [];
	/** The comment of a definition in the row below it. */
	private doc: LineRange | undefined;
	/** In an expansion nothing is defined. */
	private nExpansions = 0;

	constructor(
		private readonly reader: CommandReader,
		file: string,
	) {
		this.sink = new SymbolSink(reader.lexer, file);
	}

	finish(): readonly CodeSymbol[] {
		return this.sink.finish();
	}

	/** Begins a part of a command at the reader: the comments above may belong to it. */
	begin(): void {
		const { lexer, at } = this.reader;
		if (lexer.hasComments) {
			this.doc = lexer.docAt(at);
			lexer.dropComments();
		}
	}

	/** A comment above the end of a part does not belong to the code after it. */
	dropDoc(): void {
		this.doc = undefined;
	}

	beginExpansion(): Around {
		const { assigned, doc } = this;
		this.assigned = [];
		this.nExpansions++;
		return { assigned, doc };
	}

	endExpansion({ assigned, doc }: Around): void {
		this.nExpansions--;
		this.assigned = assigned;
		this.doc = doc;
	}

	assign(name: string, start: number, end: number): void {
		this.assigned.push({ name, start, end });
	}

	dropAssigned(): void {
		if (this.assigned.length > 0) {
			this.assigned = [];
		}
	}

	addAssigned(scope: Scope): void {
		for (const { name, start, end } of this.nExpansions > 0 ? [] : this.assigned) {
			this.sink.add('constant', name, scope, { start, name: start, end, doc: this.takeDoc(start) });
		}
		this.dropAssigned();
	}

	addFunction(name: string, scope: Scope, place: { start: number; name: number; end: number }): FoundSymbol {
		return this.sink.add('function', name, scope, { ...place, doc: this.takeDoc(place.start) });
	}

	end(symbol: FoundSymbol): void {
		this.sink.end(symbol, this.reader.at);
	}

	private takeDoc(start: number): LineRange | undefined {
		const { doc } = this;
		this.doc = undefined;
		return doc !== undefined && doc.endLine === this.reader.lexer.rowOf(start) ? doc : undefined;
	}
}

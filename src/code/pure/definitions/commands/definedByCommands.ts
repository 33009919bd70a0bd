import type { CodeSymbol } from '../../../../runs/pure/model/symbol';
import { FoundSymbols } from '../scan/foundSymbols';
import type { CommandReader } from './commandReader';

interface Assigned {
	readonly name: string;
	readonly row: number;
	readonly endRow: number;
}

/** Rows are 0-based; -1 for none. */
interface Doc {
	readonly start: number;
	readonly end: number;
	/** The row of what it is above. */
	readonly row: number;
}

const noDoc: Doc = { start: -1, end: -1, row: -1 };

/** What a command was about to define. */
interface Around {
	readonly assigned: Assigned[];
	readonly doc: Doc;
}

/** What commands define, with the comments above it. Rows are 0-based. */
export class DefinedByCommands {
	private readonly found: FoundSymbols;
	/** By the command that is read. What follows may be a command that only gets the values. */
	private assigned: Assigned[] = [];
	private doc = noDoc;
	/** In an expansion nothing is defined. */
	private nExpansions = 0;

	constructor(file: string) {
		this.found = new FoundSymbols(file);
	}

	finish(): readonly CodeSymbol[] {
		return this.found.finish();
	}

	/** A comment belongs to what begins in the row below it. */
	begin(reader: CommandReader): void {
		if (reader.docStart >= 0) {
			const isAbove = reader.docEnd + 1 === reader.row;
			this.doc = isAbove ? { start: reader.docStart, end: reader.docEnd, row: reader.row } : noDoc;
			reader.docStart = -1;
		}
	}

	/** What is above the end of a part belongs to nothing behind it. */
	dropDoc(): void {
		this.doc = noDoc;
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

	assign(name: string, row: number, endRow: number): void {
		this.assigned.push({ name, row, endRow });
	}

	dropAssigned(): void {
		this.assigned = [];
	}

	addAssigned(scope: number): void {
		for (const { name, row, endRow } of this.nExpansions > 0 ? [] : this.assigned) {
			const place = { scope, nameRow: row, startRow: row, headerRow: endRow, endRow, order: 0 };
			this.found.add(name, 'constant', { ...place, ...this.takeDoc(row) });
		}
		this.assigned = [];
	}

	/** Returns the number by which `end` knows it. */
	addFunction(
		name: string,
		place: {
			readonly scope: number;
			readonly startRow: number;
			readonly nameRow: number;
			readonly headerRow: number;
		},
	): number {
		const rows = { ...place, endRow: place.headerRow, order: 0 };
		return this.found.add(name, 'function', { ...rows, ...this.takeDoc(place.startRow) });
	}

	/** Of what is defined in a function. */
	scopeOf(name: string, scope: number): number {
		return this.found.scope(scope, name, 'function');
	}

	end(symbol: number, row: number): void {
		this.found.end(symbol, row);
	}

	private takeDoc(row: number): { readonly docStart: number; readonly docEnd: number } {
		const { start, end, row: below } = this.doc;
		this.doc = noDoc;
		return below === row ? { docStart: start, docEnd: end } : { docStart: -1, docEnd: -1 };
	}
}

import type { SymbolKind } from '../../../../runs/pure/model/symbol';
import type { Narrow, Numbers } from './growing';

/**
 * The parts of a symbol table, each a typed array. `first` arrays have one entry more than the things they count: the
 * rows of n are from `first[n]` to `first[n + 1]`. Strings are numbers of the string table, and 0 is ''; lists of
 * strings are numbers as well, and 0 is the empty list. Lines are 1-based. `narrow` ones have numbers of 1, 2 or 4
 * bytes, as the largest needs.
 */
export const sectionTypes = {
	/** UTF-8 of the files' paths, in their order, and the end of each. */
	'paths.text': Uint8Array,
	'paths.ends': Uint32Array,
	/** UTF-8 of all other strings, one after the other, and the end of each. */
	'strings.text': Uint8Array,
	'strings.ends': Uint32Array,
	/** Open addressing by `hashOf`: number of the string plus 1, 0 if there is none. */
	'strings.slots': Uint32Array,
	'lists.first': Uint32Array,
	'lists.strings': Uint32Array,
	/** In the order of their paths. */
	'files.sizeBytes': Float64Array,
	'files.modifiedMs': Float64Array,
	'files.language': 'narrow',
	/** See `FileState` and `fileFlags`. */
	'files.state': 'narrow',
	'files.problem': 'narrow',
	'files.first': Uint32Array,
	/** In the order of the files, and in each in source order. */
	'symbols.name': 'narrow',
	'symbols.container': 'narrow',
	/** Position in `symbolKinds`. */
	'symbols.kind': 'narrow',
	'symbols.startLine': 'narrow',
	/** Lines after the start. */
	'symbols.nameLine': 'narrow',
	'symbols.headerEndLine': 'narrow',
	'symbols.endLine': 'narrow',
	/** 0 if there is no doc, else its number of lines. */
	'symbols.docLines': 'narrow',
	/** The start of the doc: 2n for n lines before the start, 2n + 1 for n lines after it. */
	'symbols.docStart': 'narrow',
	'symbols.bases': 'narrow',
	'symbols.modifiers': 'narrow',
	/** Rows of symbols by the number of their name. */
	'names.first': Uint32Array,
	'names.rows': Uint32Array,
	/** Rows of members by the number of their container's plain name. */
	'members.first': Uint32Array,
	'members.rows': Uint32Array,
} as const;

type SectionTypes = typeof sectionTypes;
export type SectionName = keyof SectionTypes;
/** Sections of `narrow` numbers. */
export type NarrowName = { [N in SectionName]: SectionTypes[N] extends 'narrow' ? N : never }[SectionName];
export type Section<N extends SectionName> = SectionTypes[N] extends new (
	...given: never[]
) => unknown
	? InstanceType<SectionTypes[N]>
	: Narrow;

export const sectionNames = Object.keys(sectionTypes) as readonly SectionName[];

/** The facts about a table that need no part of it. Plain JSON data. */
export interface TableFacts {
	/** Of all files, with those that are left out. */
	readonly nRows: number;
	/** Without those that are left out. */
	readonly nFiles: number;
	readonly nSymbols: number;
	readonly nStrings: number;
	/** The number of strings when all of them were in use. */
	readonly nUsedStrings: number;
}

/** The storage of a table's parts: memory, or a file whose parts are read when needed. */
export interface TableSource {
	readonly facts: TableFacts;
	/** Reading a few bytes of a part costs less than reading all of it. */
	readonly isPaged: boolean;
	/** In bytes. */
	sizeOf(name: SectionName): number;
	/** Bytes of a part, from the start of their buffer. Throws if they cannot be read, or are damaged. */
	section(name: SectionName, start?: number, end?: number): ArrayBuffer;
}

/** A table in memory; its buffers can be transferred to another thread. */
export interface TableData {
	readonly facts: TableFacts;
	readonly sections: Readonly<Record<SectionName, ArrayBuffer>>;
}

export function inMemory({ facts, sections }: TableData): TableSource {
	return {
		facts,
		isPaged: false,
		sizeOf: name => sections[name].byteLength,
		section: (name, start = 0, end = sections[name].byteLength) =>
			start === 0 && end === sections[name].byteLength ? sections[name] : sections[name].slice(start, end),
	};
}

const pageBytes = 64 * 1024;
/** After this many pages of a section, the rest is read at once. */
const mostPages = 64;

/** The parts of a table as arrays, each taken from its source when it is first needed. */
export class TableSections {
	private readonly loaded = new Map<SectionName, unknown>();
	private readonly pages = new Map<SectionName, Map<number, ArrayBuffer>>();

	constructor(private readonly source: TableSource) {}

	get facts(): TableFacts {
		return this.source.facts;
	}

	/** A whole section. */
	get<N extends SectionName>(name: N): Section<N> {
		const known = this.loaded.get(name);
		if (known !== undefined) {
			return known as Section<N>;
		}
		const array = this.arrayOf(name, this.source.section(name));
		this.loaded.set(name, array);
		this.pages.delete(name);
		return array as Section<N>;
	}

	/** One number of a section, 0 beyond its end: of a saved table only a page of it is read. */
	number(name: SectionName, index: number): number {
		const known = this.whole(name);
		if (known !== undefined) {
			return known[index] ?? 0;
		}
		const width = this.widthOf(name);
		const at = index * width;
		const page = this.arrayOf(name, this.page(name, Math.floor(at / pageBytes)));
		return page[(at % pageBytes) / width] ?? 0;
	}

	/** Some bytes of a section. */
	bytes(name: 'paths.text' | 'strings.text', start: number, end: number): Uint8Array {
		const known = this.whole(name) as Uint8Array | undefined;
		if (known !== undefined) {
			return known.subarray(start, end);
		}
		const bytes = new Uint8Array(end - start);
		for (let at = start; at < end; ) {
			const page = Math.floor(at / pageBytes);
			const here = new Uint8Array(this.page(name, page)).subarray(at - page * pageBytes, end - page * pageBytes);
			bytes.set(here, at - start);
			at = (page + 1) * pageBytes;
		}
		return bytes;
	}

	/** How many numbers a section has. */
	lengthOf(name: SectionName): number {
		return this.source.sizeOf(name) / this.widthOf(name);
	}

	/** Undefined while only pages of a section are read. */
	private whole(name: SectionName): ArrayLike<number> | undefined {
		const known = this.loaded.get(name) as ArrayLike<number> | undefined;
		const isLoaded = known === undefined && (!this.source.isPaged || this.source.sizeOf(name) <= pageBytes);
		return isLoaded ? this.get(name) : known;
	}

	private page(name: SectionName, page: number): ArrayBuffer {
		const pages = this.pages.get(name) ?? new Map<number, ArrayBuffer>();
		this.pages.set(name, pages);
		const known = pages.get(page);
		if (known !== undefined) {
			return known;
		}
		const end = Math.min((page + 1) * pageBytes, this.source.sizeOf(name));
		if (pages.size >= mostPages) {
			const whole = this.get(name);
			return whole.buffer.slice(page * pageBytes, end);
		}
		const buffer = this.source.section(name, page * pageBytes, end);
		pages.set(page, buffer);
		return buffer;
	}

	private widthOf(name: SectionName): number {
		const type = sectionTypes[name];
		if (type !== 'narrow') {
			return type.BYTES_PER_ELEMENT;
		}
		const { nRows, nSymbols } = this.facts;
		return this.source.sizeOf(name) / (name.startsWith('files.') ? nRows : nSymbols) || 1;
	}

	private arrayOf(name: SectionName, buffer: ArrayBuffer): Numbers {
		const type = sectionTypes[name];
		if (type !== 'narrow') {
			return new type(buffer);
		}
		const width = this.widthOf(name);
		return width === 4 ? new Uint32Array(buffer) : width === 2 ? new Uint16Array(buffer) : new Uint8Array(buffer);
	}
}

/** As numbers in `symbols.kind`, by position. */
export const symbolKinds: readonly SymbolKind[] = [
	'class',
	'interface',
	'module',
	'type',
	'function',
	'method',
	'macro',
	'constant',
	'field',
	'callback',
];

/** As numbers in `files.state`, by position. The reasons apply to files without readable text. */
export const fileStates = [
	'parsed',
	'partial',
	'text',
	'binary',
	'missing',
	'oversized',
	'special',
	'forbidden',
	'outside',
] as const;

/** Added to the state of a file. */
export const fileFlags = {
	isTest: 0x40,
	/** The problem may be temporary: the file is read again the next time. */
	isTemporary: 0x80,
	states: 0x3f,
} as const;

/**
 * The parts of a symbol table, each a typed array. `first` arrays have an entry more than what they are about: the rows
 * of n are from `first[n]` to `first[n + 1]`. Strings are numbers of the string table, in which 0 is ''; lists of strings are
 * numbers as well, and 0 is the empty list. Lines are 1-based.
 */
export const sectionTypes = {
	/** UTF-8 of all strings, one after the other. */
	'strings.text': Uint8Array,
	/** Where each string ends, in UTF-16 code units. */
	'strings.ends': Uint32Array,
	/** Open addressing by `hashOf`: number of the string plus 1, 0 where there is none. */
	'strings.slots': Uint32Array,
	'lists.first': Uint32Array,
	'lists.strings': Uint32Array,
	/** In the order of their paths. */
	'files.path': Uint32Array,
	'files.sizeBytes': Float64Array,
	'files.modifiedMs': Float64Array,
	'files.language': Uint32Array,
	/** See `FileState` and `fileFlags`. */
	'files.state': Uint8Array,
	'files.problem': Uint32Array,
	'files.first': Uint32Array,
	/** In the order of the files, and in each in source order. */
	'symbols.name': Uint32Array,
	'symbols.container': Uint32Array,
	/** Position in `symbolKinds`. */
	'symbols.kind': Uint8Array,
	'symbols.nameLine': Uint32Array,
	'symbols.startLine': Uint32Array,
	'symbols.headerEndLine': Uint32Array,
	'symbols.endLine': Uint32Array,
	/** 0 where there is no doc. */
	'symbols.docStartLine': Uint32Array,
	'symbols.docEndLine': Uint32Array,
	'symbols.bases': Uint32Array,
	'symbols.modifiers': Uint32Array,
	/** Rows of symbols by the number of their name. */
	'names.first': Uint32Array,
	'names.rows': Uint32Array,
	/** Rows of members by the number of the plain name of what contains them. */
	'members.first': Uint32Array,
	'members.rows': Uint32Array,
} as const;

export type SectionName = keyof typeof sectionTypes;
type Section<N extends SectionName> = InstanceType<(typeof sectionTypes)[N]>;

export const sectionNames = Object.keys(sectionTypes) as readonly SectionName[];

/** What is known of a table without reading a part of it. Plain JSON data. */
export interface TableFacts {
	/** Without those that are left out. */
	readonly nFiles: number;
	readonly nSymbols: number;
	readonly nStrings: number;
	/** So many strings there were when all of them were in use. */
	readonly nUsedStrings: number;
}

/** Where the parts of a table are: in memory, or in a file that is read as they are needed. */
export interface TableSource {
	readonly facts: TableFacts;
	/** The bytes of a part, from the start of the buffer. Throws where they cannot be read, or are damaged. */
	section(name: SectionName): ArrayBuffer;
	/** All parts. Throws as `section` does. */
	read(): TableData;
}

/** A table in memory; its buffers can be transferred to another thread. */
export interface TableData {
	readonly facts: TableFacts;
	readonly sections: Readonly<Record<SectionName, ArrayBuffer>>;
}

export function inMemory(data: TableData): TableSource {
	return { facts: data.facts, section: name => data.sections[name], read: () => data };
}

/** The parts of a table as arrays, each taken from its source when it is first needed. */
export class TableSections {
	private readonly loaded = new Map<SectionName, unknown>();

	constructor(private readonly source: TableSource) {}

	get facts(): TableFacts {
		return this.source.facts;
	}

	get<N extends SectionName>(name: N): Section<N> {
		const known = this.loaded.get(name);
		if (known !== undefined) {
			return known as Section<N>;
		}
		const array = new sectionTypes[name](this.source.section(name));
		this.loaded.set(name, array);
		return array as Section<N>;
	}
}

/** As numbers in `files.state`, by position. The reasons are those of files without readable text. */
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
	/** What went wrong may go well the next time: the file is read again. */
	isTemporary: 0x80,
	states: 0x3f,
} as const;

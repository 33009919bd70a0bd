/** The parts of saved trigrams, as arrays. Rows are positions of files, one block after the other. */
export const trigramSections = {
	/** The paths of all rows, as one text in UTF-8. */
	'files.paths': Uint8Array,
	/** The end of each path in the text, in UTF-16 units. */
	'files.ends': Uint32Array,
	'files.sizeBytes': Float64Array,
	'files.modifiedMs': Float64Array,
	/** The rows that still count, by path. */
	'files.byPath': Uint32Array,
	/** The row after the last one of each block. */
	'blocks.ends': Uint32Array,
	/** The end of each group of each block in `grams`. */
	'groups.ends': Uint32Array,
	/** See `GramGroups`. */
	grams: Uint8Array,
} as const;

export type TrigramSection = keyof typeof trigramSections;
export const trigramSectionNames = Object.keys(trigramSections) as readonly TrigramSection[];

type Sections = { readonly [N in TrigramSection]: InstanceType<(typeof trigramSections)[N]> };

/** Trigrams in memory; their buffers can be transferred to another thread. */
export type TrigramData = { readonly [N in TrigramSection]: Sections[N] & { readonly buffer: ArrayBuffer } };

/** The storage of trigrams: memory, or a file whose parts are read when needed. */
export interface TrigramSource {
	/** A whole part. Throws if it cannot be read, or is damaged. */
	section<N extends TrigramSection>(name: N): TrigramData[N];
	/** Some bytes of `grams`. Throws as `section` does. */
	grams(start: number, end: number): Uint8Array;
}

export function trigramsInMemory(data: TrigramData): TrigramSource {
	return { section: name => data[name], grams: (start, end) => data.grams.subarray(start, end) };
}

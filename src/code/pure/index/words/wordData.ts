/**
 * The parts of a table of words, each as bytes. A segment is some lines of a file; one begins at the start and after
 * the end of each function and class, so that the words of each of them, and of the file, are the words of a sequence
 * of segments.
 */
export const wordSections = ['paths', 'sizes', 'times', 'flags', 'segments', 'words', 'postings'] as const;

export type WordSection = (typeof wordSections)[number];

/** The storage of a table's parts: memory, or a file whose parts are read when needed. */
export interface WordSource {
	/** All of a part, or some bytes of it. Throws if they cannot be read, or are damaged. */
	read(section: WordSection, start?: number, end?: number): Uint8Array<ArrayBuffer>;
}

/**
 * `paths`: UTF-8, each ends with a zero byte. `sizes`, `times`: of each file, 64-bit floating point. `flags`: a byte a
 * file. `segments`: of each file their number, then of each its lines after the start of the last one, and how many
 * terms it has. `words`: of each how many bytes its spelling shares with the last one, how many follow and how many its
 * postings take, then those that follow. `postings`: of each word the segments that contain it, as twice the distance
 * from the last one, less one; an odd number means that it occurs several times, and is followed by how often.
 */
export type WordData = Readonly<Record<WordSection, Uint8Array<ArrayBuffer>>>;

export function wordsInMemory(data: WordData): WordSource {
	return { read: (section, start = 0, end = data[section].length) => data[section].subarray(start, end) };
}

/** In `flags`. */
export const isGeneratedFlag = 1;

/** A file as its words depend on it. */
export interface WordFile {
	readonly path: string;
	readonly sizeBytes: number;
	readonly modifiedMs: number;
	/** The id of its language, if it has one: the words that it reserves are no words in it. */
	readonly language?: string | undefined;
	/** The lines, from 2, that begin another segment. Ascending. */
	readonly cuts: readonly number[];
	/** For a text that is not on disk: a different object for each different text. */
	readonly version?: object;
}

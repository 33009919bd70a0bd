/**
 * The parts of a table of words, each as bytes. A segment is some lines of a file; it begins where a function or a
 * class begins or if one has ended, so that the words of each of them, and of the file, are those of some segments in
 * sequence.
 */
export const wordSections = ['paths', 'sizes', 'times', 'flags', 'segments', 'words', 'postings'] as const;

export type WordSection = (typeof wordSections)[number];

/** Where the parts of a table are: in memory, or in a file that is read as they are needed. */
export interface WordSource {
	/** All of a part, or some bytes of it. Throws where they cannot be read, or are damaged. */
	read(section: WordSection, start?: number, end?: number): Uint8Array<ArrayBuffer>;
}

/**
 * `paths`: UTF-8, each ends with a zero byte. `sizes`, `times`: of each file, 64-bit floating point. `flags`: a byte a file.
 * `segments`: of each file their number, then of each its lines after the start of the last one, and how many terms it has.
 * `words`: of each how many bytes its spelling shares with the last one, how many follow and how many its postings take,
 * then those that follow. `postings`: of each word the segments that contain it, as twice the distance from the last one,
 * less one; an odd number means that it occurs several times, and is followed by how often.
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
	/** The lines, from 2, with which another segment begins. Ascending. */
	readonly cuts: readonly number[];
	/** Of a text that is not on disk: another object where the text is another one. */
	readonly version?: object;
}

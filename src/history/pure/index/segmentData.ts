/**
 * The parts of a segment of the history index: some commits, newest first, with the terms of their messages, paths and
 * changed lines. Numbers are little-endian; packed ones as `putNumber` writes them.
 *
 * `ids`: of each commit its id, in bytes. `times`: seconds since 1970, 32 bits. `flags`: a byte each (`commitFlags`).
 * `lengths`: of each field of `fields`, a byte for each commit (`lengthByte`). `messages`: UTF-8, one after the other;
 * `messageEnds`: the end of each, 32 bits. `paths`: UTF-8, each ends with a zero byte. `changes`: of each commit the
 * numbers of the paths it changes, ascending, packed as distances; `changeEnds`: the end of each, 32 bits.
 * `references`: packed, the commit as the distance from the last one, the kind (`referenceKinds`), the length and the
 * hexadecimal digits.
 *
 * `terms`: in order of their bytes, of each how many bytes it shares with the last one, how many follow, how many its
 * postings take, all packed, and those that follow. Each group of `groupSize` terms begins without a shared one;
 * `groups`: of each group the length of its first term, its start in `terms` and the start of its postings, packed, and
 * the term. `postings`: of each term its commits, as twice the distance from the last one less one. An odd number means
 * that it occurs once, in a changed line only; an even one is followed by a byte (`occurrencesByte`).
 */
export const segmentSections = [
	'ids',
	'times',
	'flags',
	'lengths',
	'messages',
	'messageEnds',
	'paths',
	'changes',
	'changeEnds',
	'references',
	'groups',
	'terms',
	'postings',
] as const;

export type SegmentSection = (typeof segmentSections)[number];

/** Plain JSON data that is known without reading a part. */
export interface SegmentFacts {
	readonly nCommits: number;
	/** Of one id. */
	readonly idBytes: number;
	readonly nPostings: number;
}

export interface SegmentData {
	readonly facts: SegmentFacts;
	readonly sections: Readonly<Record<SegmentSection, Uint8Array<ArrayBuffer>>>;
}

/** The storage of a segment's parts: memory, or a file whose parts are read when needed. */
export interface SegmentSource {
	readonly facts: SegmentFacts;
	/** In bytes. */
	sizeOf(section: SegmentSection): number;
	/** All of a part, or some bytes of it. Throws if they cannot be read, or are damaged. */
	read(section: SegmentSection, start?: number, end?: number): Uint8Array<ArrayBuffer>;
}

export function segmentInMemory({ facts, sections }: SegmentData): SegmentSource {
	return {
		facts,
		sizeOf: section => sections[section].length,
		read: (section, start = 0, end = sections[section].length) => sections[section].slice(start, end),
	};
}

export const groupSize = 32;

export const commitFlags = {
	/** It has so many or so long changes that some are not in the index. */
	isCut: 1,
	/** Git could not show its changes. */
	hasNoDiff: 2,
} as const;

/**
 * The fields of a commit that are searched. `heads`: the functions and classes around its changes, as git names them.
 */
export const fields = ['subject', 'body', 'paths', 'lines', 'heads'] as const;

export type Field = (typeof fields)[number];

/**
 * In a byte, given the counts of the fields from a position on: rounded down to powers of two, up to 4 in the body and
 * 8 in changed lines.
 */
export function occurrencesByte(counts: ArrayLike<number>, at = 0): number {
	const [subject = 0, body = 0] = [counts[at], counts[at + 1]];
	const [paths = 0, lines = 0, heads = 0] = [counts[at + 2], counts[at + 3], counts[at + 4]];
	return (
		(subject > 0 ? 1 : 0) |
		(level(body, 3) << 1) |
		(paths > 0 ? 1 << 3 : 0) |
		(level(lines, 4) << 4) |
		(heads > 0 ? 1 << 7 : 0)
	);
}

/** The byte of a term that is once in a changed line and nowhere else. */
export const oneLine = occurrencesByte([0, 0, 0, 1, 0]);

/** Of a byte the bits of the message. */
export const messageOnly = 0b111;

export const countOfLevel = [0, 1, 2, 4, 8] as const;

export const levels = {
	subject: (byte: number) => byte & 1,
	body: (byte: number) => (byte >> 1) & 3,
	paths: (byte: number) => (byte >> 3) & 1,
	lines: (byte: number) => (byte >> 4) & 7,
	heads: (byte: number) => (byte >> 7) & 1,
} satisfies Record<Field, (byte: number) => number>;

function level(count: number, most: number): number {
	return count === 0 ? 0 : Math.min(most, 32 - Math.clz32(count));
}

/** A length in a byte, to some 3 percent. */
export function lengthByte(length: number): number {
	return Math.min(255, Math.round(16 * Math.log2(1 + length)));
}

/** The length that each byte means. */
export const lengthsOfBytes: readonly number[] = Array.from({ length: 256 }, (_, byte) => 2 ** (byte / 16) - 1);

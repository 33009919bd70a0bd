import { nGrams } from './gramsOfText';

/** Grams with the same first two characters and the upper half of the third one's classes are stored together. */
export const gramsInGroup = 64;
export const nGroups = nGrams / gramsInGroup;
/** A block has at most so many files: their numbers in it have 13 bits. */
export const filesInBlock = 8192;

/** In which files of a block each gram is, as bytes. */
export interface GramGroups {
	/** The end of each group in `bytes`. */
	readonly ends: Uint32Array<ArrayBuffer>;
	/**
	 * Of each group that is not empty: 64 bits, one for each gram that occurs; for each of these twice its number of
	 * bytes, plus 1 for a bitmap; and the files themselves, as differences of ascending numbers or as a bitmap. Numbers
	 * but for the first 64 bits have 7 bits in a byte, lowest first, and the upper bit in all but the last.
	 */
	readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Bytes of a bitmap of files. */
function bitmapBytes(nFiles: number): number {
	return (nFiles + 7) >>> 3;
}

/** Encodes one group after the other into bytes that grow. */
export class GroupWriter {
	private readonly ends = new Uint32Array(nGroups);
	private bytes = new Uint8Array(1 << 16);
	private nBytes = 0;
	private nWritten = 0;
	private readonly lists = new Uint8Array(gramsInGroup * 2 * filesInBlock);

	constructor(private readonly nFiles: number) {}

	/** The next group: `rows` from `firsts[at]` to `firsts[at + 1]` are the files of its gram `at`, ascending. */
	add(rows: Uint16Array, firsts: Uint32Array): void {
		const [low, high] = [maskOf(firsts, 0), maskOf(firsts, 32)];
		if (low !== 0 || high !== 0) {
			this.reserve(8 + 3 * gramsInGroup + this.lists.length);
			const mask = new DataView(this.bytes.buffer, this.nBytes);
			mask.setUint32(0, low, true);
			mask.setUint32(4, high, true);
			this.nBytes += 8;
			const nListed = this.writeLists(rows, firsts);
			this.bytes.set(this.lists.subarray(0, nListed), this.nBytes);
			this.nBytes += nListed;
		}
		this.ends[this.nWritten++] = this.nBytes;
	}

	finish(): GramGroups {
		return { ends: this.ends, bytes: this.bytes.slice(0, this.nBytes) };
	}

	private writeLists(rows: Uint16Array, firsts: Uint32Array): number {
		let nListed = 0;
		for (let at = 0; at < gramsInGroup; at++) {
			const [first, end] = [firsts[at] ?? 0, firsts[at + 1] ?? 0];
			if (first === end) {
				continue;
			}
			const nBytes = this.writeList(rows, first, end, nListed);
			const isBitmap = nBytes > bitmapBytes(this.nFiles);
			if (isBitmap) {
				this.writeBitmap(rows, first, end, nListed);
			}
			const length = isBitmap ? bitmapBytes(this.nFiles) : nBytes;
			nListed += length;
			this.nBytes = writeNumber(this.bytes, this.nBytes, 2 * length + (isBitmap ? 1 : 0));
		}
		return nListed;
	}

	private writeList(rows: Uint16Array, first: number, end: number, start: number): number {
		let before = 0;
		let to = start;
		for (let at = first; at < end; at++) {
			const row = rows[at] ?? 0;
			to = writeNumber(this.lists, to, row - before);
			before = row;
		}
		return to - start;
	}

	private writeBitmap(rows: Uint16Array, first: number, end: number, start: number): void {
		this.lists.fill(0, start, start + bitmapBytes(this.nFiles));
		for (let at = first; at < end; at++) {
			const row = rows[at] ?? 0;
			const to = start + (row >>> 3);
			this.lists[to] = (this.lists[to] ?? 0) | (1 << (row & 7));
		}
	}

	private reserve(nMore: number): void {
		if (this.nBytes + nMore > this.bytes.length) {
			const larger = new Uint8Array(Math.max(2 * this.bytes.length, this.nBytes + nMore));
			larger.set(this.bytes.subarray(0, this.nBytes));
			this.bytes = larger;
		}
	}
}

function maskOf(firsts: Uint32Array, from: number): number {
	let mask = 0;
	for (let bit = 0; bit < 32; bit++) {
		if (firsts[from + bit] !== firsts[from + bit + 1]) {
			mask |= 1 << bit;
		}
	}
	return mask >>> 0;
}

function writeNumber(bytes: Uint8Array, start: number, number: number): number {
	let at = start;
	let rest = number;
	while (rest > 127) {
		bytes[at++] = (rest & 127) | 128;
		rest >>>= 7;
	}
	bytes[at++] = rest;
	return at;
}

/** Calls `visit` for each gram of a group, with its position in the group and the range of its files in `bytes`. */
export function readGroup(
	bytes: Uint8Array,
	visit: (gram: number, start: number, end: number, isBitmap: boolean) => void,
): void {
	if (bytes.length === 0) {
		return;
	}
	const [low, high] = [readMask(bytes, 0), readMask(bytes, 4)];
	const present: number[] = [];
	for (let gram = 0; gram < gramsInGroup; gram++) {
		if ((((gram < 32 ? low : high) >>> (gram & 31)) & 1) === 1) {
			present.push(gram);
		}
	}
	const lengths: number[] = [];
	let at = 8;
	for (const _ of present) {
		let [number, shift] = [0, 0];
		for (; (bytes[at] ?? 0) > 127; at++) {
			number |= ((bytes[at] ?? 0) & 127) << shift;
			shift += 7;
		}
		lengths.push(number | ((bytes[at++] ?? 0) << shift));
	}
	for (const [index, gram] of present.entries()) {
		const length = lengths[index] ?? 0;
		const end = at + (length >>> 1);
		visit(gram, at, end, (length & 1) === 1);
		at = end;
	}
}

function readMask(bytes: Uint8Array, at: number): number {
	return (
		((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)) >>> 0
	);
}

/** Sets the bits of files in `bits`, whose length is a multiple of 32. */
export function addFiles(
	bits: Uint32Array,
	bytes: Uint8Array,
	list: { readonly start: number; readonly end: number; readonly isBitmap: boolean },
): void {
	const { start, end, isBitmap } = list;
	if (isBitmap) {
		for (let at = start; at < end; at++) {
			const word = (at - start) >>> 2;
			bits[word] = (bits[word] ?? 0) | ((bytes[at] ?? 0) << (8 * ((at - start) & 3)));
		}
		return;
	}
	let row = 0;
	for (let at = start; at < end; ) {
		let byte = bytes[at++] ?? 0;
		let difference = byte & 127;
		for (let shift = 7; byte > 127; shift += 7) {
			byte = bytes[at++] ?? 0;
			difference |= (byte & 127) << shift;
		}
		row += difference;
		bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
	}
}

import { promisify } from 'node:util';
import { crc32, deflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib';

/** A section is stored in blocks of this many bytes. Each can be read on its own. */
export const blockBytes = 64 * 1024;
/** The number of blocks compressed at a time, in other threads. */
const blocksAtOnce = 32;
/** So much of a section decides how all of it is stored. */
const sampleBytes = 16 * 1024;
/** Higher levels take much longer for little. */
const options = { level: 1, memLevel: 9 } as const;
const deflated = promisify<Uint8Array, typeof options, Buffer>(deflateRaw);

/** How a section is stored. Plain JSON data. */
export interface StoredSection {
	readonly name: string;
	readonly nBytes: number;
	/**
	 * The bytes that each block takes in the file. Fewer than its length: it is deflated (RFC 1951). This depends only on
	 * zlib, as all versions of Node share the file.
	 */
	readonly sizes: readonly number[];
	/** CRC-32 of each block as it is in the file. */
	readonly checksums: readonly number[];
	/**
	 * Blocks are 4-byte little-endian numbers, each less the one before it in the block, followed by the remaining bytes.
	 */
	readonly isDifferences: boolean;
}

/**
 * `isPlain`: stored as it is, as small parts of it are read often: inflating a block takes ten times longer than
 * reading it.
 */
export type SectionToStore = readonly [name: string, bytes: Uint8Array, form?: { readonly isPlain: boolean }];

/** Yields the bytes to write, some blocks at a time, and returns the sections with their blocks. */
export async function* storeSections(
	sections: readonly SectionToStore[],
): AsyncGenerator<Uint8Array, readonly StoredSection[], undefined> {
	const stored = sections.map(([name, bytes, form]) => ({
		...{ name, nBytes: bytes.length, isDifferences: form?.isPlain !== true && isSmallerInDifferences(bytes) },
		...{ sizes: [] as number[], checksums: [] as number[] },
	}));
	const blocks = sections.flatMap(([, bytes], at) =>
		Array.from({ length: Math.ceil(bytes.length / blockBytes) }, (_, block) => ({ at, start: block * blockBytes })),
	);
	const compress = (first: number) =>
		Promise.all(
			blocks.slice(first, first + blocksAtOnce).map(async ({ at, start }) => {
				const [, all = new Uint8Array(), form] = sections[at] ?? [];
				const block = all.subarray(start, start + blockBytes);
				if (form?.isPlain === true) {
					return block;
				}
				const bytes = stored[at]?.isDifferences ? differences(block) : block;
				const smaller = await deflated(bytes, options);
				return smaller.length < block.length ? smaller : bytes;
			}),
		);
	let next = compress(0);
	for (let first = 0; first < blocks.length; first += blocksAtOnce) {
		const compressed = await next;
		// While these are written.
		next = compress(first + blocksAtOnce);
		for (const [each, bytes] of compressed.entries()) {
			const section = stored[blocks[first + each]?.at ?? 0];
			section?.sizes.push(bytes.length);
			section?.checksums.push(crc32(bytes));
		}
		yield Buffer.concat(compressed);
	}
	return stored;
}

/** The content of blocks one after the other, from `first`; undefined if they are damaged. */
export function contentOf(
	{ nBytes, sizes, checksums, isDifferences }: StoredSection,
	first: number,
	bytes: Uint8Array,
): Uint8Array<ArrayBuffer> | undefined {
	let [block, from, to] = [first, 0, 0];
	const nAfter = nBytes - first * blockBytes;
	const content = new Uint8Array(Math.max(0, Math.min(nAfter, blocksIn(sizes, first, bytes.length) * blockBytes)));
	for (; from < bytes.length; block++) {
		const size = sizes[block] ?? 0;
		const length = Math.min(blockBytes, content.length - to);
		const stored = bytes.subarray(from, from + size);
		if (crc32(stored) !== checksums[block]) {
			return undefined;
		}
		content.set(size < length ? inflateRawSync(stored, { chunkSize: blockBytes }) : stored, to);
		if (isDifferences) {
			addUp(content, to, to + length);
		}
		[from, to] = [from + size, to + length];
	}
	return content;
}

/** How many blocks from `first` take so many bytes. */
function blocksIn(sizes: readonly number[], first: number, nBytes: number): number {
	let block = first;
	for (let rest = nBytes; rest > 0 && block < sizes.length; block++) {
		rest -= sizes[block] ?? 0;
	}
	return block - first;
}

function isSmallerInDifferences(bytes: Uint8Array): boolean {
	const start = Math.max(0, (bytes.length - sampleBytes) >> 1) & ~3;
	const sample = bytes.subarray(start, start + sampleBytes);
	return deflateRawSync(differences(sample), options).length < deflateRawSync(sample, options).length;
}

function differences(bytes: Uint8Array): Uint8Array {
	const copy = new Uint8Array(bytes);
	const numbers = numbersIn(copy, 0, copy.length);
	for (let at = numbers.length - 1; at > 0; at--) {
		numbers[at] = (numbers[at] ?? 0) - (numbers[at - 1] ?? 0);
	}
	return copy;
}

function addUp(bytes: Uint8Array, start: number, end: number): void {
	const numbers = numbersIn(bytes, start, end);
	let sum = 0;
	for (let at = 0; at < numbers.length; at++) {
		sum = (sum + (numbers[at] ?? 0)) | 0;
		numbers[at] = sum;
	}
}

function numbersIn(bytes: Uint8Array, start: number, end: number): Uint32Array {
	return new Uint32Array(bytes.buffer, bytes.byteOffset + start, (end - start) >> 2);
}

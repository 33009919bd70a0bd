/** FNV-1a, 32 bits: a hash that words, strings and their parts get byte by byte. This is the hash of no bytes. */
export const emptyHash = 0x811c9dc5 | 0;

/** Returns the hash of the hashed bytes followed by one more. */
export function withByte(hash: number, byte: number): number {
	return Math.imul(hash ^ byte, 0x01000193);
}

/** Returns the hash of the hashed bytes followed by those from `start` to `end`. */
export function continueHash(before: number, bytes: Uint8Array, start: number, end: number): number {
	let hash = before;
	for (let at = start; at < end; at++) {
		hash = withByte(hash, bytes[at] ?? 0);
	}
	return hash;
}

/** Returns the hash of the bytes from `start` to `end`, as an unsigned number. */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
	return continueHash(emptyHash, bytes, start, end) >>> 0;
}

import { isAscii } from '../../../system/pure/text/isAscii';

/** The content of a repository's index. */
export interface GitIndex {
	/** In the order of the index; '' for an entry without a path, which only a split index has. */
	readonly paths: readonly string[];
	/** A split index contains the changes to a shared one. Entries of that whose number is set in `removed` are gone. */
	readonly shared?: { readonly hash: string; readonly removed: Uint8Array };
}

/**
 * Reads the index file of git, versions 2 to 4: https://git-scm.com/docs/index-format. The file does not state the
 * length of a hash: the length that fits is used. Throws if the file is damaged, or newer.
 */
export function readGitIndex(bytes: Buffer): GitIndex {
	for (const hashLength of [sha1Bytes, sha256Bytes]) {
		try {
			return new IndexReader(bytes, hashLength).read();
		} catch (error) {
			if (!(error instanceof DamagedIndexError || error instanceof RangeError)) {
				throw error;
			}
		}
	}
	throw new DamagedIndexError();
}

const sha1Bytes = 20;
const sha256Bytes = 32;

/** Times, device, inode, mode, owner and size of the file. */
const statBytes = 40;

/** Version 4 shares the beginnings of paths, so a small file can state enormous paths. */
const mostCharacters = 256 * 1024 * 1024;

class DamagedIndexError extends Error {
	override readonly name = 'DamagedIndexError';

	constructor() {
		super("git's index is damaged, or of an unknown version");
	}
}

class IndexReader {
	private at = 12;
	private nCharacters = 0;

	constructor(
		private readonly bytes: Buffer,
		private readonly hashLength: number,
	) {}

	read(): GitIndex {
		const { bytes } = this;
		const version = bytes.readUInt32BE(4);
		this.require(bytes.toString('latin1', 0, 4) === 'DIRC' && version >= 2 && version <= 4);
		const nEntries = bytes.readUInt32BE(8);
		const paths: string[] = [];
		let before = '';
		for (let n = 0; n < nEntries; n++) {
			before = this.path(version, before);
			paths.push(isAscii(before) ? before : Buffer.from(before, 'latin1').toString('utf8'));
		}
		const shared = this.link();
		return { paths, ...(shared && { shared }) };
	}

	/** As Latin-1, a character for each byte. */
	private path(version: number, before: string): string {
		const { bytes } = this;
		const flagsAt = this.at + statBytes + this.hashLength;
		const isExtended = (bytes.readUInt16BE(flagsAt) & 0x4000) !== 0;
		const pathAt = flagsAt + (isExtended ? 4 : 2);
		if (version === 4) {
			this.at = pathAt;
			const kept = before.length - this.dropped();
			const end = bytes.indexOf(0, this.at);
			this.require(kept >= 0 && end !== -1);
			const path = before.slice(0, kept) + bytes.toString('latin1', this.at, end);
			this.at = end + 1;
			return this.counted(path);
		}
		const stated = bytes.readUInt16BE(flagsAt) & 0xfff;
		const end = stated < 0xfff ? pathAt + stated : bytes.indexOf(0, pathAt);
		this.require(end !== -1 && bytes[end] === 0);
		const path = bytes.toString('latin1', pathAt, end);
		// Each entry is filled up with one to eight zeros.
		this.at += (end - this.at + 8) & ~7;
		return this.counted(path);
	}

	/** How many bytes the path before ends with that this one does not have. */
	private dropped(): number {
		let byte = this.bytes.readUInt8(this.at++);
		let value = byte & 0x7f;
		while ((byte & 0x80) !== 0) {
			byte = this.bytes.readUInt8(this.at++);
			value = (value + 1) * 0x80 + (byte & 0x7f);
			this.require(value <= this.bytes.length);
		}
		return value;
	}

	private counted(path: string): string {
		this.nCharacters += path.length;
		this.require(this.nCharacters <= mostCharacters);
		return path;
	}

	/** Reads all extensions, which must fill the file up to its checksum. */
	private link(): GitIndex['shared'] {
		const { bytes, hashLength } = this;
		const end = bytes.length - hashLength;
		let shared: GitIndex['shared'];
		while (this.at < end) {
			const name = bytes.toString('latin1', this.at, this.at + 4);
			const start = this.at + 8;
			const size = bytes.readUInt32BE(this.at + 4);
			this.at = start + size;
			this.require(this.at <= end);
			if (name === 'link') {
				const hash = bytes.toString('hex', start, start + hashLength);
				const removed = this.bits(bytes.subarray(start + hashLength, this.at));
				shared = /^0*$/.test(hash) ? undefined : { hash, removed };
			}
		}
		this.require(this.at === end);
		return shared;
	}

	/**
	 * A bitmap compressed by EWAH, a byte for each bit. After the sizes come words of 64 bits: a marker states how many
	 * words have equal bits, and how many literal words follow: https://git-scm.com/docs/bitmap-format.
	 */
	private bits(bytes: Buffer): Uint8Array {
		const nBits = bytes.length === 0 ? 0 : bytes.readUInt32BE(0);
		this.require(nBits <= mostEntries);
		const bits = new Uint8Array(nBits);
		const end = nBits === 0 ? 0 : 8 + bytes.readUInt32BE(4) * 8;
		let bit = 0;
		for (let at = 8; at < end; at += 8) {
			const [high, low] = [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
			const nSame = ((low >>> 1) + (high % 2) * 2 ** 31) * 64;
			bits.fill(low % 2, bit, Math.min(bit + nSame, nBits));
			bit += nSame;
			for (let word = high >>> 1; word > 0; word--, bit += 64) {
				at += 8;
				setBits(bits, bit, bytes.readUInt32BE(at + 4));
				setBits(bits, bit + 32, bytes.readUInt32BE(at));
			}
		}
		return bits;
	}

	private require(isWhole: boolean): void {
		if (!isWhole) {
			throw new DamagedIndexError();
		}
	}
}

/** Sets the lowest bits first; bits beyond the end are dropped. */
function setBits(bits: Uint8Array, start: number, word: number): void {
	for (let place = 0; place < 32; place++) {
		bits[start + place] = (word >>> place) % 2;
	}
}

/** A repository with more files is not read. */
const mostEntries = 16 * 1024 * 1024;

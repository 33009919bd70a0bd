const underscore = 95;
const [upperA, upperZ] = [65, 90];
const capitalOffset = 32;
const hashBits = 16;

/** A name without underscores and in lower case. */
export function plainSpelling(name: string): string {
	return name.replaceAll('_', '').toLowerCase();
}

/** Finds the names of some plain spellings among very many, without making strings of the others. */
export class PlainSpellings {
	/** Which hashes the spellings have. */
	private readonly hashes = new Uint8Array(1 << hashBits);

	constructor(private readonly spellings: ReadonlySet<string>) {
		const encoder = new TextEncoder();
		for (const spelling of spellings) {
			const bytes = encoder.encode(spelling);
			const hash = plainHash(bytes, 0, bytes.length);
			this.hashes[hash] = 1;
		}
	}

	has(name: string): boolean {
		return this.spellings.has(plainSpelling(name));
	}

	/** Whether a name in UTF-8 may have one of the spellings. */
	mayHave(bytes: Uint8Array, start: number, end: number): boolean {
		const hash = plainHash(bytes, start, end);
		return hash < 0 || this.hashes[hash] === 1;
	}
}

/** FNV-1a of the plain spelling, folded; -1 if it is not ASCII. */
function plainHash(bytes: Uint8Array, start: number, end: number): number {
	let hash = 0x811c9dc5;
	for (let at = start; at < end; at++) {
		const code = bytes[at] ?? 0;
		if (code > 127) {
			return -1;
		}
		if (code !== underscore) {
			hash = Math.imul(hash ^ (code >= upperA && code <= upperZ ? code + capitalOffset : code), 0x01000193);
		}
	}
	return (hash ^ (hash >>> hashBits)) & ((1 << hashBits) - 1);
}

const gramTokens = 5;
/** Two texts are nearly equal when their sets of token 5-grams have a Jaccard index above it. */
const likeness = 0.8;

/**
 * Finds texts that are nearly equal to one that was added: exactly, up to equal hashes of 32 bits. Two sets as alike as that
 * share one of their smallest grams, of which a set is indexed by a fifth only.
 */
export class NearCopies {
	private readonly sets: Uint32Array[] = [];
	/** Of each indexed gram its last entry; each entry refers to the one before with the same gram. */
	private readonly last = new Map<number, number>();
	private readonly before: number[] = [];
	private readonly owner: number[] = [];

	get size(): number {
		return this.sets.length;
	}

	add(text: string): void {
		const grams = gramsOf(text);
		for (const gram of indexed(grams)) {
			this.before.push(this.last.get(gram) ?? -1);
			this.owner.push(this.sets.length);
			this.last.set(gram, this.owner.length - 1);
		}
		this.sets.push(grams);
	}

	has(text: string): boolean {
		const grams = gramsOf(text);
		const tried = new Set<number>();
		for (const gram of indexed(grams)) {
			for (let entry = this.last.get(gram) ?? -1; entry >= 0; entry = this.before[entry] ?? -1) {
				const at = this.owner[entry] ?? 0;
				if (!tried.has(at) && jaccard(grams, this.sets[at] ?? grams) > likeness) {
					return true;
				}
				tried.add(at);
			}
		}
		return false;
	}
}

function indexed(grams: Uint32Array): Uint32Array {
	return grams.subarray(0, Math.floor((1 - likeness) * grams.length) + 1);
}

/** Hashes of the 5-grams of tokens, ascending, each once. A shorter text is one gram. */
function gramsOf(text: string): Uint32Array {
	const tokens = (text.match(/[\p{L}\p{N}_$]+|\S/gu) ?? []).map(hashOf);
	const grams = new Set<number>();
	for (let at = 0; at <= Math.max(0, tokens.length - gramTokens); at++) {
		grams.add(
			tokens.slice(at, at + gramTokens).reduce((hash, token) => Math.imul(hash ^ token, 0x01000193) >>> 0, 0x811c9dc5),
		);
	}
	return Uint32Array.from(grams).sort();
}

/** FNV-1a. */
function hashOf(token: string): number {
	let hash = 0x811c9dc5;
	for (let at = 0; at < token.length; at++) {
		hash = Math.imul(hash ^ token.charCodeAt(at), 0x01000193) >>> 0;
	}
	return hash;
}

/** Of two ascending lists without repeats. */
function jaccard(a: Uint32Array, b: Uint32Array): number {
	let [inA, inB, nShared] = [0, 0, 0];
	while (inA < a.length && inB < b.length) {
		const [x = 0, y = 0] = [a[inA], b[inB]];
		nShared += x === y ? 1 : 0;
		inA += x <= y ? 1 : 0;
		inB += y <= x ? 1 : 0;
	}
	return nShared / (a.length + b.length - nShared);
}

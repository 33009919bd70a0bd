/** Finds commits of several segments, numbered one after the other, by their ids. Takes 4 to 8 bytes for each. */
export class CommitNumbers {
	/** Open addressing by the first bytes of ids, which are random: number plus 1, 0 if there is none. */
	private readonly slots: Uint32Array;
	private readonly starts: number[] = [];

	constructor(private readonly segments: readonly { readonly ids: Uint8Array; readonly idBytes: number }[]) {
		let nCommits = 0;
		for (const { ids, idBytes } of segments) {
			this.starts.push(nCommits);
			nCommits += ids.length / idBytes;
		}
		let nSlots = 16;
		while (2 * nSlots < 3 * nCommits) {
			nSlots *= 2;
		}
		this.slots = new Uint32Array(nSlots);
		for (let number = 0; number < nCommits; number++) {
			const { ids, at } = this.place(number);
			let slot = this.slotOf(ids, at);
			while (this.slots[slot] !== 0) {
				slot = (slot + 1) & (nSlots - 1);
			}
			this.slots[slot] = number + 1;
		}
	}

	/** Returns the number of a segment's first commit. */
	startOf(segment: number): number {
		return this.starts[segment] ?? 0;
	}

	/** Calls back with the number of each commit with this id: there are several if segments overlap. */
	forEach(id: Uint8Array, take: (number: number) => void): void {
		const mask = this.slots.length - 1;
		for (let slot = this.slotOf(id, 0); ; slot = (slot + 1) & mask) {
			const number = (this.slots[slot] ?? 0) - 1;
			if (number < 0) {
				return;
			}
			if (this.isAt(number, id)) {
				take(number);
			}
		}
	}

	private slotOf(ids: Uint8Array, at: number): number {
		const start = ((ids[at] ?? 0) << 24) | ((ids[at + 1] ?? 0) << 16) | ((ids[at + 2] ?? 0) << 8) | (ids[at + 3] ?? 0);
		return (start >>> 0) & (this.slots.length - 1);
	}

	private isAt(number: number, id: Uint8Array): boolean {
		const { ids, at, idBytes } = this.place(number);
		for (let byte = 0; byte < idBytes; byte++) {
			if (ids[at + byte] !== id[byte]) {
				return false;
			}
		}
		return true;
	}

	private place(number: number): { readonly ids: Uint8Array; readonly at: number; readonly idBytes: number } {
		const segment = this.starts.findLastIndex(start => start <= number);
		const { ids, idBytes } = this.segments[segment] ?? { ids: new Uint8Array(), idBytes: 1 };
		return { ids, at: (number - (this.starts[segment] ?? 0)) * idBytes, idBytes };
	}
}

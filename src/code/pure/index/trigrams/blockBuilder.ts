import { addFiles, filesInBlock, type GramGroups, GroupWriter, gramsInGroup, nGroups, readGroup } from './gramGroups';
import { nGrams } from './gramsOfText';

/** Keeps the memory that a block of large files takes below some 100 MB. */
const gramLimit = 12_000_000;
/** So much is done at a stretch. */
const step = { nFiles: 512, nGroups: 256 };

/** Turns the grams of some files into the files of each gram. */
export class BlockBuilder {
	private grams = new Uint32Array(1 << 16);
	private readonly ends = new Uint32Array(filesInBlock);
	nFiles = 0;

	get isFull(): boolean {
		return this.nFiles === filesInBlock || this.nAll >= gramLimit;
	}

	/** The grams of the next file, each once. */
	add(grams: Uint32Array): void {
		const start = this.nAll;
		const needed = start + grams.length;
		if (needed > this.grams.length) {
			const larger = new Uint32Array(Math.max(2 * this.grams.length, needed));
			larger.set(this.grams.subarray(0, start));
			this.grams = larger;
		}
		this.grams.set(grams, start);
		this.ends[this.nFiles++] = needed;
	}

	/** Begins an empty block. Yields several times, so that others can use the thread. */
	*finish(): Generator<undefined, GramGroups, undefined> {
		const firsts = new Uint32Array(nGrams + 1);
		for (const gram of this.grams.subarray(0, this.nAll)) {
			firsts[gram + 1] = (firsts[gram + 1] ?? 0) + 1;
		}
		yield;
		for (let gram = 0; gram < nGrams; gram++) {
			firsts[gram + 1] = (firsts[gram + 1] ?? 0) + (firsts[gram] ?? 0);
		}
		const rows = new Uint16Array(this.nAll);
		const next = firsts.slice(0, nGrams);
		for (let file = 0, at = 0; file < this.nFiles; file++) {
			for (const end = this.ends[file] ?? 0; at < end; at++) {
				const gram = this.grams[at] ?? 0;
				const place = next[gram] ?? 0;
				rows[place] = file;
				next[gram] = place + 1;
			}
			if (file % step.nFiles === 0) {
				yield;
			}
		}
		const writer = new GroupWriter(this.nFiles);
		for (let group = 0; group < nGroups; group++) {
			writer.add(rows, firsts.subarray(group * gramsInGroup, (group + 1) * gramsInGroup + 1));
			if (group % step.nGroups === 0) {
				yield;
			}
		}
		this.nFiles = 0;
		return writer.finish();
	}

	private get nAll(): number {
		return this.nFiles === 0 ? 0 : (this.ends[this.nFiles - 1] ?? 0);
	}
}

/**
 * Returns the grams of each file of a block: the part of `grams` from the previous file's entry in `ends` up to the
 * file's own.
 */
export function gramsOfFiles(
	{ ends: groupEnds, bytes }: GramGroups,
	nFiles: number,
): { readonly grams: Uint32Array; readonly ends: Uint32Array } {
	const next = new Uint32Array(nFiles);
	visitAll({ ends: groupEnds, bytes }, nFiles, row => {
		next[row] = (next[row] ?? 0) + 1;
	});
	let nAll = 0;
	for (const [row, count] of next.entries()) {
		next[row] = nAll;
		nAll += count;
	}
	const grams = new Uint32Array(nAll);
	visitAll({ ends: groupEnds, bytes }, nFiles, (row, gram) => {
		const place = next[row] ?? 0;
		grams[place] = gram;
		next[row] = place + 1;
	});
	return { grams, ends: next };
}

function visitAll({ ends, bytes }: GramGroups, nFiles: number, visit: (row: number, gram: number) => void): void {
	const bits = new Uint32Array(filesInBlock / 32);
	const nWords = (nFiles + 31) >>> 5;
	for (let group = 0; group < nGroups; group++) {
		const own = bytes.subarray(group === 0 ? 0 : ends[group - 1], ends[group]);
		readGroup(own, (gram, start, end, isBitmap) => {
			bits.fill(0);
			addFiles(bits, own, { start, end, isBitmap });
			for (let word = 0; word < nWords; word++) {
				for (let rest = bits[word] ?? 0; rest !== 0; rest &= rest - 1) {
					visit(word * 32 + (31 - Math.clz32(rest & -rest)), group * gramsInGroup + gram);
				}
			}
		});
	}
}

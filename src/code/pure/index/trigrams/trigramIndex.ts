import type { FileEntry } from '../../../../system/pure/files';
import { addFiles, filesInBlock, type GramGroups, gramsInGroup, nGroups, readGroup } from './gramGroups';
import { type GramQuery, gramQuery, isOpen, type NeededText } from './neededText';
import { type TrigramData, type TrigramSource, trigramSectionNames } from './trigramData';

/** Of a query with many grams, those in the smallest groups are read. */
const gramLimit = 16;
/** Reading so few files takes less time than excluding some of them. */
const fewFiles = 4;

/**
 * Tells which files may contain a text, without reading them, for those that are as they were when it was made. It
 * never changes.
 */
export class TrigramIndex {
	private readonly blockEnds: Uint32Array;
	private groupEnds: Uint32Array<ArrayBuffer> | undefined;
	private paths: string | undefined;

	constructor(readonly source: TrigramSource) {
		this.blockEnds = source.section('blocks.ends');
	}

	/** Of files, with those that no longer count. */
	get nRows(): number {
		return this.blockEnds.at(-1) ?? 0;
	}

	get nBlocks(): number {
		return this.blockEnds.length;
	}

	/** The first row of a block and the row after its last one. */
	rowsOfBlock(block: number): readonly [start: number, end: number] {
		return [block === 0 ? 0 : (this.blockEnds[block - 1] ?? 0), this.blockEnds[block] ?? 0];
	}

	pathAt(row: number): string {
		const ends = this.source.section('files.ends');
		return this.allPaths().slice(row === 0 ? 0 : ends[row - 1], ends[row]);
	}

	/** The row of each entry, which are sorted by path; -1 for one that changed or is not known. */
	rowsOf(entries: readonly FileEntry[]): Int32Array {
		const { source } = this;
		const [byPath, sizes] = [source.section('files.byPath'), source.section('files.sizeBytes')];
		const [times, ends, text] = [source.section('files.modifiedMs'), source.section('files.ends'), this.allPaths()];
		const hasPath = (row: number, path: string) => {
			const start = row === 0 ? 0 : (ends[row - 1] ?? 0);
			return (ends[row] ?? 0) - start === path.length && text.startsWith(path, start);
		};
		const rows = new Int32Array(entries.length).fill(-1);
		let next = 0;
		for (const [at, { path, sizeBytes, modifiedMs }] of entries.entries()) {
			let row = byPath[next] ?? -1;
			let isKnown = row >= 0 && hasPath(row, path);
			while (row >= 0 && !isKnown && this.pathAt(row) < path) {
				row = byPath[++next] ?? -1;
				isKnown = row >= 0 && hasPath(row, path);
			}
			if (isKnown) {
				next++;
				rows[at] = sizes[row] === sizeBytes && times[row] === modifiedMs ? row : -1;
			}
		}
		return rows;
	}

	/** Returns the rows of the files that may contain the needed text; undefined if all may. */
	candidates(needed: NeededText): number[] | undefined {
		const query = gramQuery(needed);
		if (isOpen(query)) {
			return undefined;
		}
		const rows: number[] = [];
		for (let block = 0; block < this.nBlocks; block++) {
			const [start, end] = this.rowsOfBlock(block);
			for (const [at, word] of this.filesOf(query, block).entries()) {
				for (let rest = word; rest !== 0; rest &= rest - 1) {
					const row = start + 32 * at + (31 - Math.clz32(rest & -rest));
					row < end && rows.push(row);
				}
			}
		}
		return rows;
	}

	/** All of it, in memory. */
	data(): TrigramData {
		const sections = trigramSectionNames.map(name => [name, this.source.section(name)]);
		return Object.fromEntries(sections) as unknown as TrigramData;
	}

	/** The number of files that count. */
	get nLive(): number {
		return this.source.section('files.byPath').length;
	}

	blockGrams(block: number): GramGroups {
		const [start] = this.groupPlace(block, 0);
		const ends = this.ends().slice(block * nGroups, (block + 1) * nGroups);
		const bytes = this.source.grams(start, ends.at(-1) ?? start).slice();
		return { ends: ends.map(end => end - start), bytes };
	}

	/** Returns the range of a group of a block in `grams`. */
	private groupPlace(block: number, group: number): readonly [start: number, end: number] {
		const ends = this.ends();
		const at = block * nGroups + group;
		return [at === 0 ? 0 : (ends[at - 1] ?? 0), ends[at] ?? 0];
	}

	private ends(): Uint32Array<ArrayBuffer> {
		this.groupEnds ??= this.source.section('groups.ends');
		return this.groupEnds;
	}

	private filesOf({ grams, choices }: GramQuery, block: number): Uint32Array {
		const found = new Uint32Array(filesInBlock / 32).fill(0xffffffff);
		const sizeOf = (gram: number) => {
			const [start, end] = this.groupPlace(block, Math.floor(gram / gramsInGroup));
			return end - start;
		};
		const rarest = grams.map(gram => ({ gram, size: sizeOf(gram) })).sort((a, b) => a.size - b.size);
		for (const { gram } of rarest.slice(0, gramLimit)) {
			retain(found, this.filesWith(gram, block));
			if (countUpTo(found, fewFiles + 1) <= fewFiles) {
				break;
			}
		}
		for (const choice of choices) {
			if (countUpTo(found, 1) === 0) {
				break;
			}
			const some = new Uint32Array(found.length);
			for (const query of choice) {
				const bits = this.filesOf(query, block);
				for (const [at, word] of bits.entries()) {
					some[at] = (some[at] ?? 0) | word;
				}
			}
			retain(found, some);
		}
		return found;
	}

	private filesWith(gram: number, block: number): Uint32Array {
		const bits = new Uint32Array(filesInBlock / 32);
		const [start, end] = this.groupPlace(block, Math.floor(gram / gramsInGroup));
		const bytes = this.source.grams(start, end);
		readGroup(bytes, (each, from, to, isBitmap) => {
			if (each === gram % gramsInGroup) {
				addFiles(bits, bytes, { start: from, end: to, isBitmap });
			}
		});
		return bits;
	}

	private allPaths(): string {
		this.paths ??= new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.source.section('files.paths'));
		return this.paths;
	}
}

function retain(bits: Uint32Array, others: Uint32Array): void {
	for (let at = 0; at < bits.length; at++) {
		bits[at] = (bits[at] ?? 0) & (others[at] ?? 0);
	}
}

/** The number of bits that are set, counted only as far as needed. */
function countUpTo(bits: Uint32Array, limit: number): number {
	let count = 0;
	for (const word of bits) {
		for (let rest = word; rest !== 0 && count < limit; rest &= rest - 1) {
			count++;
		}
		if (count >= limit) {
			break;
		}
	}
	return count;
}

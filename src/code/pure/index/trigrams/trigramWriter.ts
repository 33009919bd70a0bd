import type { FileEntry } from '../../../../system/pure/files';
import { compareText } from '../../../../system/pure/text/compareText';
import type { GramGroups } from './gramGroups';
import type { TrigramData } from './trigramData';

/** Puts blocks together. */
export class TrigramWriter {
	private readonly files: FileEntry[] = [];
	private readonly live: number[] = [];
	private readonly blockEnds: number[] = [];
	private readonly blocks: GramGroups[] = [];

	/** Adds a block with its files, some of them no longer valid. */
	add(files: readonly FileEntry[], grams: GramGroups, counts: (at: number) => boolean): void {
		for (const [at, file] of files.entries()) {
			counts(at) && this.live.push(this.files.length);
			this.files.push(file);
		}
		this.blockEnds.push(this.files.length);
		this.blocks.push(grams);
	}

	finish(): TrigramData {
		const { files, blocks } = this;
		const paths = files.map(({ path }) => path);
		const byPath = this.live.sort((a, b) => compareText(paths[a] ?? '', paths[b] ?? ''));
		let length = 0;
		const ends = Uint32Array.from(paths, path => {
			length += path.length;
			return length;
		});
		return {
			'files.paths': new TextEncoder().encode(paths.join('')),
			'files.ends': ends,
			'files.sizeBytes': Float64Array.from(files, ({ sizeBytes }) => sizeBytes),
			'files.modifiedMs': Float64Array.from(files, ({ modifiedMs }) => modifiedMs),
			'files.byPath': Uint32Array.from(byPath),
			'blocks.ends': Uint32Array.from(this.blockEnds),
			...joined(blocks),
		};
	}
}

function joined(blocks: readonly GramGroups[]): Pick<TrigramData, 'groups.ends' | 'grams'> {
	const grams = new Uint8Array(blocks.reduce((sum, { bytes }) => sum + bytes.length, 0));
	const ends = new Uint32Array(blocks.reduce((sum, block) => sum + block.ends.length, 0));
	let [at, nEnds] = [0, 0];
	for (const block of blocks) {
		grams.set(block.bytes, at);
		ends.set(
			block.ends.map(end => at + end),
			nEnds,
		);
		at += block.bytes.length;
		nEnds += block.ends.length;
	}
	return { 'groups.ends': ends, grams };
}

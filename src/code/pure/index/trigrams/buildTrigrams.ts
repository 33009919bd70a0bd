import { type FileEntry, type Files, FileUnreadableError } from '../../../../system/pure/files';
import type { Progress } from '../../../../system/pure/progress';
import { plainLineEnds } from '../../../../system/pure/text/plainLineEnds';
import { BlockBuilder, gramsOfFiles } from './blockBuilder';
import { GramReader } from './gramsOfText';
import { trigramsInMemory } from './trigramData';
import { TrigramIndex } from './trigramIndex';
import { TrigramWriter } from './trigramWriter';

export interface TrigramRequest {
	/** As they are on the disk: texts of unsaved editors are not in trigrams. */
	readonly files: Files;
	/** Earlier trigrams: files with the same size and time are taken from them. */
	readonly known?: TrigramIndex;
	readonly signal?: AbortSignal;
}

/** Progress is reported after this many files, or after reading this many bytes. */
const batch = { nFiles: 200, nBytes: 1024 * 1024 };
/** A block in which more files than this share have changed is made again, without reading the others. */
const changedShare = 1 / 4;

/**
 * Makes the trigrams of everything the workspace lists; returns the known ones if nothing changed. Yields its progress
 * in files, often enough for others to use the thread. A file that cannot be read is left out, so it is always
 * searched. Throws only when the signal is aborted or the files cannot be listed.
 */
export async function* buildTrigrams(request: TrigramRequest): AsyncGenerator<Progress, TrigramIndex, undefined> {
	const { files, known, signal } = request;
	const entries = await files.list(signal);
	const rows = known?.rowsOf(entries) ?? new Int32Array(entries.length).fill(-1);
	const nKnown = rows.reduce((count, row) => count + (row < 0 ? 0 : 1), 0);
	if (known !== undefined && nKnown === entries.length && nKnown === known.nLive) {
		yield { done: entries.length, total: entries.length, message: '' };
		return known;
	}
	const build = new TrigramBuild(request, entries.length);
	yield* build.keep(entries, rows);
	yield* build.read(entries.filter((_, at) => (rows[at] ?? -1) < 0));
	return new TrigramIndex(trigramsInMemory(build.finish()));
}

class TrigramBuild {
	private readonly writer = new TrigramWriter();
	private readonly block = new BlockBuilder();
	private inBlock: FileEntry[] = [];
	private nDone = 0;

	constructor(
		private readonly request: TrigramRequest,
		private readonly total: number,
	) {}

	/** Takes over the known trigrams of unchanged files. */
	*keep(entries: readonly FileEntry[], rows: Int32Array): Generator<Progress> {
		const { known } = this.request;
		if (known === undefined) {
			return;
		}
		const live = new Map<number, FileEntry>();
		for (const [at, entry] of entries.entries()) {
			live.set(rows[at] ?? -1, entry);
		}
		live.delete(-1);
		for (let block = 0; block < known.nBlocks; block++) {
			const [start, end] = known.rowsOfBlock(block);
			const kept = Array.from({ length: end - start }, (_, at) => live.get(start + at));
			const nLive = kept.filter(entry => entry !== undefined).length;
			const isLast = block === known.nBlocks - 1;
			if (!isLast && nLive >= (1 - changedShare) * kept.length) {
				const rest = kept.map((entry, at) => entry ?? { path: known.pathAt(start + at), sizeBytes: 0, modifiedMs: 0 });
				this.writer.add(rest, known.blockGrams(block), at => kept[at] !== undefined);
			} else if (nLive > 0) {
				yield* this.carry(known, block, kept);
			}
			this.nDone += nLive;
			yield this.progress('');
		}
	}

	/** The files of a block that still count become files of the block that is being made. */
	private *carry(known: TrigramIndex, block: number, kept: readonly (FileEntry | undefined)[]): Generator<Progress> {
		const { grams, ends } = gramsOfFiles(known.blockGrams(block), kept.length);
		yield this.progress('');
		for (const [at, entry] of kept.entries()) {
			if (entry !== undefined) {
				yield* this.add(entry, grams.subarray(at === 0 ? 0 : ends[at - 1], ends[at]));
			}
		}
	}

	async *read(entries: readonly FileEntry[]): AsyncGenerator<Progress> {
		const { files, signal } = this.request;
		const reader = new GramReader();
		const unsaved = files.unsaved?.();
		let [nFiles, nBytes] = [0, 0];
		for (const entry of entries) {
			signal?.throwIfAborted();
			const text = unsaved?.has(entry.path) === true ? undefined : await readIfLasting(files, entry.path);
			if (text !== undefined) {
				yield* this.add(entry, reader.of(text));
			}
			this.nDone++;
			nFiles++;
			nBytes += entry.sizeBytes;
			if (nFiles >= batch.nFiles || nBytes >= batch.nBytes) {
				yield this.progress(entry.path);
				[nFiles, nBytes] = [0, 0];
			}
		}
		yield* this.closeBlock();
	}

	finish() {
		return this.writer.finish();
	}

	private *add(entry: FileEntry, grams: Uint32Array): Generator<Progress> {
		this.block.add(grams);
		this.inBlock.push(entry);
		if (this.block.isFull) {
			yield* this.closeBlock();
		}
	}

	private *closeBlock(): Generator<Progress> {
		if (this.inBlock.length === 0) {
			return;
		}
		const closing = this.block.finish();
		let step = closing.next();
		for (; step.done !== true; step = closing.next()) {
			yield this.progress('');
		}
		this.writer.add(this.inBlock, step.value, () => true);
		this.inBlock = [];
	}

	private progress(message: string): Progress {
		return { done: this.nDone, total: this.total, message };
	}
}

/** Returns '' for a binary file, which has no text until it changes. */
async function readIfLasting(files: Files, path: string): Promise<string | undefined> {
	try {
		return plainLineEnds(await files.readText(path));
	} catch (error) {
		return error instanceof FileUnreadableError && error.reason === 'binary' ? '' : undefined;
	}
}

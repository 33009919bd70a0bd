import { type Files, FileUnreadableError } from '../../../../system/pure/files';
import type { Progress } from '../../../../system/pure/progress';
import type { StopWords } from './stopWords';
import { type WordData, type WordFile, wordsInMemory } from './wordData';
import { type Pause, WordIndex } from './wordIndex';
import { WordTable } from './wordTable';
import { WordTableBuilder } from './wordTableBuilder';

/** Keeps tables of words between runs. `key` covers everything they depend on except the files. */
export interface WordStorage {
	/** Undefined if there is none, or none that can be used. */
	load(key: string): WordTable | undefined;
	/** A table that cannot be saved only costs time. */
	save(key: string, data: WordData): Promise<void>;
}

export interface WordsOptions {
	readonly storage?: WordStorage;
	/** Called every few milliseconds of work. */
	readonly pause?: Pause;
	readonly onProgress?: (progress: Progress) => void;
}

/** The texts to count the words of. */
export interface WordRequest {
	/** In the order of their paths. */
	readonly files: readonly WordFile[];
	/** Of all these files, as they are now. */
	readonly texts: Pick<Files, 'readText' | 'unsaved'>;
	readonly stopWords: StopWords;
	readonly signal?: AbortSignal;
}

/** While fewer files changed, and not most of them, their words are kept beside the table, and nothing is saved. */
const changedLimit = 100;

/**
 * The words of a workspace from run to run: only changed files are counted again; after many changes, a new table is
 * made and saved.
 */
export class WorkspaceWords {
	private table: { readonly key: string; readonly words: WordTable } | undefined;
	private readonly changed = new Map<string, ChangedWords>();
	/** One after the other. */
	private last: Promise<unknown> = Promise.resolve();

	constructor(private readonly options: WordsOptions = {}) {}

	/** Counts files that are not known yet. Files that cannot be read have no words. Throws when the signal is aborted. */
	index(request: WordRequest): Promise<WordIndex> {
		const next = this.last.catch(() => undefined).then(() => this.update(request));
		this.last = next;
		return next;
	}

	private async update(request: WordRequest): Promise<WordIndex> {
		const { files, stopWords } = request;
		const { key } = stopWords;
		if (this.table?.key !== key) {
			const saved = this.options.storage?.load(key);
			this.table = saved && { key, words: saved };
			this.changed.clear();
		}
		const known = this.table?.words;
		const onDisk = files.filter(file => !isUnsaved(file, request));
		const nChanged = onDisk.filter(file => this.changed.has(file.path) || !this.isKnown(file, known, request)).length;
		if (known === undefined || nChanged > Math.min(changedLimit, onDisk.length / 2)) {
			await this.rebuild({ ...request, files: onDisk }, known, key);
		}
		for (const file of files.filter(each => !this.isKnown(each, this.table?.words, request))) {
			await this.countAgain(file, request);
		}
		const base = this.table?.words;
		const current = files.flatMap(({ path }) => this.changed.get(path)?.words ?? []);
		return new WordIndex(base === undefined ? current : [base, ...current], { files, stopWords }, this.options.pause);
	}

	private isKnown(file: WordFile, known: WordTable | undefined, request: WordRequest): boolean {
		const changed = this.changed.get(file.path);
		if (changed !== undefined) {
			return changed.isLasting && changed.version === file.version && changed.words.isSame(0, file);
		}
		const row = known?.rowOf(file.path) ?? -1;
		return row >= 0 && !isUnsaved(file, request) && known?.isSame(row, file) === true;
	}

	private async countAgain(file: WordFile, request: WordRequest): Promise<void> {
		const builder = new WordTableBuilder(request.stopWords);
		this.changed.delete(file.path);
		const text = await textOf(file.path, request);
		await this.run(builder.add(file, text ?? ''), request);
		const data = await this.run(builder.finish(), request);
		const words = new WordTable(wordsInMemory(data));
		// An unsaved text may differ the next time, even before the index has it.
		const isLasting = text !== undefined && (file.version !== undefined || !isUnsaved(file, request));
		this.changed.set(file.path, { words, version: file.version, isLasting });
	}

	private async rebuild(request: WordRequest, known: WordTable | undefined, key: string): Promise<void> {
		const { files, stopWords } = request;
		const kept = files.filter(file => !this.changed.has(file.path) && this.isKnown(file, known, request));
		const isKept = new Set(kept);
		const builder = new WordTableBuilder(stopWords, known);
		if (known !== undefined) {
			const rows = kept.map(({ path }) => known.rowOf(path)).sort((a, b) => a - b);
			await this.run(builder.keep(rows), request);
		}
		for (const [at, file] of files.entries()) {
			const text = isKept.has(file) ? undefined : await textOf(file.path, request);
			if (text !== undefined && !isUnsaved(file, request)) {
				await this.run(builder.add(file, text), request);
			}
			this.options.onProgress?.({ done: at + 1, total: files.length, message: file.path });
		}
		const data = await this.run(builder.finish(), request);
		this.changed.clear();
		await this.options.storage?.save(key, data);
		// A saved table need not stay in memory.
		this.table = { key, words: this.options.storage?.load(key) ?? new WordTable(wordsInMemory(data)) };
	}

	private async run<T>(work: Generator<void, T>, { signal }: WordRequest): Promise<T> {
		for (let step = work.next(); ; step = work.next()) {
			if (step.done === true) {
				return step.value;
			}
			await this.options.pause?.();
			signal?.throwIfAborted();
		}
	}
}

/** Whether a text differs, or may differ, from the file on disk. */
function isUnsaved({ path, version }: WordFile, { texts }: WordRequest): boolean {
	return version !== undefined || texts.unsaved?.().has(path) === true;
}

/** The words of one file. */
interface ChangedWords {
	readonly words: WordTable;
	readonly version: object | undefined;
	/** Whether it need not be counted again while nothing is known to have changed. */
	readonly isLasting: boolean;
}

/** Undefined for a file that cannot be read: it is tried again the next time. */
async function textOf(path: string, { texts, signal }: WordRequest): Promise<string | undefined> {
	signal?.throwIfAborted();
	try {
		return await texts.readText(path);
	} catch (error) {
		if (error instanceof FileUnreadableError) {
			return undefined;
		}
		throw error;
	}
}

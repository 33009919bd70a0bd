import { type FileEntry, type Files, FileUnreadableError, type Progress } from '../ports';
import { errorText } from '../util/errorText';
import type { IndexedFile } from './indexedFile';
import { indexText } from './indexText';
import type { LanguageTable } from './languageTable';
import type { SourceParser } from './sourceParser';

export interface IndexRequest {
	readonly files: Files;
	readonly languages: LanguageTable;
	readonly parser: SourceParser;
	/** The previous index; entries are reused for files of unchanged size and time. */
	readonly known?: KnownFiles;
	readonly signal?: AbortSignal;
}

export interface KnownFiles {
	readonly files: readonly IndexedFile[];
	readonly leftOut: readonly LeftOutFile[];
}

/** A file without readable text. Plain JSON data, as the cache may contain it. */
export interface LeftOutFile extends FileEntry {
	readonly reason: FileUnreadableError['reason'];
}

/** The next part of the workspace, in the order of its paths. */
export interface IndexBatch {
	readonly files: readonly IndexedFile[];
	readonly leftOut: readonly LeftOutFile[];
	/** The number of reused entries. */
	readonly nKnown: number;
	/** Files indexed as text only although they should have been parsed, with the reason. */
	readonly problems: readonly { readonly path: string; readonly reason: string }[];
	/** Counts files. */
	readonly progress: Progress;
}

/** A batch ends after this many files, or after reading this many bytes. */
const batchFiles = 200;
const batchBytes = 1024 * 1024;

/**
 * Indexes everything the workspace lists, batch by batch. A bad file never stops it: a file that cannot be read is left
 * out with its reason, and one that cannot be parsed is indexed as text. Throws only when the signal is aborted or the
 * files cannot be listed.
 */
export async function* indexFiles(request: IndexRequest): AsyncGenerator<IndexBatch, void, undefined> {
	const { files, signal, known } = request;
	const entries = await files.list(signal);
	const knownFiles = new Map([...(known?.files ?? []), ...(known?.leftOut ?? [])].map(file => [file.path, file]));
	let batch = emptyBatch();
	for (const [done, entry] of entries.entries()) {
		signal?.throwIfAborted();
		const before = knownFiles.get(entry.path);
		if (before?.sizeBytes === entry.sizeBytes && before.modifiedMs === entry.modifiedMs) {
			keep(batch, before);
			batch.nKnown++;
			if ('problem' in before && before.problem !== undefined) {
				batch.problems.push({ path: entry.path, reason: before.problem });
			}
		} else {
			await readInto(batch, entry, request);
			batch.nBytes += entry.sizeBytes;
		}
		batch.nFiles++;
		if (batch.nFiles >= batchFiles || batch.nBytes >= batchBytes || done === entries.length - 1) {
			const { nFiles: _nFiles, nBytes: _nBytes, ...finished } = batch;
			yield { ...finished, progress: { done: done + 1, total: entries.length, message: entry.path } };
			batch = emptyBatch();
		}
	}
}

interface OpenBatch {
	readonly files: IndexedFile[];
	readonly leftOut: LeftOutFile[];
	readonly problems: { path: string; reason: string }[];
	nKnown: number;
	nFiles: number;
	nBytes: number;
}

function emptyBatch(): OpenBatch {
	return { files: [], leftOut: [], problems: [], nKnown: 0, nFiles: 0, nBytes: 0 };
}

function keep(batch: OpenBatch, file: IndexedFile | LeftOutFile): void {
	if ('reason' in file) {
		batch.leftOut.push(file);
	} else {
		batch.files.push(file);
	}
}

async function readInto(batch: OpenBatch, entry: FileEntry, request: IndexRequest): Promise<void> {
	try {
		const text = await request.files.readText(entry.path);
		const { file, problem } = await indexText(entry, text, request);
		keep(batch, file);
		if (problem !== undefined) {
			batch.problems.push({ path: entry.path, reason: problem });
		}
	} catch (error) {
		request.signal?.throwIfAborted();
		const reason = error instanceof FileUnreadableError ? error.reason : 'forbidden';
		keep(batch, { ...entry, reason });
		if (reason !== 'binary' && reason !== 'oversized') {
			batch.problems.push({ path: entry.path, reason: errorText(error) });
		}
	}
}

import { errorText } from '../../../system/pure/errors/errorText';
import { type FileEntry, type Files, FileUnreadableError } from '../../../system/pure/files';
import type { LanguageTable } from '../definitions/languageTable';
import type { SourceParser } from '../definitions/sourceParser';
import { indexText } from './indexText';
import { TableBuilder } from './tables/tableBuilder';
import type { TableData } from './tables/tableData';

export interface FileProblem {
	readonly path: string;
	readonly reason: string;
}

/** The files of a batch, a row for each in their order. Its buffers can be transferred to another thread. */
export interface IndexedBatch {
	readonly data: TableData;
	/** Files indexed as text only although they should have been parsed, or not at all, with the reason. */
	readonly problems: readonly FileProblem[];
}

/** Indexes files as they are on the disk, here or in other threads. */
export interface BatchIndexer {
	/** The number of batches it works on at once when there are so many bytes to read. */
	nAtOnce(sizeBytes: number): number;
	/** Indexes files, which come in the order of their paths. Throws only the signal's reason. */
	index(entries: readonly FileEntry[], signal?: AbortSignal): Promise<IndexedBatch>;
	/** There are no more batches: frees their memory. */
	end?(): Promise<void>;
}

export interface BatchRequest {
	readonly files: Files;
	readonly languages: LanguageTable;
	readonly parser: SourceParser;
}

/** Indexes in this thread, a batch at a time. */
export function indexHere(request: BatchRequest): BatchIndexer {
	return { nAtOnce: () => 1, index: (entries, signal) => indexBatch(entries, request, signal) };
}

/**
 * Indexes files, which come in the order of their paths. A bad file does not stop it: one that cannot be read is left
 * out with its reason, and one that cannot be parsed is indexed as text. Throws only the signal's reason.
 */
export async function indexBatch(
	entries: readonly FileEntry[],
	request: BatchRequest,
	signal?: AbortSignal,
): Promise<IndexedBatch> {
	const builder = new TableBuilder();
	const problems: FileProblem[] = [];
	for (const entry of entries) {
		signal?.throwIfAborted();
		problems.push(...(await addFile(builder, entry, { ...request, ...(signal && { signal }) })));
	}
	return { data: builder.finish(), problems };
}

/**
 * Adds a file and returns its problems. A problem not caused by the text is temporary: the file is tried again the next
 * time.
 */
async function addFile(
	builder: TableBuilder,
	entry: FileEntry,
	request: BatchRequest & { readonly signal?: AbortSignal },
): Promise<readonly FileProblem[]> {
	const { path } = entry;
	try {
		const text = await request.files.readText(path);
		const { file, problem } = await indexText(entry, text, request);
		builder.add(file, problem !== undefined && file.problem === undefined);
		return problem === undefined ? [] : [{ path, reason: problem }];
	} catch (error) {
		request.signal?.throwIfAborted();
		const reason = error instanceof FileUnreadableError ? error.reason : 'forbidden';
		const isLasting = reason === 'binary' || reason === 'oversized';
		builder.addLeftOut({ ...entry, reason }, !isLasting);
		return isLasting ? [] : [{ path, reason: errorText(error) }];
	}
}

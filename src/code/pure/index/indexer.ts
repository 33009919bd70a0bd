import type { FileEntry } from '../../../system/pure/files';
import type { Progress } from '../../../system/pure/progress';
import { isAscii } from '../../../system/pure/text/isAscii';
import type { BatchIndexer, FileProblem, IndexedBatch } from './indexBatch';
import { SymbolTable } from './tables/symbolTable';
import { TableBuilder } from './tables/tableBuilder';
import { inMemory } from './tables/tableData';

export interface IndexRequest {
	readonly listed: ListedFiles;
	readonly batches: BatchIndexer;
	readonly signal?: AbortSignal;
}

/** All files of a workspace, with their rows in its previous index. */
export interface ListedFiles {
	readonly entries: readonly FileEntry[];
	readonly known: SymbolTable | undefined;
	/** The row of each entry in the known table, -1 for one that is new or changed. Both are in the order of the paths. */
	readonly rows: Int32Array;
	/** New and changed files. */
	readonly changed: readonly FileEntry[];
}

/** Compares files with the previous index: files with the same size and time are taken from it. */
export function compareFiles(entries: readonly FileEntry[], known?: SymbolTable): ListedFiles {
	const rows = rowsOf(entries, known);
	return { entries, known, rows, changed: entries.filter((_, at) => rows[at] === -1) };
}

export interface IndexedFiles {
	/** The known one if nothing changed. */
	readonly table: SymbolTable;
	/** The number of files taken from the known table. */
	readonly nKnown: number;
	/** Files indexed as text only although they should have been parsed, or not at all, with the reason. */
	readonly problems: readonly FileProblem[];
}

/** A batch ends after this many files, or bytes. */
const batchLimits = { nFiles: 200, nBytes: 1024 * 1024 };

/**
 * Indexes the listed files, and yields its progress in files and symbols after each batch. Throws only when the signal
 * is aborted, or the indexer of batches fails.
 */
export async function* indexFiles(request: IndexRequest): AsyncGenerator<Progress, IndexedFiles, undefined> {
	const { entries, known, rows, changed } = request.listed;
	if (known !== undefined && changed.length === 0 && known.nRows === entries.length) {
		yield { done: entries.length, total: entries.length, message: '', nSymbols: known.sections.facts.nSymbols };
		return { table: known, nKnown: entries.length, problems: known.problems() };
	}
	const builder = new TableBuilder(known);
	const problems: FileProblem[] = [];
	let at = 0;
	/** Adds known files up to the next changed one. */
	const addKnown = () => {
		for (let row = rows[at]; known !== undefined && row !== undefined && row >= 0; row = rows[++at]) {
			builder.copy(known, row);
			const reason = known.problemAt(row);
			problems.push(...(reason === undefined ? [] : [{ path: known.pathAt(row), reason }]));
		}
	};
	for await (const batch of indexed(batchesOf(changed), request)) {
		const table = new SymbolTable(inMemory(batch.data));
		for (let row = 0; row < table.nRows; row++) {
			addKnown();
			builder.copy(table, row);
			at++;
		}
		addKnown();
		problems.push(...batch.problems);
		yield { done: at, total: entries.length, message: entries[at - 1]?.path ?? '', nSymbols: builder.nSymbols };
	}
	addKnown();
	await request.batches.end?.();
	return { table: new SymbolTable(inMemory(builder.finish())), nKnown: entries.length - changed.length, problems };
}

function rowsOf(entries: readonly FileEntry[], known: SymbolTable | undefined): Int32Array {
	const rows = new Int32Array(entries.length).fill(-1);
	if (known === undefined) {
		return rows;
	}
	const ends = known.sections.get('paths.ends');
	// A character for each byte: in it, paths of ASCII are as they are. To decode Latin-1 takes Node several times as
	// long.
	const text = new TextDecoder('utf-16le', { ignoreBOM: true }).decode(
		new Uint16Array(known.sections.get('paths.text')),
	);
	let next = 0;
	entries.forEach((entry, at) => {
		const { path } = entry;
		const start = next === 0 ? 0 : (ends[next - 1] ?? 0);
		// Most files directly follow the previous one.
		const isNext = start + path.length === ends[next] && text.startsWith(path, start) && isAscii(path);
		const row = isNext ? next : known.rowOf(path);
		rows[at] = row >= 0 && known.isSame(row, entry) ? row : -1;
		next = row >= 0 ? row + 1 : next;
	});
	return rows;
}

function batchesOf(entries: readonly FileEntry[]): (readonly FileEntry[])[] {
	const batches: FileEntry[][] = [];
	let nBytes = Number.POSITIVE_INFINITY;
	for (const entry of entries) {
		if (nBytes >= batchLimits.nBytes || batches.at(-1)?.length === batchLimits.nFiles) {
			batches.push([]);
			nBytes = 0;
		}
		batches.at(-1)?.push(entry);
		nBytes += entry.sizeBytes;
	}
	return batches;
}

/** The indexed batches in their order, while the next ones are being indexed. */
async function* indexed(
	waiting: (readonly FileEntry[])[],
	{ batches, signal }: IndexRequest,
): AsyncGenerator<IndexedBatch, void, undefined> {
	const sizeBytes = waiting.flat().reduce((sum, entry) => sum + entry.sizeBytes, 0);
	const nAtOnce = batches.nAtOnce(sizeBytes);
	const running: Promise<IndexedBatch>[] = [];
	for (let next = 0; next < waiting.length || running.length > 0; ) {
		signal?.throwIfAborted();
		for (; next < waiting.length && running.length < nAtOnce; next++) {
			const batch = batches.index(waiting[next] ?? [], signal);
			// If an earlier one fails, nothing waits for this one.
			batch.catch(() => undefined);
			running.push(batch);
		}
		const first = running.shift();
		if (first !== undefined) {
			yield await first;
		}
	}
}

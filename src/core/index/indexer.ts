import { type FileEntry, type Files, FileUnreadableError, type Progress } from '../ports';
import { errorText } from '../util/errorText';
import { indexText } from './indexText';
import type { LanguageTable } from './languageTable';
import type { SourceParser } from './sourceParser';
import { SymbolTable } from './tables/symbolTable';
import { TableBuilder } from './tables/tableBuilder';
import { inMemory } from './tables/tableData';

export interface IndexRequest {
	readonly files: Files;
	readonly languages: LanguageTable;
	readonly parser: SourceParser;
	/** The previous index: what has the same size and time is taken from it. */
	readonly known?: SymbolTable;
	readonly signal?: AbortSignal;
}

export interface IndexedFiles {
	/** The known one where nothing changed. */
	readonly table: SymbolTable;
	/** The number of files taken from the known table. */
	readonly nKnown: number;
	/** Files indexed as text only although they should have been parsed, or not at all, with the reason. */
	readonly problems: readonly FileProblem[];
}

export interface FileProblem {
	readonly path: string;
	readonly reason: string;
}

/** Progress is reported after this many files, or after reading this many bytes. */
const batch = { nFiles: 200, nBytes: 1024 * 1024 };

/**
 * Indexes everything the workspace lists, and yields its progress in files. A bad file never stops it: a file that cannot
 * be read is left out with its reason, and one that cannot be parsed is indexed as text. Throws only when the signal is
 * aborted or the files cannot be listed.
 */
export async function* indexFiles(request: IndexRequest): AsyncGenerator<Progress, IndexedFiles, undefined> {
	const { files, signal, known } = request;
	const entries = await files.list(signal);
	if (known !== undefined && isUnchanged(known, entries)) {
		yield { done: entries.length, total: entries.length, message: '' };
		return { table: known, nKnown: entries.length, problems: known.problems() };
	}
	const builder = new TableBuilder(known);
	const problems: FileProblem[] = [];
	let [nKnown, nFiles, nBytes] = [0, 0, 0];
	for (const [at, entry] of entries.entries()) {
		signal?.throwIfAborted();
		const row = known?.rowOf(entry.path) ?? -1;
		if (known?.isSame(row, entry) === true) {
			builder.copy(known, row);
			nKnown++;
			const reason = known.problemAt(row);
			problems.push(...(reason === undefined ? [] : [{ path: entry.path, reason }]));
		} else {
			problems.push(...(await addFile(builder, entry, request)));
			nBytes += entry.sizeBytes;
		}
		nFiles++;
		if (nFiles === batch.nFiles || nBytes >= batch.nBytes || at === entries.length - 1) {
			yield { done: at + 1, total: entries.length, message: entry.path };
			[nFiles, nBytes] = [0, 0];
		}
	}
	return { table: new SymbolTable(inMemory(builder.finish())), nKnown, problems };
}

function isUnchanged(known: SymbolTable, entries: readonly FileEntry[]): boolean {
	return (
		known.nRows === entries.length &&
		entries.every((entry, row) => known.isSame(row, entry) && known.hasPath(row, entry.path))
	);
}

/** Returns what went wrong. What the text is no reason for is tried again the next time. */
async function addFile(
	builder: TableBuilder,
	entry: FileEntry,
	request: IndexRequest,
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

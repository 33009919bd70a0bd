import { setImmediate } from 'node:timers/promises';
import type { LeftOutFile } from '../core/index/indexedFile';
import { indexFiles } from '../core/index/indexer';
import { LanguageTable } from '../core/index/languageTable';
import type { SourceParser } from '../core/index/sourceParser';
import type { SymbolTable } from '../core/index/tables/symbolTable';
import type { Log, Progress } from '../core/ports';
import type { DiskFiles } from './diskFiles';
import type { FileProblem } from './folderWalk';
import { loadIndexCache, saveIndexCache } from './indexCacheFile';
import type { GrammarFolder } from './languages/grammarFolder';

export interface IndexBuild {
	readonly files: DiskFiles;
	readonly grammars: GrammarFolder;
	readonly parser: SourceParser;
	/** Absent: nothing is saved. */
	readonly cacheFile?: string;
	readonly log: Log;
	readonly signal?: AbortSignal;
}

/** Plain JSON data: it crosses from the worker. */
export interface IndexStats {
	readonly nFiles: number;
	readonly nSymbols: number;
	/** Of all indexed files. */
	readonly sizeBytes: number;
	/** Number of files per language, by the language's name; largest first. */
	readonly languages: readonly { readonly name: string; readonly nFiles: number }[];
	/** Number of files taken from the cache; the others were read. */
	readonly nFromCache: number;
	/** Number of files without readable text, by reason. */
	readonly leftOut: Readonly<Partial<Record<LeftOutFile['reason'], number>>>;
	readonly ms: number;
}

/** What is known of an index besides its table. */
export interface IndexSummary {
	readonly stats: IndexStats;
	/** Everything that could not be read or indexed properly. */
	readonly problems: readonly FileProblem[];
}

export interface BuiltIndex extends IndexSummary {
	readonly table: SymbolTable;
}

/**
 * Indexes the files on disk and saves the result in the cache file when all of it is done, unless it is there already. When
 * the signal is aborted, it throws the signal's reason and leaves the cache unchanged.
 */
export async function buildIndex(build: IndexBuild, onProgress: (progress: Progress) => void): Promise<BuiltIndex> {
	const { files, grammars, parser, cacheFile, log, signal } = build;
	const startedAt = performance.now();
	const known = cacheFile === undefined ? undefined : loadIndexCache(cacheFile, grammars.fingerprint, log);
	const request = { files, languages: new LanguageTable(grammars.languages), parser };
	const indexing = indexFiles({ ...request, ...(known && { known }), ...(signal && { signal }) });
	let step = await indexing.next();
	for (; !step.done; step = await indexing.next()) {
		onProgress(step.value);
		await setImmediate();
		signal?.throwIfAborted();
	}
	const { table, nKnown, problems } = step.value;
	if (table !== known && cacheFile !== undefined) {
		await saveIndexCache(cacheFile, table.data(), { fingerprint: grammars.fingerprint, log });
	}
	const ms = Math.round(performance.now() - startedAt);
	return {
		table,
		stats: { ...count(table, grammars), nFromCache: nKnown, ms },
		problems: [...files.problems, ...problems],
	};
}

function count(table: SymbolTable, { languages }: GrammarFolder): Omit<IndexStats, 'nFromCache' | 'ms'> {
	const nByLanguage = new Map<string, number>();
	const leftOut: Partial<Record<LeftOutFile['reason'], number>> = {};
	let sizeBytes = 0;
	for (let row = 0; row < table.nRows; row++) {
		if (table.isLeftOut(row)) {
			const { reason } = table.leftOutAt(row);
			leftOut[reason] = (leftOut[reason] ?? 0) + 1;
		} else {
			const file = table.fileAt(row);
			const language = file.language ?? '';
			sizeBytes += file.sizeBytes;
			nByLanguage.set(language, (nByLanguage.get(language) ?? 0) + 1);
		}
	}
	const byLanguage = languages.map(({ id, name }) => ({ name, nFiles: nByLanguage.get(id) ?? 0 }));
	return {
		nFiles: table.sections.facts.nFiles,
		nSymbols: table.sections.facts.nSymbols,
		sizeBytes,
		languages: byLanguage.filter(({ nFiles }) => nFiles > 0).sort((a, b) => b.nFiles - a.nFiles),
		leftOut,
	};
}

import { setImmediate } from 'node:timers/promises';
import type { IndexedFile } from '../core/index/indexedFile';
import { type IndexBatch, indexFiles, type LeftOutFile } from '../core/index/indexer';
import { LanguageTable } from '../core/index/languageTable';
import type { SourceParser } from '../core/index/sourceParser';
import type { Log } from '../core/ports';
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

export interface BuiltIndex {
	readonly stats: IndexStats;
	/** Everything that could not be read or indexed properly. */
	readonly problems: readonly FileProblem[];
}

/**
 * Indexes the files on disk, batch by batch, and saves the result in the cache file when all of it is done. When the
 * signal is aborted, it throws the signal's reason and leaves the cache unchanged.
 */
export async function buildIndex(build: IndexBuild, onBatch: (batch: IndexBatch) => void): Promise<BuiltIndex> {
	const { files, grammars, parser, cacheFile, log, signal } = build;
	const startedAt = performance.now();
	const known = cacheFile === undefined ? undefined : loadIndexCache(cacheFile, grammars.fingerprint, log);
	const batches: IndexBatch[] = [];
	const request = { files, languages: new LanguageTable(grammars.languages), parser };
	for await (const batch of indexFiles({ ...request, ...(known && { known }), ...(signal && { signal }) })) {
		batches.push(batch);
		onBatch(batch);
		await setImmediate();
		signal?.throwIfAborted();
	}
	const indexed = batches.flatMap(batch => batch.files);
	const leftOut = batches.flatMap(batch => batch.leftOut);
	const problems = [...files.problems, ...batches.flatMap(batch => batch.problems)];
	if (cacheFile !== undefined) {
		const lasting = withoutProblems(indexed, leftOut, problems);
		await saveIndexCache(cacheFile, lasting, { fingerprint: grammars.fingerprint, log });
	}
	const nFromCache = batches.reduce((sum, batch) => sum + batch.nKnown, 0);
	const ms = Math.round(performance.now() - startedAt);
	return { stats: { ...count(indexed, leftOut, grammars), nFromCache, ms }, problems };
}

/** A failure may be temporary, without a change of the file, unless the file itself is why. */
function withoutProblems(
	files: readonly IndexedFile[],
	leftOut: readonly LeftOutFile[],
	problems: readonly FileProblem[],
): { readonly files: readonly IndexedFile[]; readonly leftOut: readonly LeftOutFile[] } {
	const failed = new Set(problems.map(({ path }) => path));
	return {
		files: files.filter(({ path, problem }) => problem !== undefined || !failed.has(path)),
		leftOut: leftOut.filter(({ path }) => !failed.has(path)),
	};
}

function count(
	files: readonly IndexedFile[],
	leftOut: readonly LeftOutFile[],
	{ languages }: GrammarFolder,
): Omit<IndexStats, 'nFromCache' | 'ms'> {
	const byLanguage = languages.map(({ id, name }) => ({
		name,
		nFiles: files.filter(file => file.language === id).length,
	}));
	return {
		nFiles: files.length,
		nSymbols: files.reduce((sum, file) => sum + file.symbols.length, 0),
		sizeBytes: files.reduce((sum, file) => sum + file.sizeBytes, 0),
		languages: byLanguage.filter(({ nFiles }) => nFiles > 0).sort((a, b) => b.nFiles - a.nFiles),
		leftOut: countReasons(leftOut),
	};
}

function countReasons(leftOut: readonly LeftOutFile[]): IndexStats['leftOut'] {
	const counts: Partial<Record<LeftOutFile['reason'], number>> = {};
	for (const { reason } of leftOut) {
		counts[reason] = (counts[reason] ?? 0) + 1;
	}
	return counts;
}

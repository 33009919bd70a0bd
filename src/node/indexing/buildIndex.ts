import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { indexHere } from '../../core/index/indexBatch';
import { indexFiles } from '../../core/index/indexer';
import { LanguageTable } from '../../core/index/languageTable';
import type { SourceParser } from '../../core/index/sourceParser';
import type { SymbolTable } from '../../core/index/tables/symbolTable';
import type { Log, Progress } from '../../core/ports';
import { DiskFiles } from '../diskFiles';
import type { GrammarFolder } from '../languages/grammarFolder';
import { SavedListings } from '../listing/savedListings';
import type { RootFolder } from '../rootFolder';
import { loadIndexCache, saveIndexCache } from './indexCacheFile';
import { countIndexed, type IndexSummary } from './indexSummary';
import { IndexThreads } from './indexThreads';
import { type MemoryLimit, requireMemory } from './memoryLimit';

export interface IndexBuild {
	readonly roots: readonly RootFolder[];
	/** Globs relative to each root. */
	readonly excludes: readonly string[];
	/** Those of the roots, where they are there already. */
	readonly files?: DiskFiles;
	/** Faultline's own folder. */
	readonly packageRoot: string;
	readonly grammars: GrammarFolder;
	readonly parser: SourceParser;
	/** Absent: nothing is saved. */
	readonly cacheFile?: string;
	/** So many processors are left to other programs. */
	readonly nFree?: number;
	/** What would need more memory ends. */
	readonly memory?: MemoryLimit;
	readonly log: Log;
	readonly signal?: AbortSignal;
}

export interface BuiltIndex extends IndexSummary {
	readonly table: SymbolTable;
	/** It is in the cache file. */
	readonly isSaved: boolean;
}

/**
 * Indexes the files on disk and saves the result in the cache file when all of it is done, unless it is there already. When
 * the signal is aborted, it throws the signal's reason and leaves the cache unchanged. Throws `UserError` where the memory
 * does not suffice.
 */
export async function buildIndex(build: IndexBuild, onProgress: (progress: Progress) => void): Promise<BuiltIndex> {
	const { roots, excludes, grammars, parser, cacheFile, log, signal, packageRoot, nFree = 0 } = build;
	const startedAt = performance.now();
	const listings = cacheFile === undefined ? undefined : new SavedListings(dirname(cacheFile), log);
	const { files = new DiskFiles(roots, { excludes, ...(listings && { listings }) }) } = build;
	const known = cacheFile === undefined ? undefined : loadIndexCache(cacheFile, grammars.fingerprint, log);
	const here = indexHere({ files, languages: new LanguageTable(grammars.languages), parser });
	const batches = new IndexThreads({ packageRoot, workspace: { roots, excludes }, here, nFree, log });
	try {
		const indexing = indexFiles({ files, batches, ...(known && { known }), ...(signal && { signal }) });
		let step = await indexing.next();
		for (; !step.done; step = await indexing.next()) {
			onProgress(step.value);
			requireMemory(build.memory);
			await setImmediate();
			signal?.throwIfAborted();
		}
		const { table, nKnown, problems } = step.value;
		const isSaved =
			cacheFile !== undefined &&
			(table === known ||
				(await saveIndexCache(cacheFile, table.data(), {
					...{ fingerprint: grammars.fingerprint, log },
					folders: roots.map(({ dir }) => dir),
				})));
		const ms = Math.round(performance.now() - startedAt);
		return {
			table,
			isSaved,
			stats: { ...countIndexed(table, grammars), nFromCache: nKnown, ms },
			problems: [...files.problems, ...problems],
		};
	} finally {
		await batches.end();
	}
}

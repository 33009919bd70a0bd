import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { RootFolder } from '../../../system/node/files/rootFolder';
import type { FileEntry } from '../../../system/pure/files';
import type { Log } from '../../../system/pure/log';
import type { Progress } from '../../../system/pure/progress';
import { LanguageTable } from '../../pure/definitions/languageTable';
import type { SourceParser } from '../../pure/definitions/sourceParser';
import { type BatchIndexer, indexHere } from '../../pure/index/indexBatch';
import { compareFiles, type IndexedFiles, indexFiles, type ListedFiles } from '../../pure/index/indexer';
import { withSoundIndex } from '../../pure/index/tables/damagedIndex';
import type { SymbolTable } from '../../pure/index/tables/symbolTable';
import type { GrammarFolder } from '../languages/grammarFolder';
import { DiskFiles } from '../listing/diskFiles';
import { SavedListings } from '../listing/savedListings';
import type { OpenSectionFiles } from '../savedFiles/openSectionFiles';
import { loadIndexCache, saveIndexCache } from './indexCacheFile';
import { countIndexed, type IndexSummary } from './indexSummary';
import type { IndexThreadsOptions } from './indexThreads';
import { keepToBaselineCompiler, type MemoryLimit, requireMemory } from './memoryLimit';

export interface IndexBuild {
	readonly roots: readonly RootFolder[];
	/** Globs relative to each root. */
	readonly excludes: readonly string[];
	/** The files of the roots, if already listed. */
	readonly files?: DiskFiles;
	/** Faultline's own folder. */
	readonly packageRoot: string;
	readonly grammars: GrammarFolder;
	readonly parser: SourceParser;
	/** Absent: nothing is saved. */
	readonly cacheFile?: string;
	/** Closes the cache file, in which the table is read as it is needed. */
	readonly opened: OpenSectionFiles;
	/** Does it in a process of its own, which bounds the memory: used if there is much to read. */
	readonly apart?: (onProgress: (progress: Progress) => void) => Promise<Omit<BuiltIndex, 'isSaved'>>;
	/** The number of processors left to other programs. */
	readonly nFree?: number;
	/** Work that would need more memory ends. */
	readonly memory?: MemoryLimit;
	readonly log: Log;
	readonly signal?: AbortSignal;
}

export interface BuiltIndex extends IndexSummary {
	readonly table: SymbolTable;
	/** It is in the cache file. */
	readonly isSaved: boolean;
}

/** With less to read, a process takes longer to start than it is worth, and there is memory enough. */
const bytesApart = 25 * 1024 * 1024;
/** With more to read, the tables need the memory that optimized grammars would take. */
const bytesUnoptimized = 250 * 1024 * 1024;

/**
 * Indexes the files on disk and saves the result in the cache file when all of it is done, unless it is there already;
 * one that is damaged is built again. When the signal is aborted, it throws the signal's reason and leaves the cache
 * unchanged. Throws `UserError` if the memory does not suffice.
 */
export async function buildIndex(build: IndexBuild, onProgress: (progress: Progress) => void): Promise<BuiltIndex> {
	const { roots, excludes, cacheFile, log, signal, apart } = build;
	const startedAt = performance.now();
	const listings = cacheFile === undefined ? undefined : new SavedListings(dirname(cacheFile), log);
	const { files = new DiskFiles(roots, { excludes, ...(listings && { listings }) }) } = build;
	return withSoundIndex(log, async () => {
		const use = { fingerprint: build.grammars.fingerprint, opened: build.opened, log };
		const known = cacheFile === undefined ? undefined : loadIndexCache(cacheFile, use);
		const listed = compareFiles(await files.list(signal), known);
		if (apart !== undefined && bytesOf(listed.changed) >= bytesApart) {
			return { ...(await apart(onProgress)), isSaved: true };
		}
		if (bytesOf(listed.changed) >= bytesUnoptimized) {
			keepToBaselineCompiler();
		}
		const { table, nKnown, problems } = await indexListed(listed, { ...build, files }, onProgress);
		const isSaved = table === known || (await save(table, build));
		const ms = Math.round(performance.now() - startedAt);
		return {
			...{ table, isSaved },
			stats: { ...countIndexed(table, build.grammars), nFromCache: nKnown, ms },
			problems: [...files.problems, ...problems],
		};
	});
}

async function indexListed(
	listed: ListedFiles,
	build: IndexBuild & { readonly files: DiskFiles },
	onProgress: (progress: Progress) => void,
): Promise<IndexedFiles> {
	const { roots, excludes, files, grammars, parser, packageRoot, nFree = 0, log, signal } = build;
	const here = indexHere({ files, languages: new LanguageTable(grammars.languages), parser });
	const batches =
		listed.changed.length === 0
			? here
			: await threads({ packageRoot, workspace: { roots, excludes }, here, nFree, log });
	try {
		const indexing = indexFiles({ listed, batches, ...(signal && { signal }) });
		let step = await indexing.next();
		for (; !step.done; step = await indexing.next()) {
			onProgress(step.value);
			requireMemory(build.memory);
			await setImmediate();
			signal?.throwIfAborted();
		}
		return step.value;
	} finally {
		await batches.end?.();
	}
}

/** Loaded if there is something to index, as Node's threads take long to load. */
async function threads(options: IndexThreadsOptions): Promise<BatchIndexer> {
	const { IndexThreads } = await import('./indexThreads');
	return new IndexThreads(options);
}

async function save(table: SymbolTable, { cacheFile, grammars, roots, log }: IndexBuild): Promise<boolean> {
	const folders = roots.map(({ dir }) => dir);
	const { fingerprint } = grammars;
	return cacheFile !== undefined && saveIndexCache(cacheFile, table.data(), { fingerprint, folders, log });
}

function bytesOf(entries: readonly FileEntry[]): number {
	return entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

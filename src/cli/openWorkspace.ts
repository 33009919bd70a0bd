import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { buildIndex } from '../code/node/indexing/buildIndex';
import { buildTexts } from '../code/node/indexing/buildTexts';
import { indexCacheFile } from '../code/node/indexing/indexCacheFile';
import type { IndexSummary } from '../code/node/indexing/indexSummary';
import type { MemoryLimit } from '../code/node/indexing/memoryLimit';
import { loadTrigrams, trigramFile } from '../code/node/indexing/trigramFile';
import { hasIndexProcess, withIndexProcess } from '../code/node/indexing/withIndexProcess';
import { wordStorage, wordsFile } from '../code/node/indexing/wordsFile';
import { type GrammarFolder, openGrammarFolder } from '../code/node/languages/grammarFolder';
import { DiskFiles } from '../code/node/listing/diskFiles';
import type { ListingBasis } from '../code/node/listing/folderListing';
import { SavedListings, unsureMs } from '../code/node/listing/savedListings';
import { OpenSectionFiles } from '../code/node/savedFiles/openSectionFiles';
import type { CodeSearchServer } from '../code/pure/codeSearch/codeSearchServer';
import { LanguageTable } from '../code/pure/definitions/languageTable';
import { SourceParser } from '../code/pure/definitions/sourceParser';
import { SymbolIndex } from '../code/pure/index/symbolIndex';
import type { TrigramIndex } from '../code/pure/index/trigrams/trigramIndex';
import { WorkspaceWords } from '../code/pure/index/words/workspaceWords';
import { KeptTexts } from '../code/pure/texts/keptTexts';
import { openHistory } from '../history/node/openHistory';
import type { History } from '../history/pure/history';
import type { Workspace } from '../history/pure/workspace';
import type { RootFolder } from '../system/node/files/rootFolder';
import type { FileEntry } from '../system/pure/files';
import type { Log } from '../system/pure/log';
import type { Progress } from '../system/pure/progress';

export interface OpenWorkspaceOptions {
	readonly roots: readonly RootFolder[];
	/** Faultline's own folder, which contains `syntaxes`. */
	readonly packageRoot: string;
	readonly log: Log;
	/** Globs relative to each root. */
	readonly excludes?: readonly string[];
	/** The folder for the saved index; absent: it is not saved. */
	readonly storage?: string;
	/** The process ends after one search. */
	readonly isForOneSearch?: boolean;
	/** It is kept, and `isUnchanged` is asked before each search: that listing counts for the search. */
	readonly isKept?: boolean;
	/** What another opening of the same workspace has read. */
	readonly earlier?: Reusable | undefined;
	/** The words and trigrams are made first, if there is much to search. */
	readonly isForRun?: boolean;
	/** Asked if not all can be searched here. */
	readonly codeSearch?: CodeSearchServer | undefined;
	/** For the process that indexes if there is much to read. */
	readonly memory?: MemoryLimit;
	/** Aborted when the workspace is no longer used. */
	readonly ended?: AbortSignal | undefined;
	readonly onProgress?: (progress: Progress) => void;
	readonly signal?: AbortSignal;
}

/** What stays valid when files change. */
export type Reusable = Pick<Workspace, 'parser' | 'languages'> & {
	readonly grammars: GrammarFolder;
	readonly texts: KeptTexts;
};

/** Its open parts of the saved index are closed when it is disposed. */
export interface OpenedWorkspace extends IndexSummary, Disposable {
	readonly workspace: Workspace;
	/** The history for a caller that makes one search, which waits for more of the index. */
	readonly patientHistory?: History;
	readonly reusable: Reusable;
	/** Lists the files, and compares them with those that were indexed. */
	isUnchanged(signal?: AbortSignal): Promise<boolean>;
	/** What the last listing depends on. */
	basis(): ListingBasis | undefined;
	/** Makes the words and trigrams in another process if a search would read much without them. */
	prepareTexts(signal?: AbortSignal): Promise<void>;
	/** Makes and saves the words and trigrams of all texts, for the next time it is opened. */
	buildTexts(): Promise<void>;
}

/**
 * A workspace on disk, for the command line and the benchmarks. It is indexed in this process; if there is much to
 * read, and it is saved, in a process that ends with it.
 */
export async function openWorkspace(options: OpenWorkspaceOptions): Promise<OpenedWorkspace> {
	const opened = new OpenSectionFiles();
	try {
		return await openWith(opened, options);
	} catch (error) {
		opened[Symbol.dispose]();
		throw error;
	}
}

async function openWith(opened: OpenSectionFiles, options: OpenWorkspaceOptions): Promise<OpenedWorkspace> {
	const { roots, packageRoot, log, storage, earlier, ended, signal, codeSearch } = options;
	const { excludes = [], isForOneSearch = false, isKept = false } = options;
	const onProgress = (progress: Progress) => options.onProgress?.(progress);
	const grammars = earlier?.grammars ?? openGrammarFolder(packageRoot);
	for (const problem of grammars.problems) {
		log.warn(`A language cannot be used: ${problem}`);
	}
	const cacheFile = storage === undefined ? undefined : indexCacheFile(storage, roots, excludes);
	const listings = cacheFile === undefined ? undefined : new SavedListings(dirname(cacheFile), log);
	const isListedOnce = isForOneSearch || isKept;
	const files = new DiskFiles(roots, { excludes, isForOneSearch: isListedOnce, ...(listings && { listings }) });
	const parser = earlier?.parser ?? new SourceParser(grammars);
	const place = { roots, excludes, ...(cacheFile && { cacheFile }), ...(signal && { signal }) };
	const { fingerprint } = grammars;
	const onTexts = (progress: Progress) =>
		onProgress({ ...progress, message: `the words and trigrams of ${progress.message}` });
	const apart = cacheFile !== undefined && hasIndexProcess(packageRoot);
	const { table, ...summary } = await buildIndex(
		{
			...{ ...place, files, opened, packageRoot, grammars, parser, log },
			...(apart && {
				apart: onProgress =>
					withIndexProcess(options, process => process.build({ ...place, fingerprint, opened, onProgress })),
			}),
		},
		onProgress,
	);
	const indexed = { entries: files.listed, problems: files.problems };
	const languages = earlier?.languages ?? new LanguageTable(grammars.languages);
	const saved = { cacheFile, opened, log };
	const texts = earlier?.texts ?? new KeptTexts(undefined, { mayKeep: isSettled });
	texts.use(savedTrigrams(saved));
	const prepareTexts = async (signal?: AbortSignal) => {
		if (apart && !(await hasTexts(cacheFile, { texts, files, ...summary }, signal))) {
			const what = { roots, excludes, cacheFile, ...(signal && { signal }) };
			await withIndexProcess(options, process => process.buildTexts({ ...what, onProgress: onTexts }));
			texts.use(savedTrigrams(saved) ?? texts.used);
		}
	};
	if (options.isForRun === true) {
		await prepareTexts(signal);
	}
	const words = workspaceWords(saved, onProgress);
	const historyOf = (isForOneSearch: boolean) =>
		cacheFile === undefined ? undefined : openHistory({ roots, cacheFile, log, isForOneSearch, ended });
	const history = historyOf(isForOneSearch);
	const patientHistory = isKept ? historyOf(true) : undefined;
	return {
		...summary,
		workspace: {
			...{ index: new SymbolIndex(table), files, texts, languages, parser, words },
			...(history && { history }),
			...(codeSearch && { codeSearch: () => codeSearch }),
		},
		...(patientHistory && { patientHistory }),
		...{ reusable: { grammars, parser, languages, texts }, prepareTexts },
		basis: () => files.basis,
		isUnchanged: async signal =>
			(await files.list(signal)) === indexed.entries &&
			JSON.stringify(files.problems) === JSON.stringify(indexed.problems),
		buildTexts: async () => {
			if (cacheFile !== undefined) {
				const texts = { files, languages, parser, table, cacheFile, log, ...(signal && { signal }) };
				await buildTexts(texts, onProgress);
			}
		},
		[Symbol.dispose]: () => {
			history?.[Symbol.dispose]();
			patientHistory?.[Symbol.dispose]();
			opened[Symbol.dispose]();
		},
	};
}

interface SavedFiles {
	readonly cacheFile: string | undefined;
	readonly opened: OpenSectionFiles;
	readonly log: Log;
}

function savedTrigrams({ cacheFile, opened, log }: SavedFiles): TrigramIndex | undefined {
	return cacheFile === undefined ? undefined : loadTrigrams(trigramFile(cacheFile), opened, log);
}

function workspaceWords(
	{ cacheFile, opened, log }: SavedFiles,
	onProgress: (progress: Progress) => void,
): WorkspaceWords {
	return new WorkspaceWords({
		...(cacheFile && { storage: wordStorage(wordsFile(cacheFile), opened, log) }),
		pause: () => setImmediate(),
		onProgress: progress => onProgress({ ...progress, message: `the words of ${progress.message}` }),
	});
}

/** A file that has just changed may change again without another time. */
function isSettled({ modifiedMs }: FileEntry): boolean {
	return modifiedMs < Date.now() - unsureMs;
}

/** Else a run would read so much for each search that it is faster to prepare it. */
async function hasTexts(
	cacheFile: string,
	{ texts, files, stats }: Pick<OpenedWorkspace, 'stats'> & { readonly texts: KeptTexts; readonly files: DiskFiles },
	signal: AbortSignal | undefined,
): Promise<boolean> {
	return (
		texts.keeps(stats.sizeBytes) || (existsSync(wordsFile(cacheFile)) && (await texts.list(files, signal)).areKept)
	);
}

import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { LanguageTable } from '../core/index/languageTable';
import { SourceParser } from '../core/index/sourceParser';
import { SymbolIndex } from '../core/index/symbolIndex';
import { WorkspaceWords } from '../core/index/words/workspaceWords';
import type { Log, Progress } from '../core/ports';
import { KeptTexts } from '../core/search/text/keptTexts';
import type { Workspace } from '../core/workspace';
import { DiskFiles } from './diskFiles';
import { openHistory } from './history/openHistory';
import { buildIndex } from './indexing/buildIndex';
import { buildTexts } from './indexing/buildTexts';
import { indexCacheFile } from './indexing/indexCacheFile';
import type { IndexSummary } from './indexing/indexSummary';
import { loadTrigrams, trigramFile } from './indexing/trigramFile';
import { wordStorage, wordsFile } from './indexing/wordsFile';
import { openGrammarFolder } from './languages/grammarFolder';
import { SavedListings } from './listing/savedListings';
import type { RootFolder } from './rootFolder';

export interface OpenWorkspaceOptions {
	readonly roots: readonly RootFolder[];
	/** Faultline's own folder, which contains `syntaxes`. */
	readonly packageRoot: string;
	readonly log: Log;
	/** Globs relative to each root. */
	readonly excludes?: readonly string[];
	/** Where the index is saved; absent: nowhere. */
	readonly storage?: string;
	/** The process ends after one search. */
	readonly isForOneSearch?: boolean;
	/** Aborted when the workspace is no longer used. */
	readonly ended?: AbortSignal | undefined;
	readonly onProgress?: (progress: Progress) => void;
	readonly signal?: AbortSignal;
}

export interface OpenedWorkspace extends IndexSummary {
	readonly workspace: Workspace;
	/** Makes and saves the words and trigrams of all texts, for the next time it is opened. */
	buildTexts(): Promise<void>;
}

/** A workspace on disk, indexed in this process: for the command line and the benchmarks. */
export async function openWorkspace(options: OpenWorkspaceOptions): Promise<OpenedWorkspace> {
	const {
		roots,
		packageRoot,
		log,
		excludes = [],
		storage,
		isForOneSearch = false,
		ended,
		onProgress,
		signal,
	} = options;
	const grammars = openGrammarFolder(packageRoot);
	for (const problem of grammars.problems) {
		log.warn(`A language cannot be used: ${problem}`);
	}
	const cacheFile = storage === undefined ? undefined : indexCacheFile(storage, roots);
	const listings = cacheFile === undefined ? undefined : new SavedListings(dirname(cacheFile), log);
	const files = new DiskFiles(roots, { excludes, isForOneSearch, ...(listings && { listings }) });
	const parser = new SourceParser(grammars);
	const build = { roots, excludes, files, packageRoot, grammars, parser, log, ...(signal && { signal }) };
	const { table, ...summary } = await buildIndex({ ...build, ...(cacheFile && { cacheFile }) }, progress =>
		onProgress?.(progress),
	);
	const languages = new LanguageTable(grammars.languages);
	const texts = new KeptTexts(cacheFile === undefined ? undefined : loadTrigrams(trigramFile(cacheFile), log));
	const words = new WorkspaceWords({
		...(cacheFile && { storage: wordStorage(wordsFile(cacheFile), log) }),
		pause: () => setImmediate(),
		onProgress: progress => onProgress?.({ ...progress, message: `the words of ${progress.message}` }),
	});
	const history = cacheFile === undefined ? undefined : openHistory({ roots, cacheFile, log, isForOneSearch, ended });
	return {
		...summary,
		workspace: { index: new SymbolIndex(table), files, texts, languages, parser, words, ...(history && { history }) },
		buildTexts: async () => {
			if (cacheFile !== undefined) {
				const texts = { files, languages, parser, table, cacheFile, log, ...(signal && { signal }) };
				await buildTexts(texts, progress => onProgress?.(progress));
			}
		},
	};
}

import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Workspace } from '../../core/history/workspace';
import { LanguageTable } from '../../core/index/languageTable';
import { SourceParser } from '../../core/index/sourceParser';
import { SymbolIndex } from '../../core/index/symbolIndex';
import type { Log } from '../../core/log';
import type { Progress } from '../../core/progress';
import { KeptTexts } from '../../core/search/text/keptTexts';
import { Disposals } from '../../core/util/disposing/disposals';
import { SharedDisposable } from '../../core/util/disposing/sharedDisposable';
import { UserError } from '../../core/util/userError';
import { DiskFiles } from '../../node/diskFiles';
import { EditedFiles } from '../../node/editedFiles';
import { DiskCheck } from '../../node/indexing/diskCheck';
import { indexCacheFile } from '../../node/indexing/indexCacheFile';
import type { IndexProcess } from '../../node/indexing/indexProcess';
import type { IndexStats } from '../../node/indexing/indexSummary';
import { remoteLocalizer } from '../../node/indexing/remoteLocalizer';
import { loadTrigrams, trigramFile } from '../../node/indexing/trigramFile';
import type { GrammarFolder } from '../../node/languages/grammarFolder';
import { SavedListings } from '../../node/listing/savedListings';
import type { RootFolder } from '../../node/rootFolder';
import { OpenSectionFiles } from '../../node/savedFiles/openSectionFiles';
import { TextStage } from './textStage';
import { unsavedTexts } from './unsavedTexts';

export interface WorkspaceIndexDeps {
	readonly indexer: IndexProcess;
	/** Makes the second stage, while other programs come first. */
	readonly background: IndexProcess;
	/** Runs the embedded localizer; ended where a run is cancelled. */
	readonly localizer: IndexProcess;
	/** Faultline's own folder, which contains `syntaxes`. */
	readonly packageRoot: string;
	/** Folder where indexes are kept, for all windows and the command line. */
	readonly storage: string;
	readonly log: Log;
	/** Absent: no server is asked. */
	readonly codeSearch?: Workspace['codeSearch'];
	/** Called once, when VS Code is found not to report changes on disk. */
	readonly onWatchingFails: () => void;
}

interface OpenOptions {
	readonly excludes: readonly string[];
	readonly grammars: GrammarFolder;
	/** Of an earlier time. */
	readonly parser: SourceParser | undefined;
	readonly signal: AbortSignal;
	readonly onBuild: (progress: Progress) => void;
	/** While a run reads files that are not known yet; undefined: it has. */
	readonly onLocate: (progress: Progress | undefined) => void;
}

export interface OpenedCode {
	readonly workspace: Workspace;
	/** Closes what the workspace has open of the saved index. */
	readonly shared: SharedDisposable;
	readonly diskCheck: DiskCheck;
	/** Why there is no file, and what to do. */
	readonly emptyReason: string | undefined;
	/** Begins the second stage. */
	readonly makeTexts: () => TextStage;
}

/** Indexes folders on disk. Throws `UserError` where one cannot be read, and the signal's reason. */
export async function openCode(
	roots: readonly RootFolder[],
	deps: WorkspaceIndexDeps,
	options: OpenOptions,
): Promise<OpenedCode> {
	const opened = new OpenSectionFiles();
	try {
		return await openWith(opened, roots, deps, options);
	} catch (error) {
		opened[Symbol.dispose]();
		throw error;
	}
}

async function openWith(
	opened: OpenSectionFiles,
	roots: readonly RootFolder[],
	{ indexer, background, localizer, storage, log, codeSearch }: WorkspaceIndexDeps,
	{ excludes, grammars, parser, signal, onBuild, onLocate }: OpenOptions,
): Promise<OpenedCode> {
	const cacheFile = indexCacheFile(storage, roots, excludes);
	const place = { roots, excludes, cacheFile };
	const { fingerprint } = grammars;
	const { table, stats, problems } = await indexer.build({
		...place,
		signal,
		fingerprint,
		opened,
		onProgress: onBuild,
	});
	const index = new SymbolIndex(table);
	logBuild(log, stats, problems);
	const unreadable = problems.find(({ path, leavesNothing }) => {
		return leavesNothing !== true && (path === '' || roots.some(({ name }) => name === path));
	});
	if (index.nFiles === 0 && unreadable !== undefined) {
		throw new UserError(
			`The folder cannot be read: ${unreadable.reason}. Check its permissions, then build the index again.`,
			{ cures: [{ kind: 'retry' }] },
		);
	}
	// Other work of the editor comes between these steps.
	await setImmediate();
	const languages = new LanguageTable(grammars.languages);
	await setImmediate();
	const { openHistory } = await import('../../node/history/openHistory');
	const build = (signal: AbortSignal) => background.buildHistory({ roots, cacheFile, signal });
	const history = openHistory({ roots, cacheFile, log, build });
	// The localizer weighs commits that are like an issue, once all are indexed.
	const prepareHistory = () => void history.prepare();
	const listings = new SavedListings(dirname(cacheFile), log);
	const texts = new KeptTexts(loadTrigrams(trigramFile(cacheFile), opened, log));
	const useTrigrams = () => {
		const trigrams = loadTrigrams(trigramFile(cacheFile), opened, log);
		if (trigrams !== undefined) {
			texts.use(trigrams);
		}
	};
	const files = new Disposals();
	files.add(opened);
	files.add(history);
	return {
		shared: new SharedDisposable(files),
		workspace: {
			...{ index, texts, history },
			...(codeSearch && { codeSearch }),
			files: new EditedFiles(new DiskFiles(roots, { excludes, listings }), unsavedTexts),
			languages,
			parser: parser ?? new SourceParser(grammars),
			localizer: remoteLocalizer(localizer, { ...place, unsaved: unsavedTexts, onProgress: onLocate }),
		},
		diskCheck: new DiskCheck(table),
		emptyReason: problems.find(({ leavesNothing }) => leavesNothing === true)?.reason,
		makeTexts: () => new TextStage(background, place, { log, onMade: useTrigrams, onEnd: prepareHistory }),
	};
}

function logBuild(log: Log, stats: IndexStats, problems: readonly { path: string; reason: string }[]): void {
	log.info(
		`Indexed ${stats.nSymbols} symbols in ${stats.nFiles} files in ${stats.ms} ms, ${stats.nFromCache} files from the cache.`,
	);
	for (const { path, reason } of problems) {
		log.warn(`${path}: ${reason}`);
	}
}

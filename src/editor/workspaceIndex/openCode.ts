import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { DiskCheck } from '../../code/node/indexing/diskCheck';
import { indexCacheFile } from '../../code/node/indexing/indexCacheFile';
import type { IndexProcess } from '../../code/node/indexing/indexProcess';
import type { IndexStats } from '../../code/node/indexing/indexSummary';
import { loadTrigrams, trigramFile } from '../../code/node/indexing/trigramFile';
import type { GrammarFolder } from '../../code/node/languages/grammarFolder';
import { DiskFiles } from '../../code/node/listing/diskFiles';
import { EditedFiles } from '../../code/node/listing/editedFiles';
import { SavedListings } from '../../code/node/listing/savedListings';
import { OpenSectionFiles } from '../../code/node/savedFiles/openSectionFiles';
import { LanguageTable } from '../../code/pure/definitions/languageTable';
import { SourceParser } from '../../code/pure/definitions/sourceParser';
import { SymbolIndex } from '../../code/pure/index/symbolIndex';
import { withSoundIndex } from '../../code/pure/index/tables/damagedIndex';
import { KeptTexts } from '../../code/pure/texts/keptTexts';
import type { Workspace } from '../../history/pure/workspace';
import { remoteLocalizer } from '../../localizer/node/remoteLocalizer';
import type { RootFolder } from '../../system/node/files/rootFolder';
import { Disposals } from '../../system/pure/disposing/disposals';
import { SharedDisposable } from '../../system/pure/disposing/sharedDisposable';
import { UserError } from '../../system/pure/errors/userError';
import type { Log } from '../../system/pure/log';
import type { Progress } from '../../system/pure/progress';
import { TextStage } from './textStage';
import { unsavedTexts } from './unsavedTexts';

export interface WorkspaceIndexDeps {
	readonly indexer: IndexProcess;
	/** Makes the second stage, while other programs come first. */
	readonly background: IndexProcess;
	/** Runs the embedded localizer; ended if a run is cancelled. */
	readonly localizer: IndexProcess;
	/** Faultline's own folder, which contains `syntaxes`. */
	readonly packageRoot: string;
	/** Folder for indexes, for all windows and the command line. */
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
	/** Without the saved index, which is removed. */
	readonly isFresh: boolean;
	readonly signal: AbortSignal;
	readonly onBuild: (progress: Progress) => void;
	/** While a run reads files that are not known yet; undefined: it has. */
	readonly onLocate: (progress: Progress | undefined) => void;
}

export interface OpenedCode {
	readonly workspace: Workspace;
	/** Closes the workspace's open parts of the saved index. */
	readonly shared: SharedDisposable;
	readonly diskCheck: DiskCheck;
	/** Why there is no file, and the remedy. */
	readonly emptyReason: string | undefined;
	/** Begins the second stage. */
	readonly makeTexts: () => TextStage;
}

/** Indexes folders on disk. Throws `UserError` if one cannot be read, and the signal's reason. */
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
	{ excludes, grammars, parser, isFresh, signal, onBuild, onLocate }: OpenOptions,
): Promise<OpenedCode> {
	const cacheFile = indexCacheFile(storage, roots, excludes);
	const place = { roots, excludes, cacheFile };
	const { fingerprint } = grammars;
	signal.throwIfAborted();
	if (isFresh) {
		// At once, and not by a build that was cancelled: a later build may be about to read the file.
		rmSync(cacheFile, { force: true });
	}
	const { table, stats, problems } = await withSoundIndex(log, () =>
		indexer.build({ ...place, signal, fingerprint, opened, onProgress: onBuild }),
	);
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
	const { openHistory } = await import('../../history/node/openHistory');
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

import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { buildIndex } from '../../code/node/indexing/buildIndex';
import { DiskCheck } from '../../code/node/indexing/diskCheck';
import { loadIndexCache } from '../../code/node/indexing/indexCacheFile';
import type { IndexWorkerData, LocateRequest } from '../../code/node/indexing/indexMessages';
import { loadTrigrams, trigramFile } from '../../code/node/indexing/trigramFile';
import { wordStorage, wordsFile } from '../../code/node/indexing/wordsFile';
import type { GrammarFolder } from '../../code/node/languages/grammarFolder';
import { DiskFiles } from '../../code/node/listing/diskFiles';
import { EditedFiles } from '../../code/node/listing/editedFiles';
import { SavedListings } from '../../code/node/listing/savedListings';
import { OpenSectionFiles } from '../../code/node/savedFiles/openSectionFiles';
import { LanguageTable } from '../../code/pure/definitions/languageTable';
import type { SourceParser } from '../../code/pure/definitions/sourceParser';
import { indexBatch } from '../../code/pure/index/indexBatch';
import { indexText } from '../../code/pure/index/indexText';
import { SymbolIndex } from '../../code/pure/index/symbolIndex';
import { SymbolTable } from '../../code/pure/index/tables/symbolTable';
import { inMemory } from '../../code/pure/index/tables/tableData';
import { WorkspaceWords } from '../../code/pure/index/words/workspaceWords';
import { KeptTexts } from '../../code/pure/texts/keptTexts';
import { openHistory } from '../../history/node/openHistory';
import { visibleWorkspace } from '../../history/pure/visible/visibleWorkspace';
import { readAiIgnore } from '../../outgoing/pure/gate/aiIgnore';
import type { StageLog } from '../../runs/pure/log/runLog';
import type { Log } from '../../system/pure/log';
import type { Progress } from '../../system/pure/progress';
import { locateEmbedded } from '../pure/embedded/locateEmbedded';

/** With more changes than this since the index was saved, it is built and saved again. */
const mostChanges = 100;

export interface LocateContext extends Omit<IndexWorkerData, 'workspace' | 'isBackground'> {
	readonly grammars: GrammarFolder;
	readonly parser: SourceParser;
	readonly log: Log;
	readonly signal: AbortSignal;
	readonly onProgress: (progress: Progress) => void;
}

/**
 * Runs the embedded localizer in this process over the files on disk and in editors, with the saved part of their
 * index.
 */
export async function locateHere(request: LocateRequest, runLog: StageLog, context: LocateContext): Promise<void> {
	const { roots, excludes, cacheFile, start, called, isForModel } = request;
	const { parser, grammars, log, signal, onProgress } = context;
	const unsaved = new Map([...request.unsaved].map(([path, text]) => [path, { getText: () => text }]));
	const disk = new DiskFiles(roots, { excludes, listings: new SavedListings(dirname(cacheFile), log) });
	using opened = new OpenSectionFiles();
	using history = openHistory({ roots, cacheFile, log });
	const words = new WorkspaceWords({
		...{ storage: wordStorage(wordsFile(cacheFile), opened, log), pause: () => setImmediate() },
		onProgress,
	});
	const workspace = {
		index: await currentIndex(disk, request, { ...context, opened }),
		files: new EditedFiles(disk, () => unsaved),
		texts: new KeptTexts(loadTrigrams(trigramFile(cacheFile), opened, log)),
		languages: new LanguageTable(grammars.languages),
		...{ parser, words, history },
	};
	const code = isForModel ? visibleWorkspace(workspace, await readAiIgnore(workspace.files)) : workspace;
	await locateEmbedded(runLog, start, code, { signal, called });
}

/** The saved index, with the changes since then; a new one if much changed, or none was saved. */
async function currentIndex(
	files: DiskFiles,
	{ roots, excludes, cacheFile, unsaved }: LocateRequest,
	context: LocateContext & { readonly opened: OpenSectionFiles },
): Promise<SymbolIndex> {
	const { grammars, parser, opened, log, signal } = context;
	const table = loadIndexCache(cacheFile, { fingerprint: grammars.fingerprint, opened, log });
	const entries = await files.list(signal);
	const changes = table && (await new DiskCheck(table).changes(entries));
	const languages = new LanguageTable(grammars.languages);
	const isSmall = changes !== undefined && changes.changed.length <= mostChanges;
	const built = isSmall
		? table
		: (await buildIndex({ roots, excludes, cacheFile, files, ...context }, context.onProgress)).table;
	const index = new SymbolIndex(built);
	if (changes !== undefined && isSmall) {
		const changed = new Set(changes.changed);
		const known = entries.filter(({ path }) => changed.has(path));
		const { data } = await indexBatch(known, { files, languages, parser }, signal);
		addAll(index, new SymbolTable(inMemory(data)), changes.removed);
	}
	for (const [path, text] of unsaved) {
		if (index.file(path) !== undefined) {
			const entry = { path, sizeBytes: Buffer.byteLength(text), modifiedMs: 0 };
			index.update((await indexText(entry, text, { languages, parser, signal })).file);
		}
	}
	return index;
}

function addAll(index: SymbolIndex, changed: SymbolTable, removed: readonly string[]): void {
	for (const path of removed) {
		index.remove(path);
	}
	for (let row = 0; row < changed.nRows; row++) {
		if (changed.isLeftOut(row)) {
			index.remove(changed.pathAt(row));
		} else {
			index.update(changed.fileAt(row));
		}
	}
}

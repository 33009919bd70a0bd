import { setImmediate } from 'node:timers/promises';
import type { Log } from '../../../system/pure/log';
import type { Progress } from '../../../system/pure/progress';
import { readCodeWords } from '../../pure/calls/codeWords';
import type { CodeWorkspace } from '../../pure/codeWorkspace';
import { SymbolIndex } from '../../pure/index/symbolIndex';
import type { SymbolTable } from '../../pure/index/tables/symbolTable';
import { WorkspaceWords } from '../../pure/index/words/workspaceWords';
import { OpenSectionFiles } from '../savedFiles/openSectionFiles';
import { trigramFile, updateTrigrams } from './trigramFile';
import { wordStorage, wordsFile } from './wordsFile';

export interface TextsBuild extends Pick<CodeWorkspace, 'files' | 'languages' | 'parser'> {
	/** The first stage. */
	readonly table: SymbolTable;
	/** The index file; the results are saved beside it. */
	readonly cacheFile: string;
	readonly log: Log;
	readonly signal?: AbortSignal;
}

/**
 * The second stage of indexing: the words and the trigrams of all texts on disk. Only files that changed since they
 * were saved are read. Progress counts files, first for the words and then for the trigrams. Throws when the signal is
 * aborted.
 */
export async function buildTexts(build: TextsBuild, onProgress: (progress: Progress) => void): Promise<void> {
	const { table, cacheFile, log, signal, ...rest } = build;
	using opened = new OpenSectionFiles();
	const words = new WorkspaceWords({
		...{ storage: wordStorage(wordsFile(cacheFile), opened, log), pause: () => setImmediate() },
		onProgress: progress => onProgress({ ...progress, total: 2 * progress.total }),
	});
	await readCodeWords({ ...rest, index: new SymbolIndex(table), words }, signal);
	const file = trigramFile(cacheFile);
	await updateTrigrams(
		{ files: build.files, file, opened, log, ...(signal && { signal }) },
		({ done, total, message }) => onProgress({ done: total + done, total: 2 * total, message }),
	);
}

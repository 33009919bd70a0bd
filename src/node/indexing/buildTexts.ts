import { setImmediate } from 'node:timers/promises';
import { SymbolIndex } from '../../core/index/symbolIndex';
import type { SymbolTable } from '../../core/index/tables/symbolTable';
import { buildTrigrams } from '../../core/index/trigrams/buildTrigrams';
import type { TrigramIndex } from '../../core/index/trigrams/trigramIndex';
import { WorkspaceWords } from '../../core/index/words/workspaceWords';
import type { Log, Progress } from '../../core/ports';
import { readCodeWords } from '../../core/rank/codeWords';
import type { Workspace } from '../../core/workspace';
import { loadTrigrams, saveTrigrams, trigramFile } from './trigramFile';
import { wordStorage, wordsFile } from './wordsFile';

export interface TextsBuild extends Pick<Workspace, 'files' | 'languages' | 'parser'> {
	/** The first stage. */
	readonly table: SymbolTable;
	/** Of the index; what is made is saved beside it. */
	readonly cacheFile: string;
	readonly log: Log;
	readonly signal?: AbortSignal;
}

/**
 * The second stage of indexing: the words and the trigrams of all texts on disk. Only files that changed since they were
 * saved are read. Progress counts files, first for the words and then for the trigrams. Throws when the signal is aborted.
 */
export async function buildTexts(build: TextsBuild, onProgress: (progress: Progress) => void): Promise<void> {
	const { table, cacheFile, log, signal, ...rest } = build;
	const words = new WorkspaceWords({
		...{ storage: wordStorage(wordsFile(cacheFile), log), pause: () => setImmediate() },
		onProgress: progress => onProgress({ ...progress, total: 2 * progress.total }),
	});
	await readCodeWords({ ...rest, index: new SymbolIndex(table), words }, signal);
	const known = loadTrigrams(trigramFile(cacheFile), log);
	try {
		await makeTrigrams(build, known, onProgress);
	} catch (error) {
		signal?.throwIfAborted();
		if (known === undefined) {
			throw error;
		}
		// What was saved is damaged.
		await makeTrigrams(build, undefined, onProgress);
	}
}

async function makeTrigrams(
	{ files, cacheFile, log, signal }: TextsBuild,
	known: TrigramIndex | undefined,
	onProgress: (progress: Progress) => void,
): Promise<void> {
	const building = buildTrigrams({ files, ...(known && { known }), ...(signal && { signal }) });
	let step = await building.next();
	for (; !step.done; step = await building.next()) {
		const { done, total, message } = step.value;
		onProgress({ done: total + done, total: 2 * total, message });
		await setImmediate();
		signal?.throwIfAborted();
	}
	if (step.value !== known) {
		await saveTrigrams(trigramFile(cacheFile), step.value.data(), log);
	}
}

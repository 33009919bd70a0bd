import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { indexBatch } from '../../core/index/indexBatch';
import { indexText } from '../../core/index/indexText';
import { LanguageTable } from '../../core/index/languageTable';
import { SourceParser } from '../../core/index/sourceParser';
import type { Log } from '../../core/ports';
import { errorText } from '../../core/util/errorText';
import { UserError } from '../../core/util/userError';
import { DiskFiles } from '../diskFiles';
import { openGrammarFolder } from '../languages/grammarFolder';
import { buildIndex } from './buildIndex';
import { buildTexts } from './buildTexts';
import { loadIndexCache } from './indexCacheFile';
import type {
	BatchAnswer,
	BatchMessage,
	BuildRequest,
	IndexMessage,
	IndexRequestMessage,
	IndexWorkerData,
	ParseRequest,
	TextsRequest,
} from './indexMessages';

/** The process that indexes, so that the editor never waits for it. `IndexProcess` is the other end. */
function serveEditor({ packageRoot, nFree, memoryLimit, isBackground }: IndexWorkerData): void {
	if (isBackground === true) {
		setPriority(constants.priority.PRIORITY_LOW);
	}
	const grammars = openGrammarFolder(packageRoot);
	for (const problem of grammars.problems) {
		log.warn(`A language cannot be used: ${problem}`);
	}
	const parser = new SourceParser(grammars);
	const languages = new LanguageTable(grammars.languages);
	const running = new Map<number, AbortController>();

	const build = async ({ id, roots, excludes, cacheFile }: BuildRequest, signal: AbortSignal) => {
		const request = { roots, excludes, packageRoot, grammars, parser, log, signal };
		const limits = { ...(nFree !== undefined && { nFree }), ...(memoryLimit !== undefined && { memoryLimit }) };
		const built = await buildIndex({ ...request, ...limits, ...(cacheFile && { cacheFile }) }, progress =>
			post({ type: 'progress', id, progress }),
		);
		const { table, isSaved, ...summary } = built;
		post({ type: 'built', id, summary, ...(!isSaved && { data: table.data() }), memoryBytes: memoryBytes() });
	};
	const parse = async ({ id, path, text }: ParseRequest, signal: AbortSignal) => {
		const entry = { path, sizeBytes: Buffer.byteLength(text), modifiedMs: 0 };
		const { file, problem } = await indexText(entry, text, { languages, parser, signal });
		if (problem !== undefined) {
			log.warn(`${path}: ${problem}`);
		}
		post({ type: 'parsed', id, file, memoryBytes: memoryBytes() });
	};
	const buildAllTexts = async ({ id, roots, excludes, cacheFile }: TextsRequest, signal: AbortSignal) => {
		const table = loadIndexCache(cacheFile, grammars.fingerprint, log);
		if (table !== undefined) {
			const files = new DiskFiles(roots, { excludes });
			await buildTexts({ files, languages, parser, table, cacheFile, log, signal }, progress =>
				post({ type: 'progress', id, progress }),
			);
		}
		post({ type: 'textsBuilt', id, memoryBytes: memoryBytes() });
	};
	const answer = async (request: BuildRequest | TextsRequest | ParseRequest) => {
		const controller = new AbortController();
		running.set(request.id, controller);
		try {
			const { signal } = controller;
			await (request.type === 'build'
				? build(request, signal)
				: request.type === 'texts'
					? buildAllTexts(request, signal)
					: parse(request, signal));
		} catch (error) {
			post({ type: 'failed', id: request.id, message: errorText(error), isUserError: error instanceof UserError });
		} finally {
			running.delete(request.id);
		}
	};
	process.on('message', (request: IndexRequestMessage) => {
		if (request.type === 'cancel') {
			running.get(request.id)?.abort();
		} else {
			void answer(request);
		}
	});
	// The editor is gone, whatever ended it.
	process.once('disconnect', () => process.exit());
}

function post(message: IndexMessage): void {
	process.send?.(message);
}

function memoryBytes(): number {
	return process.memoryUsage.rss();
}

const log: Log = {
	info: message => post({ type: 'log', level: 'info', message }),
	warn: message => post({ type: 'log', level: 'warn', message }),
	error: (message, error) =>
		post({ type: 'log', level: 'error', message: error === undefined ? message : `${message}: ${errorText(error)}` }),
};

/** A thread that indexes batches. `IndexThreads` is the other end. */
function serveBatches({ packageRoot, workspace }: IndexWorkerData): void {
	const grammars = openGrammarFolder(packageRoot);
	const request = {
		files: new DiskFiles(workspace?.roots ?? [], { excludes: workspace?.excludes ?? [] }),
		languages: new LanguageTable(grammars.languages),
		parser: new SourceParser(grammars),
	};
	let controller = new AbortController();
	const answer = (message: BatchAnswer, transfer: readonly ArrayBuffer[] = []) => {
		parentPort?.postMessage(message, transfer);
	};
	parentPort?.on('message', (message: BatchMessage) => {
		if (message.type === 'cancel') {
			controller.abort();
			return;
		}
		controller = new AbortController();
		indexBatch(message.entries, request, controller.signal).then(
			batch => answer({ type: 'batch', ...batch }, Object.values(batch.data.sections)),
			(error: unknown) => answer({ type: 'failed', problem: errorText(error) }),
		);
	});
	answer({ type: 'ready' });
}

if (parentPort === null) {
	try {
		serveEditor(JSON.parse(process.argv[2] ?? '{}') as IndexWorkerData);
	} catch (error) {
		post({ type: 'broken', message: errorText(error) });
		process.disconnect();
	}
} else {
	serveBatches(workerData as IndexWorkerData);
}

import { constants } from 'node:os';
import { dirname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { buildIndex } from '../../code/node/indexing/buildIndex';
import { buildTexts } from '../../code/node/indexing/buildTexts';
import { loadIndexCache } from '../../code/node/indexing/indexCacheFile';
import type {
	BatchAnswer,
	BatchMessage,
	BuildRequest,
	HistoryRequest,
	IndexMessage,
	IndexRequest,
	IndexRequestMessage,
	IndexWorkerData,
	LocateRequest,
	ParseRequest,
	TextsRequest,
} from '../../code/node/indexing/indexMessages';
import { type MemoryLimit, requireMemory } from '../../code/node/indexing/memoryLimit';
import { RemoteLog } from '../../code/node/indexing/remoteLog';
import { openGrammarFolder } from '../../code/node/languages/grammarFolder';
import { DiskFiles } from '../../code/node/listing/diskFiles';
import { SavedListings } from '../../code/node/listing/savedListings';
import { OpenSectionFiles } from '../../code/node/savedFiles/openSectionFiles';
import { LanguageTable } from '../../code/pure/definitions/languageTable';
import { SourceParser } from '../../code/pure/definitions/sourceParser';
import { indexBatch } from '../../code/pure/index/indexBatch';
import { indexText } from '../../code/pure/index/indexText';
import { lowerPriority } from '../../system/node/processes/lowerPriority';
import { errorText } from '../../system/pure/errors/errorText';
import { UserError } from '../../system/pure/errors/userError';
import type { Log } from '../../system/pure/log';
import type { Progress } from '../../system/pure/progress';

/** The process that indexes, so that the editor never waits for it. `IndexProcess` is the other end. */
function serveEditor({ packageRoot, nFree, memory, isBackground }: IndexWorkerData): void {
	const { PRIORITY_LOW, PRIORITY_BELOW_NORMAL } = constants.priority;
	if (isBackground === true) {
		lowerPriority(PRIORITY_LOW);
	} else if (nFree !== undefined && nFree > 0) {
		// Typing comes first, even if there are not enough processors for both.
		lowerPriority(PRIORITY_BELOW_NORMAL);
	}
	const grammars = openGrammarFolder(packageRoot);
	for (const problem of grammars.problems) {
		log.warn(`A language cannot be used: ${problem}`);
	}
	const parser = new SourceParser(grammars);
	const languages = new LanguageTable(grammars.languages);
	const limits = { ...(nFree !== undefined && { nFree }), ...(memory !== undefined && { memory }) };
	const logs = new Map<number, RemoteLog>();

	const build = async ({ id, roots, excludes, cacheFile }: BuildRequest, signal: AbortSignal) => {
		using opened = new OpenSectionFiles();
		const request = { roots, excludes, opened, packageRoot, grammars, parser, log, signal };
		const built = await buildIndex({ ...request, ...limits, ...(cacheFile && { cacheFile }) }, progressOf(id));
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
		using opened = new OpenSectionFiles();
		const table = loadIndexCache(cacheFile, { fingerprint: grammars.fingerprint, opened, log });
		if (table !== undefined) {
			const files = new DiskFiles(roots, { excludes, listings: new SavedListings(dirname(cacheFile), log) });
			await buildTexts({ files, languages, parser, table, cacheFile, log, signal }, progressOf(id));
		}
		post({ type: 'textsBuilt', id, memoryBytes: memoryBytes() });
	};
	const buildHistory = async ({ id, roots, cacheFile }: HistoryRequest, signal: AbortSignal) => {
		const { openHistory } = await import('../../history/node/openHistory');
		using history = openHistory({ roots, cacheFile, log });
		await history.build({ signal });
		post({ type: 'historyBuilt', id, memoryBytes: memoryBytes() });
	};
	const locate = async (request: LocateRequest, signal: AbortSignal) => {
		const runLog = remoteLogOf(request, signal);
		logs.set(request.id, runLog);
		const context = { packageRoot, grammars, parser, log, signal, onProgress: progressOf(request.id), ...limits };
		const { locateHere } = await import('./locateHere');
		await locateHere(request, runLog, context);
		post({ type: 'located', id: request.id, memoryBytes: memoryBytes() });
	};
	const perform = (request: IndexRequest, signal: AbortSignal): Promise<void> => {
		switch (request.type) {
			case 'build':
				return build(request, signal);
			case 'texts':
				return buildAllTexts(request, signal);
			case 'history':
				return buildHistory(request, signal);
			case 'parse':
				return parse(request, signal);
			case 'locate':
				return locate(request, signal);
		}
	};
	serveRequests((request, end) => withinMemory(memory, end, () => perform(request, end.signal)), logs);
}

/** Performs requests until the editor is gone, for any reason. */
function serveRequests(
	perform: (request: IndexRequest, controller: AbortController) => Promise<void>,
	logs: Map<number, RemoteLog>,
): void {
	const running = new Map<number, AbortController>();
	const answer = async (request: IndexRequest) => {
		const controller = new AbortController();
		const { id } = request;
		running.set(id, controller);
		try {
			await perform(request, controller);
		} catch (error) {
			const cures = error instanceof UserError ? { cures: error.cures } : {};
			post({ type: 'failed', id, message: errorText(error), ...cures, memoryBytes: memoryBytes() });
		} finally {
			running.delete(id);
			logs.delete(id);
		}
	};
	process.on('message', (request: IndexRequestMessage) => {
		if (request.type === 'cancel') {
			running.get(request.id)?.abort();
		} else if (request.type === 'logged' || request.type === 'make') {
			logs.get(request.id)?.receive(request);
		} else {
			void answer(request);
		}
	});
	process.once('disconnect', () => process.exit());
}

function remoteLogOf({ id, run }: LocateRequest, signal: AbortSignal): RemoteLog {
	return new RemoteLog(run, (call, use) => post({ type: 'logCall', id, call, ...use }), signal);
}

function post(message: IndexMessage): void {
	process.send?.(message);
}

/** A call for each file would keep the other side busy. */
const progressMs = 20;

function progressOf(id: number): (progress: Progress) => void {
	let lastAt = Number.NEGATIVE_INFINITY;
	return progress => {
		if (performance.now() - lastAt >= progressMs || progress.done === progress.total) {
			lastAt = performance.now();
			post({ type: 'progress', id, progress });
		}
	};
}

const memoryCheckMs = 100;

/** Ends work that needs more memory: the limit of the heap covers only JavaScript memory. */
async function withinMemory(
	limit: MemoryLimit | undefined,
	end: AbortController,
	work: () => Promise<void>,
): Promise<void> {
	const check = setInterval(() => {
		try {
			requireMemory(limit);
		} catch (error) {
			end.abort(error);
		}
	}, memoryCheckMs);
	await work().finally(() => clearInterval(check));
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

// biome-ignore lint/complexity/noUselessEmptyExport: without it the bundler takes this for CommonJS and wraps all imports.
export {};

import { parentPort, workerData } from 'node:worker_threads';
import { indexText } from '../core/index/indexText';
import { LanguageTable } from '../core/index/languageTable';
import { SourceParser } from '../core/index/sourceParser';
import type { Log } from '../core/ports';
import { errorText } from '../core/util/errorText';
import { UserError } from '../core/util/userError';
import { buildIndex } from './buildIndex';
import { DiskFiles } from './diskFiles';
import type {
	BuildRequest,
	IndexWorkerData,
	IndexWorkerMessage,
	IndexWorkerRequest,
	ParseRequest,
} from './indexWorkerMessages';
import { openGrammarFolder } from './languages/grammarFolder';

/** The thread that parses, so that the editor never waits for it. `WorkerIndexer` is the other end. */
function serve(): void {
	const { packageRoot } = workerData as IndexWorkerData;
	const grammars = openGrammarFolder(packageRoot);
	for (const problem of grammars.problems) {
		log.warn(`A language cannot be used: ${problem}`);
	}
	const parser = new SourceParser(grammars);
	const languages = new LanguageTable(grammars.languages);
	const running = new Map<number, AbortController>();

	const build = async ({ id, roots, excludes, cacheFile }: BuildRequest, signal: AbortSignal) => {
		const files = new DiskFiles(roots, { excludes });
		const request = { files, grammars, parser, log, signal, ...(cacheFile && { cacheFile }) };
		const { table, ...summary } = await buildIndex(request, progress => post({ type: 'progress', id, progress }));
		const data = table.data();
		const memory = memoryBytes();
		post({ type: 'built', id, summary, data, memoryBytes: memory }, Object.values(data.sections));
	};
	const parse = async ({ id, path, text }: ParseRequest, signal: AbortSignal) => {
		const entry = { path, sizeBytes: Buffer.byteLength(text), modifiedMs: 0 };
		const { file, problem } = await indexText(entry, text, { languages, parser, signal });
		if (problem !== undefined) {
			log.warn(`${path}: ${problem}`);
		}
		post({ type: 'parsed', id, file, memoryBytes: memoryBytes() });
	};
	const answer = async (request: BuildRequest | ParseRequest) => {
		const controller = new AbortController();
		running.set(request.id, controller);
		try {
			await (request.type === 'build' ? build(request, controller.signal) : parse(request, controller.signal));
		} catch (error) {
			post({ type: 'failed', id: request.id, message: errorText(error), isUserError: error instanceof UserError });
		} finally {
			running.delete(request.id);
		}
	};
	parentPort?.on('message', (request: IndexWorkerRequest) => {
		if (request.type === 'cancel') {
			running.get(request.id)?.abort();
		} else {
			void answer(request);
		}
	});
}

function post(message: IndexWorkerMessage, transfer: readonly ArrayBuffer[] = []): void {
	parentPort?.postMessage(message, transfer);
}

/** The parser's heap counts as memory outside JavaScript's; it grows with the largest tree and never shrinks. */
function memoryBytes(): number {
	return process.memoryUsage().external;
}

const log: Log = {
	info: message => post({ type: 'log', level: 'info', message }),
	warn: message => post({ type: 'log', level: 'warn', message }),
	error: (message, error) =>
		post({ type: 'log', level: 'error', message: error === undefined ? message : `${message}: ${errorText(error)}` }),
};

serve();

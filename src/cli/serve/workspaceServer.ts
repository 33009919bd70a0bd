import { lstatSync, rmSync, statSync } from 'node:fs';
import { errorText } from '../../system/pure/errors/errorText';
import { isRecord } from '../../system/pure/fields';
import type { Log } from '../../system/pure/log';
import { readLines, sendLine } from './jsonLines';
import { type LocalServer, type LocalSocket, listenAt } from './localSocket';
import type { AnswerLine, Asked, ServerStatus } from './questions';
import type { ServedQuestions } from './servedQuestions';

/** Of connections at the same time; another client works alone. */
const mostClients = 64;
/** Of questions that are worked on at the same time; others wait. */
const mostAtOnce = 8;
/** Of a question, in characters. */
const longestQuestion = 1024 * 1024;
/** How long a client may take to ask. */
const askingMs = 5_000;
/** How often it is checked whether the server is still needed. */
const checkMs = 1_000;

export interface WorkspaceServerOptions {
	/** Of the socket. */
	readonly address: string;
	/** Of `ServePlace`. */
	readonly key: string;
	/** Absolute. */
	readonly workspace: string;
	readonly version: string;
	readonly questions: Pick<ServedQuestions, 'search' | 'callTool' | 'warm' | 'isIndexed'>;
	readonly idleMs: number;
	readonly memoryBytes: number;
	readonly log: Log;
	/** Ends the server. */
	readonly signal: AbortSignal;
}

/**
 * Answers questions at a socket, one for each connection, until none has come for some time, the folder is gone, the
 * memory is used up, or it is asked to end. What is being answered then is answered first.
 */
export class WorkspaceServer {
	private readonly open = new Set<LocalSocket>();
	private readonly waiting: (() => void)[] = [];
	private nWorking = 0;
	private nQuestions = 0;
	private lastAt = performance.now();
	private isEnding = false;
	private server: LocalServer | undefined;
	private readonly inode: number;

	constructor(private readonly options: WorkspaceServerOptions) {
		this.inode = statSync(options.workspace).ino;
	}

	/** Resolves when it has ended. Rejects if nothing can listen at the address. */
	async run(): Promise<void> {
		const { address, signal } = this.options;
		removeSocket(address);
		const server = listenAt(address, socket => this.serve(socket));
		server.maxConnections = mostClients;
		this.server = server;
		const ended = new Promise<void>((resolve, reject) => {
			server.once('close', resolve).once('error', reject);
		});
		// A question reports what fails here.
		this.options.questions.warm(signal).catch(error => this.options.log.info(errorText(error)));
		const check = setInterval(() => this.isNeeded() || this.end(), checkMs);
		const end = () => {
			this.end();
			for (const socket of this.open) {
				socket.destroy();
			}
		};
		signal.addEventListener('abort', end, { once: true });
		if (signal.aborted) {
			end();
		}
		try {
			await ended;
		} finally {
			clearInterval(check);
			signal.removeEventListener('abort', end);
		}
	}

	private end(): void {
		if (!this.isEnding) {
			this.isEnding = true;
			this.server?.close();
		}
	}

	private isNeeded(): boolean {
		const { workspace, address, idleMs, memoryBytes } = this.options;
		const isIdle = this.open.size === 0 && performance.now() - this.lastAt > idleMs;
		const isThere = statSync(workspace, { throwIfNoEntry: false })?.ino === this.inode;
		const canBeFound = process.platform === 'win32' || lstatSync(address, { throwIfNoEntry: false }) !== undefined;
		return !isIdle && isThere && canBeFound && process.memoryUsage.rss() <= memoryBytes;
	}

	private serve(socket: LocalSocket): void {
		const cancel = new AbortController();
		this.open.add(socket);
		let isAsked = false;
		const tooLate = setTimeout(() => isAsked || socket.destroy(), askingMs);
		socket.on('error', () => undefined);
		socket.on('close', () => {
			clearTimeout(tooLate);
			cancel.abort();
			this.open.delete(socket);
			this.lastAt = performance.now();
		});
		readLines(socket, longestQuestion, message => {
			if (!isRecord(message)) {
				socket.destroy();
			} else if (!isAsked) {
				isAsked = true;
				void this.answer(message as unknown as Asked, socket, cancel.signal);
			}
		});
	}

	private async answer(asked: Asked, socket: LocalSocket, signal: AbortSignal): Promise<void> {
		const send = (line: AnswerLine) => sendLine(socket, line);
		send({ taken: true });
		try {
			send(await this.lastLine(asked, send, signal));
		} catch (error) {
			// The client does it itself, and reports it if it fails there, too.
			signal.aborted || this.options.log.error('A question failed.', error);
			send({ refused: errorText(error) });
		}
		socket.end();
	}

	private async lastLine(asked: Asked, send: (line: AnswerLine) => void, signal: AbortSignal): Promise<AnswerLine> {
		const { key, question } = asked;
		const { kind } = question;
		if (kind === 'status' || kind === 'stop') {
			kind === 'stop' && this.end();
			return { status: this.status() };
		}
		if (key !== this.options.key) {
			return { refused: 'This server is of another version, or works with other settings.' };
		}
		this.nQuestions++;
		await this.turn();
		try {
			signal.throwIfAborted();
			const { questions } = this.options;
			const how = { signal, send };
			return await (kind === 'search' ? questions.search(question, how) : questions.callTool(question, how));
		} finally {
			this.nWorking--;
			this.waiting.shift()?.();
		}
	}

	private async turn(): Promise<void> {
		while (this.nWorking >= mostAtOnce) {
			await new Promise<void>(resolve => this.waiting.push(resolve));
		}
		this.nWorking++;
	}

	private status(): ServerStatus {
		const { workspace, version, questions } = this.options;
		return {
			...{ pid: process.pid, workspace, version },
			...{ nQuestions: this.nQuestions, nOpen: this.open.size - 1, isIndexed: questions.isIndexed },
			...{ memoryBytes: process.memoryUsage.rss(), idleMs: Math.round(performance.now() - this.lastAt) },
		};
	}
}

/** Of a server that was killed: this one has the lock. */
function removeSocket(address: string): void {
	if (process.platform !== 'win32') {
		rmSync(address, { force: true });
	}
}

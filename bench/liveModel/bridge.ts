import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { type BridgeAnswer, readBridgeAnswer } from './bridgeAnswer';
import {
	type BridgeBody,
	type BridgeForm,
	formProblem,
	probeAnswer,
	requestNumber,
	requestText,
} from './bridgeRequest';

interface BridgeOptions {
	/** Requests and answers are files in it; it is made. */
	readonly folder: string;
	readonly model: string;
	/** What the model can do at best. */
	readonly form: BridgeForm;
	/** The context window it reports. */
	readonly contextTokens?: number;
}

/** A Chat Completions server on 127.0.0.1 whose model is whoever answers the files. */
export interface Bridge {
	readonly baseUrl: string;
	/** What was sent and answered so far, without the requests that find out what the model can do. */
	readonly traffic: BridgeTraffic;
	close(): Promise<void>;
}

/** Counts UTF-16 units. */
export interface BridgeTraffic {
	readonly nRequests: number;
	readonly sentChars: number;
	/** Those after the beginning that a request shares with an earlier one: a server may keep that. */
	readonly newChars?: number;
	readonly answeredChars: number;
	/** In which a request waited for its answer. */
	readonly waitedMs?: number;
}

/**
 * Starts one on a free port. It writes each request as `NNN.request.md` and answers with `NNN.answer.md`, a text, or
 * `NNN.answer.json` (see `readBridgeAnswer`), as soon as there is one; what is wrong with an answer is in
 * `NNN.problem.txt`, and a request that the client gave up is marked by `NNN.cancelled`. Clients are kept waiting with bytes
 * that mean nothing, so that none of their time limits ends.
 */
export async function startBridge(options: BridgeOptions): Promise<Bridge> {
	mkdirSync(options.folder, { recursive: true });
	const requests: BridgeBody[] = [];
	const sent: string[] = [];
	const traffic = { nRequests: 0, sentChars: 0, newChars: 0, answeredChars: 0, waitedMs: 0 };
	const ask = async (body: BridgeBody, signal: AbortSignal): Promise<BridgeAnswer> => {
		const name = requestNumber(requests.length);
		const text = requestText(body, requests);
		requests.push(body);
		// In the order in which servers compare them.
		const whole = JSON.stringify([body.tools, body.response_format, body.messages]);
		const nKnown = Math.max(0, ...sent.map(each => nSharedChars(each, whole)));
		sent.push(whole);
		traffic.nRequests++;
		traffic.sentChars += whole.length;
		traffic.newChars += whole.length - nKnown;
		writeFileSync(join(options.folder, `${name}.request.md`), text);
		const startedAt = performance.now();
		const answer = await answerOf(options.folder, name, signal);
		traffic.waitedMs += Math.round(performance.now() - startedAt);
		traffic.answeredChars += JSON.stringify(answer).length;
		return answer;
	};
	let nCalls = 0;
	const newCall = () => `call_${++nCalls}`;
	const server = createServer((incoming, response) => {
		serve(incoming, response, { ...options, ask, newCall }).catch((error: unknown) => {
			writeJson(response, 500, { error: { message: String(error) } });
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		get traffic() {
			return { ...traffic };
		},
		close: async () => {
			const closed = once(server, 'close');
			server.close();
			server.closeAllConnections();
			await closed;
		},
	};
}

function nSharedChars(a: string, b: string): number {
	const longest = Math.min(a.length, b.length);
	let n = 0;
	while (n < longest && a[n] === b[n]) {
		n++;
	}
	return n;
}

interface Serving extends BridgeOptions {
	readonly ask: (body: BridgeBody, signal: AbortSignal) => Promise<BridgeAnswer>;
	/** Unique ids: some servers repeat theirs, but most do not. */
	readonly newCall: () => string;
}

async function serve(incoming: IncomingMessage, response: ServerResponse, options: Serving): Promise<void> {
	const { model, form, contextTokens, ask, newCall } = options;
	const path = incoming.url ?? '';
	if (incoming.method === 'GET' && path.endsWith('/models')) {
		const entry = { id: model, object: 'model', ...(contextTokens !== undefined && { context_length: contextTokens }) };
		return writeJson(response, 200, { object: 'list', data: [entry] });
	}
	if (incoming.method !== 'POST' || !path.endsWith('/chat/completions')) {
		return writeJson(response, 404, { error: { message: 'No such page' } });
	}
	const body = (await json(incoming)) as BridgeBody;
	const refusal = formProblem(body, form);
	if (refusal !== undefined) {
		return writeJson(response, 400, { error: { message: refusal, type: 'invalid_request_error' } });
	}
	const gone = new AbortController();
	response.once('close', () => gone.abort());
	const waiting = startWaiting(response, body.stream === true);
	try {
		const { text, toolCalls } = probeAnswer(body) ?? (await ask(body, gone.signal));
		const calls = toolCalls.map((call, index) => ({ index, id: newCall(), type: 'function', function: call }));
		writeAnswer(response, body, { role: 'assistant', content: text, ...(calls.length > 0 && { tool_calls: calls }) });
	} finally {
		clearInterval(waiting);
	}
}

/** Resolves once there is an answer that can be read; rejects once the client is gone. */
function answerOf(folder: string, name: string, signal: AbortSignal): Promise<BridgeAnswer> {
	return new Promise((resolve, reject) => {
		const watcher = watch(folder, () => look());
		let seen: string | undefined;
		const look = () => {
			const file = ['json', 'md'].map(end => `${name}.answer.${end}`).find(each => existsSync(join(folder, each)));
			const content = file === undefined ? '' : readFileSync(join(folder, file), 'utf8');
			if (file === undefined || content.trim() === '') {
				return;
			}
			if (seen !== content) {
				// It may be half written: it counts once it stays the same.
				seen = content;
				setTimeout(look, settledMs);
				return;
			}
			try {
				const answer = readBridgeAnswer(file, content);
				watcher.close();
				resolve(answer);
			} catch (error) {
				writeFileSync(join(folder, `${name}.problem.txt`), `${error instanceof Error ? error.message : error}\n`);
			}
		};
		signal.addEventListener('abort', () => {
			watcher.close();
			if (!existsSync(join(folder, `${name}.answer.json`)) && !existsSync(join(folder, `${name}.answer.md`))) {
				writeFileSync(join(folder, `${name}.cancelled`), '');
			}
			reject(new Error('the client is gone'));
		});
		look();
	});
}

const settledMs = 200;
/** Below any time limit for silence. */
const keepAliveMs = 5000;

/** Begins the answer, and sends a comment, or a blank in front of the JSON, from time to time. */
function startWaiting(response: ServerResponse, isStream: boolean): NodeJS.Timeout {
	const type = isStream ? 'text/event-stream' : 'application/json';
	response.writeHead(200, { 'content-type': type, 'cache-control': 'no-cache' });
	const wait = () => response.write(isStream ? ': waiting\n\n' : ' ');
	wait();
	return setInterval(wait, keepAliveMs);
}

function writeAnswer(response: ServerResponse, body: BridgeBody, message: Readonly<Record<string, unknown>>): void {
	const finish = message.tool_calls === undefined ? 'stop' : 'tool_calls';
	const head = { id: 'bridge', created: 0, model: body.model };
	if (body.stream === true) {
		const chunk = { ...head, object: 'chat.completion.chunk' };
		const choices = [
			{ index: 0, delta: message, finish_reason: null },
			{ index: 0, delta: {}, finish_reason: finish },
		];
		for (const choice of choices) {
			response.write(`data: ${JSON.stringify({ ...chunk, choices: [choice] })}\n\n`);
		}
		response.end('data: [DONE]\n\n');
	} else {
		const choice = { index: 0, message, finish_reason: finish };
		response.end(JSON.stringify({ ...head, object: 'chat.completion', choices: [choice] }));
	}
}

function writeJson(response: ServerResponse, status: number, body: unknown): void {
	if (!response.headersSent) {
		response.writeHead(status, { 'content-type': 'application/json' });
	}
	response.end(JSON.stringify(body));
}

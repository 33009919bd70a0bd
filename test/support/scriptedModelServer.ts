import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { type ChatBody, chatBodyProblem } from './chatBody';
import type { ScriptedAnswer } from './scriptedAnswer';
import { writeJson, writeScriptedAnswer } from './writeScriptedAnswer';

/** Decides what to answer; undefined, or a throw, makes the request an unexpected one. */
export type Script = (
	body: ChatBody,
	request: RecordedRequest,
) => ScriptedAnswer | undefined | Promise<ScriptedAnswer | undefined>;

export interface RecordedRequest {
	readonly method: string;
	/** Path and query. */
	readonly url: string;
	readonly headers: IncomingHttpHeaders;
	/** Parsed; undefined for a GET. */
	readonly body: ChatBody | undefined;
	/** Settles when the connection of this request is closed: at once after an answer, or when the client gives up. */
	readonly closed: Promise<void>;
}

/**
 * A Chat Completions server on 127.0.0.1 that answers from a script, for tests. Unexpected requests get a 500 with the
 * reason and stay in `unexpected`: end each test with `assertNothingUnexpected()`.
 *
 *     const server = await startScriptedModelServer();
 *     server.script([{ text: 'Hello' }, { fault: 'rateLimited', retryAfter: '2' }]);   // in this order; more are unexpected
 *     server.script(body => (body.tools ? { toolCalls: [{ name: 'look', arguments: {} }] } : { text: 'Hello' }));
 */
export interface ScriptedModelServer {
	/** `http://127.0.0.1:PORT/v1`; any path that ends in `/chat/completions` is answered. */
	readonly baseUrl: string;
	/** `http://127.0.0.1:PORT`. */
	readonly origin: string;
	/** All requests, in order. */
	readonly requests: readonly RecordedRequest[];
	/** The bodies of the chat requests, in order. */
	readonly bodies: readonly ChatBody[];
	/** One sentence for each unexpected request. */
	readonly unexpected: readonly string[];
	/** Sets the answers of the next chat requests: a function, or a list used in order. */
	script(script: Script | readonly ScriptedAnswer[]): void;
	/** Other pages, `GET /v1/models` or `POST /api/show`: their JSON. */
	page(methodAndPath: string, body: unknown): void;
	assertNothingUnexpected(): void;
	/** Ends hanging requests too. */
	close(): Promise<void>;
}

/** Starts one on a free port. Until `script` is called every chat request is unexpected. */
export async function startScriptedModelServer(): Promise<ScriptedModelServer> {
	const requests: RecordedRequest[] = [];
	const unexpected: string[] = [];
	const pages = new Map<string, unknown>();
	let decide: Script = () => undefined;

	const answer = async (request: RecordedRequest, response: ServerResponse) => {
		const path = new URL(request.url, 'http://localhost').pathname;
		if (pages.has(`${request.method} ${path}`)) {
			return writeJson(response, 200, pages.get(`${request.method} ${path}`));
		}
		// Optional endpoints that clients look for.
		if (request.method === 'GET' && (path.endsWith('/models') || ['/api/version', '/props'].includes(path))) {
			return writeJson(response, 404, { error: { message: 'No such page' } });
		}
		const { body } = request;
		if (request.method !== 'POST' || !path.endsWith('/chat/completions') || body === undefined) {
			throw new Error(`nobody planned ${request.method} ${request.url}`);
		}
		const problem = chatBodyProblem(body);
		if (problem !== undefined) {
			throw new Error(problem);
		}
		const planned = await decide(body, request);
		if (planned === undefined) {
			throw new Error(
				`nobody planned an answer to request ${requests.length}: ${JSON.stringify(body.messages.at(-1))}`,
			);
		}
		writeScriptedAnswer(response, body, planned);
	};
	const server = createServer(async (incoming, response) => {
		try {
			const request = await record(incoming, response);
			requests.push(request);
			await answer(request, response);
		} catch (error) {
			unexpected.push(String(error));
			writeJson(response, 500, { error: { message: `Unexpected request: ${error}` } });
		}
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

	return {
		origin,
		baseUrl: `${origin}/v1`,
		requests,
		get bodies() {
			return requests.flatMap(({ body, url }) =>
				body !== undefined && url.includes('/chat/completions') ? [body] : [],
			);
		},
		unexpected,
		script: script => {
			decide = typeof script === 'function' ? script : inOrder(script);
		},
		page: (methodAndPath, body) => void pages.set(methodAndPath, body),
		assertNothingUnexpected: () => assert.deepEqual(unexpected, []),
		close: async () => {
			const closed = once(server, 'close');
			server.close();
			server.closeAllConnections();
			await closed;
		},
	};
}

function inOrder(answers: readonly ScriptedAnswer[]): Script {
	const left = [...answers];
	return () => left.shift();
}

async function record(incoming: IncomingMessage, response: ServerResponse): Promise<RecordedRequest> {
	const closed = new Promise<void>(resolve => response.once('close', resolve));
	const body = incoming.method === 'POST' ? ((await json(incoming)) as ChatBody) : undefined;
	return { method: incoming.method ?? '', url: incoming.url ?? '', headers: incoming.headers, body, closed };
}

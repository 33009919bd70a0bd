import type { ServerResponse } from 'node:http';
import type { ChatBody } from './chatBody';
import type { ScriptedAnswer, ScriptedCall, ScriptedFault, ScriptedReply } from './scriptedAnswer';

/** Sends one answer or fault the way a Chat Completions server does, streamed if the request asks for it. */
export function writeScriptedAnswer(response: ServerResponse, body: ChatBody, answer: ScriptedAnswer): void {
	if (answer.fault !== undefined) {
		writeFault(response, body, answer);
	} else if (body.stream) {
		startStream(response);
		for (const chunk of chunksOf(body, answer)) {
			writeChunk(response, chunk);
		}
		response.end('data: [DONE]\n\n');
	} else {
		writeJson(response, 200, completionOf(body, answer));
	}
}

/** Sends a JSON document, or a text unchanged. */
export function writeJson(
	response: ServerResponse,
	status: number,
	body: unknown,
	headers: Readonly<Record<string, string>> = {},
): void {
	response.writeHead(status, { 'content-type': 'application/json', ...headers });
	response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

function writeFault(response: ServerResponse, body: ChatBody, fault: ScriptedFault): void {
	switch (fault.fault) {
		case 'status':
			writeJson(response, fault.status, fault.body ?? '', fault.headers);
			break;
		case 'rateLimited':
			writeJson(response, 429, rateLimit, fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter });
			break;
		case 'droppedConnection':
			response.destroy();
			break;
		case 'garbage':
			writeGarbage(response, body);
			break;
		case 'htmlPage':
			writeJson(response, 200, '<!DOCTYPE html><title>Sign in</title>', { 'content-type': 'text/html' });
			break;
		case 'emptyChoices':
			writeEmptyChoices(response, body);
			break;
		case 'cutStream':
			writeStart(response, body, fault.text, () => response.destroy());
			break;
		case 'hang':
			if (fault.text !== undefined) {
				writeStart(response, body, fault.text);
			}
	}
}

const rateLimit = {
	error: { message: 'Rate limit reached for requests', type: 'requests', code: 'rate_limit_exceeded' },
};

function writeGarbage(response: ServerResponse, body: ChatBody): void {
	if (body.stream) {
		startStream(response);
		response.end('data: {"choices": [{\n\ndata: [DONE]\n\n');
	} else {
		writeJson(response, 200, '{"choices": [{');
	}
}

function writeEmptyChoices(response: ServerResponse, body: ChatBody): void {
	if (body.stream) {
		startStream(response);
		writeChunk(response, { ...envelope(body, 'chat.completion.chunk'), choices: [] });
		response.end('data: [DONE]\n\n');
	} else {
		writeJson(response, 200, { ...envelope(body, 'chat.completion'), choices: [] });
	}
}

/** Sends the beginning of an answer; `then` runs once it is sent. */
function writeStart(response: ServerResponse, body: ChatBody, text: string, then?: () => void): void {
	if (body.stream) {
		startStream(response);
		response.write(`data: ${JSON.stringify(choiceChunk(body, { role: 'assistant', content: text }))}\n\n`, then);
	} else {
		response.writeHead(200, { 'content-type': 'application/json' });
		response.write(JSON.stringify(completionOf(body, { text })).slice(0, -40), then);
	}
}

function startStream(response: ServerResponse): void {
	response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
}

function writeChunk(response: ServerResponse, chunk: unknown): void {
	response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}

function chunksOf(body: ChatBody, reply: ScriptedReply): unknown[] {
	const deltas = [
		{ role: 'assistant', content: '' },
		...(reply.reasoning === undefined ? [] : [{ reasoning_content: reply.reasoning }]),
		...piecesOf(reply).map(content => ({ content })),
		...(reply.toolCalls ?? []).flatMap(callDeltas),
	];
	const usage = usageOf(reply);
	return [
		...deltas.map(delta => choiceChunk(body, delta)),
		choiceChunk(body, {}, finishOf(reply)),
		...(usage !== undefined && body.stream_options?.include_usage
			? [{ ...envelope(body, 'chat.completion.chunk'), choices: [], usage }]
			: []),
	];
}

function piecesOf({ text = '' }: ScriptedReply): readonly string[] {
	return typeof text === 'string' ? (text.match(/\s*\S+|\s+$/g) ?? []) : text;
}

/** Id and name first, then the arguments in two pieces. */
function callDeltas(call: ScriptedCall, index: number): unknown[] {
	const { id, function: called } = callOf(call, index);
	const half = Math.ceil(called.arguments.length / 2);
	return [
		{ tool_calls: [{ index, id, type: 'function', function: { name: called.name, arguments: '' } }] },
		{ tool_calls: [{ index, function: { arguments: called.arguments.slice(0, half) } }] },
		{ tool_calls: [{ index, function: { arguments: called.arguments.slice(half) } }] },
	];
}

function callOf(call: ScriptedCall, index: number) {
	const text = typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
	return { id: call.id ?? `call_${index}`, type: 'function', function: { name: call.name, arguments: text } };
}

function choiceChunk(body: ChatBody, delta: unknown, finish: string | null = null): unknown {
	return { ...envelope(body, 'chat.completion.chunk'), choices: [{ index: 0, delta, finish_reason: finish }] };
}

function completionOf(body: ChatBody, reply: ScriptedReply): unknown {
	const message = {
		role: 'assistant',
		content: piecesOf(reply).join(''),
		...(reply.reasoning !== undefined && { reasoning_content: reply.reasoning }),
		...(reply.toolCalls && { tool_calls: reply.toolCalls.map(callOf) }),
	};
	return {
		...envelope(body, 'chat.completion'),
		choices: [{ index: 0, message, finish_reason: finishOf(reply) }],
		usage: usageOf(reply),
	};
}

function finishOf({ finish, toolCalls }: ScriptedReply): string {
	return finish ?? (toolCalls === undefined ? 'stop' : 'tool_calls');
}

function usageOf({ usage = { input: 100, output: 10 } }: ScriptedReply): unknown {
	if (usage === 'none') {
		return undefined;
	}
	return {
		prompt_tokens: usage.input,
		completion_tokens: usage.output,
		total_tokens: usage.input + usage.output,
		...(usage.cached !== undefined && { prompt_tokens_details: { cached_tokens: usage.cached } }),
	};
}

function envelope({ model }: ChatBody, object: string) {
	return { id: 'chatcmpl-scripted', object, created: 0, model };
}

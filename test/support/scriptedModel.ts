import assert from 'node:assert/strict';
import type { ChatModel, ChatReply, ChatRequest } from '../../src/models/pure/chatModel';
import type { ReplyForm, RequestedCall } from '../../src/runs/pure/model/chat';

/** An answer, an error to throw, or a function of the request that returns one. */
export type Scripted =
	| string
	| readonly ScriptedCall[]
	| Error
	| ((request: ChatRequest) => Scripted | Promise<Scripted>);

/** A native tool call: its name, and its arguments as an object or as the text the model wrote. */
export type ScriptedCall = readonly [name: string, args: Readonly<Record<string, unknown>> | string];

/** A model that returns scripted answers, and fails the test when it gets more requests than answers. */
export class ScriptedModel implements ChatModel {
	readonly name = 'scripted';
	readonly server = 'test';
	readonly requests: ChatRequest[] = [];
	readonly replyForm: ReplyForm;
	readonly contextTokens: number;
	private readonly script: Scripted[];

	constructor(replyForm: ReplyForm, script: readonly Scripted[], contextTokens = 100_000) {
		this.replyForm = replyForm;
		this.script = [...script];
		this.contextTokens = contextTokens;
	}

	async complete(request: ChatRequest): Promise<ChatReply> {
		await Promise.resolve();
		request.signal?.throwIfAborted();
		this.requests.push(request);
		const next = this.script.shift();
		assert.ok(next !== undefined, `the script has no answer to request ${this.requests.length}`);
		return this.reply(next, request);
	}

	/** Throws unless every scripted answer was used. */
	assertAllAsked(): void {
		assert.equal(this.script.length, 0, `${this.script.length} scripted answers were not asked for`);
	}

	private async reply(scripted: Scripted, request: ChatRequest): Promise<ChatReply> {
		if (typeof scripted === 'function') {
			return this.reply(await scripted(request), request);
		}
		if (scripted instanceof Error) {
			throw scripted;
		}
		const usage = { inputTokens: 100, cachedTokens: 0, outputTokens: 10, isEstimated: false };
		if (typeof scripted === 'string') {
			request.onText?.(scripted);
			return { text: scripted, toolCalls: [], usage, finish: 'done' };
		}
		return { text: '', toolCalls: scripted.map((call, at) => this.toolCall(call, at)), usage, finish: 'done' };
	}

	private toolCall([name, args]: ScriptedCall, at: number): RequestedCall {
		const id = `call-${this.requests.length}-${at + 1}`;
		return { id, name, arguments: typeof args === 'string' ? args : JSON.stringify(args) };
	}
}

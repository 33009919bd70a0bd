import type { RequestedCall, Usage } from '../../runs/pure/model/chat';
import { type Fields, fieldsOf, isRecord } from '../../system/pure/fields';
import type { ChatReply } from '../pure/chatModel';
import type { AnswerSize } from '../pure/reply/answerSize';
import { ThinkingFilter } from '../pure/requests/thinkingFilter';

/** An answer of another shape than Chat Completions have. The message is a clause: "its choices are not a list". */
export class MalformedAnswer extends Error {
	override readonly name = 'MalformedAnswer';
}

interface OpenCall {
	readonly index: number | undefined;
	id: string;
	name: string;
	arguments: string;
}

/**
 * Assembles the pieces of an answer. Reasoning is left out, as no later request needs it, unless it is all there is: some
 * servers put the whole answer there.
 */
export class AnswerBuilder {
	private readonly text: ThinkingFilter;
	private readonly reasoning: string[] = [];
	private readonly calls: OpenCall[] = [];
	private usage: Usage | undefined;
	private finishReason: string | undefined;
	private nChoices = 0;

	constructor(
		private readonly size: AnswerSize,
		onText: ((piece: string) => void) | undefined,
	) {
		this.text = new ThinkingFilter(onText);
	}

	/** Whether any part of an answer has arrived. */
	get hasBegun(): boolean {
		return this.nChoices > 0;
	}

	/** Whether the server reported that the answer is complete, or why it is not. */
	get isFinished(): boolean {
		return this.finishReason !== undefined;
	}

	/** `content_filter` and the like; undefined before the end. */
	get reason(): string | undefined {
		return this.finishReason;
	}

	/**
	 * Adds a piece of an answer, or a whole one; servers omit any part of it. Throws `MalformedAnswer`, and `ModelError`
	 * for an answer beyond the limits.
	 */
	add(piece: unknown): void {
		const { choices, usage } = requiredFields(piece, 'a piece of it');
		this.usage = usageOf(usage) ?? this.usage;
		const [first] = listOf(choices, 'its choices');
		if (first === undefined) {
			return;
		}
		this.nChoices++;
		const choice = requiredFields(first, 'a choice');
		const delta = requiredFields(choice.delta ?? choice.message ?? {}, 'a message');
		const text = textOf(delta.content) || textIn(delta.refusal, 'a refusal');
		const reasoning = reasoningOf(delta);
		this.reasoning.push(reasoning);
		this.size.add(text.length + reasoning.length);
		this.text.add(text);
		for (const call of listOf(delta.tool_calls, 'the tool calls')) {
			this.addCall(requiredFields(call, 'a tool call'));
		}
		this.finishReason = textIn(choice.finish_reason, 'the reason of the end') || this.finishReason;
	}

	reply(): ChatReply {
		const finish = /length|max_?tokens/i.test(this.finishReason ?? '') ? 'length' : 'done';
		const own = this.text.finish();
		const isOnlyReasoning = own.trim() === '' && this.calls.length === 0 && finish === 'done';
		return {
			text: isOnlyReasoning ? this.reasoning.join('') : own,
			toolCalls: requestedCalls(this.calls),
			...(this.usage && { usage: this.usage }),
			finish,
		};
	}

	private addCall({ index, id: givenId, function: called = {} }: Fields): void {
		const { name: givenName, arguments: given } = requiredFields(called, 'the function of a tool call');
		const [id, name] = [textIn(givenId, 'the id of a tool call'), textIn(givenName, 'the name of a tool')];
		const text = argumentsOf(given);
		this.size.add(id.length + name.length + text.length);
		const open = this.openCall(typeof index === 'number' ? index : undefined, id, name);
		open.id ||= id;
		open.name ||= name;
		open.arguments += text;
	}

	/** Some servers number every call 0, or number none; a new id or, without ids, a name starts a new call. */
	private openCall(index: number | undefined, id: string, name: string): OpenCall {
		const open = index === undefined ? this.calls.at(-1) : this.calls.findLast(call => call.index === index);
		const isOther = id === '' ? name !== '' && open?.arguments !== '' : open?.id !== '' && open?.id !== id;
		if (open !== undefined && !isOther) {
			return open;
		}
		this.size.addCall();
		const fresh = { index, id: '', name: '', arguments: '' };
		this.calls.push(fresh);
		return fresh;
	}
}

/** With an id each: servers refuse a conversation if two calls of an answer share one. */
function requestedCalls(calls: readonly OpenCall[]): RequestedCall[] {
	const used = new Set(['']);
	return calls.map(({ id, name, arguments: text }, at) => {
		let own = id;
		for (let number = at + 1; used.has(own); number++) {
			own = `call_${number}`;
		}
		used.add(own);
		return { id: own, name, arguments: text };
	});
}

/** Some servers send the arguments as an object. */
function argumentsOf(value: unknown): string {
	if (typeof value === 'string' || value === undefined || value === null) {
		return value ?? '';
	}
	try {
		return JSON.stringify(value);
	} catch {
		// Nested so deeply that no stack suffices.
		throw new MalformedAnswer('the arguments of a tool call are nested too deeply');
	}
}

/** Some servers send a list of parts. */
function textOf(content: unknown): string {
	if (!Array.isArray(content)) {
		return textIn(content, 'its content');
	}
	const parts = content.map(part => requiredFields(part, 'a part of its content'));
	return parts.map(({ type, text }) => (type === 'text' ? textIn(text, 'its content') : '')).join('');
}

function reasoningOf({ reasoning_content: content, reasoning }: Fields): string {
	const text = content ?? reasoning;
	return typeof text === 'string' ? text : '';
}

function usageOf(value: unknown): Usage | undefined {
	const usage = fieldsOf(value);
	const cached = fieldsOf(usage.prompt_tokens_details).cached_tokens;
	return isCount(usage.prompt_tokens)
		? {
				inputTokens: usage.prompt_tokens,
				cachedTokens: [cached, usage.prompt_cache_hit_tokens].find(isCount) ?? 0,
				outputTokens: isCount(usage.completion_tokens) ? usage.completion_tokens : 0,
				isEstimated: false,
			}
		: undefined;
}

function isCount(value: unknown): value is number {
	return typeof value === 'number' && value >= 0;
}

function requiredFields(value: unknown, what: string): Fields {
	if (!isRecord(value)) {
		throw new MalformedAnswer(`${what} is not an object`);
	}
	return value;
}

/** Absent and null are empty. */
function listOf(value: unknown, what: string): readonly unknown[] {
	if (value !== undefined && value !== null && !Array.isArray(value)) {
		throw new MalformedAnswer(`${what} are not a list`);
	}
	return value ?? [];
}

/** Absent and null are empty. */
function textIn(value: unknown, what: string): string {
	if (value !== undefined && value !== null && typeof value !== 'string') {
		throw new MalformedAnswer(`${what} is not text`);
	}
	return value ?? '';
}

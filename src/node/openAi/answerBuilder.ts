import { ThinkingFilter } from '../../core/agent/thinkingFilter';
import type { RequestedCall, Usage } from '../../core/model/chat';
import type { ChatReply } from '../../core/ports';

/** A piece of an answer, or a whole one: servers omit any part of it. */
export interface AnswerPiece {
	readonly choices?: readonly AnswerChoice[] | null;
	readonly usage?: AnswerUsage | null;
}

interface AnswerChoice {
	readonly delta?: AnswerDelta | null;
	readonly message?: AnswerDelta | null;
	readonly finish_reason?: string | null;
}

interface AnswerDelta {
	/** Some servers send a list of parts. */
	readonly content?: string | readonly { readonly type?: string; readonly text?: string }[] | null;
	readonly refusal?: string | null;
	readonly tool_calls?: readonly CallPiece[] | null;
}

interface CallPiece {
	readonly index?: number;
	readonly id?: string | null;
	readonly function?: { readonly name?: string | null; readonly arguments?: unknown };
}

interface AnswerUsage {
	readonly prompt_tokens?: number;
	readonly completion_tokens?: number;
	readonly prompt_tokens_details?: { readonly cached_tokens?: number } | null;
	readonly prompt_cache_hit_tokens?: number;
}

interface OpenCall {
	readonly index: number | undefined;
	id: string;
	name: string;
	arguments: string;
}

/** Assembles the pieces of an answer. Reasoning is left out: no later request needs it. */
export class AnswerBuilder {
	private readonly text: ThinkingFilter;
	private readonly calls: OpenCall[] = [];
	private usage: Usage | undefined;
	private finishReason: string | undefined;
	private nChoices = 0;

	constructor(onText: ((piece: string) => void) | undefined) {
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

	add({ choices, usage }: AnswerPiece): void {
		this.usage = usageOf(usage) ?? this.usage;
		const [choice] = choices ?? [];
		this.nChoices += choice === undefined ? 0 : 1;
		const delta = choice?.delta ?? choice?.message;
		this.text.add(textOf(delta?.content) || (delta?.refusal ?? ''));
		delta?.tool_calls?.forEach(piece => {
			this.addCall(piece);
		});
		this.finishReason = choice?.finish_reason ?? this.finishReason;
	}

	reply(): ChatReply {
		return {
			text: this.text.finish(),
			toolCalls: this.calls.map(requestedCall),
			...(this.usage && { usage: this.usage }),
			finish: /length|max_?tokens/i.test(this.finishReason ?? '') ? 'length' : 'done',
		};
	}

	private addCall({ index, id, function: called }: CallPiece): void {
		const open = this.openCall(index, id ?? '', called?.name ?? '');
		open.id ||= id ?? '';
		open.name ||= called?.name ?? '';
		open.arguments += argumentsOf(called?.arguments);
	}

	/** Some servers number every call 0, or number none; a new id or, without ids, a name starts a new call. */
	private openCall(index: number | undefined, id: string, name: string): OpenCall {
		const open = index === undefined ? this.calls.at(-1) : this.calls.findLast(call => call.index === index);
		const isOther = id === '' ? name !== '' && open?.arguments !== '' : open?.id !== '' && open?.id !== id;
		if (open !== undefined && !isOther) {
			return open;
		}
		const fresh = { index, id: '', name: '', arguments: '' };
		this.calls.push(fresh);
		return fresh;
	}
}

function requestedCall({ id, name, arguments: text }: OpenCall, at: number): RequestedCall {
	return { id: id || `call_${at + 1}`, name, arguments: text };
}

function argumentsOf(value: unknown): string {
	return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
}

function textOf(content: AnswerDelta['content']): string {
	if (typeof content === 'string') {
		return content;
	}
	return content?.map(({ type, text }) => (type === 'text' ? (text ?? '') : '')).join('') ?? '';
}

function usageOf(usage: AnswerUsage | null | undefined): Usage | undefined {
	if (typeof usage?.prompt_tokens !== 'number') {
		return undefined;
	}
	return {
		inputTokens: usage.prompt_tokens,
		cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? usage.prompt_cache_hit_tokens ?? 0,
		outputTokens: usage.completion_tokens ?? 0,
		isEstimated: false,
	};
}

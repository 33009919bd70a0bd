import type { ReplyForm, RequestedCall, Usage } from './chat';
import type { RunEvent } from './runEvent';

/** A request to a model, as the run knows it. */
export interface RunRequest {
	readonly id: string;
	readonly purpose: string;
	/** Positions in `run.messages`. */
	readonly sent: readonly number[];
	readonly tools: readonly string[];
	readonly form: ReplyForm;
	readonly askedAt: number;
	/** Tries that failed, oldest first. */
	readonly failures: readonly RequestFailure[];
	readonly answer?: RequestAnswer;
}

export interface RequestFailure {
	readonly kind: string;
	readonly message: string;
	readonly retryInMs?: number;
}

export interface RequestAnswer {
	readonly text: string;
	readonly toolCalls: readonly RequestedCall[];
	readonly usage: Usage;
	readonly finish: 'done' | 'length';
	readonly at: number;
}

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;

/** A request asked again, after a crash, starts over. */
export function askModel(requests: readonly RunRequest[], event: EventOf<'modelAsked'>): readonly RunRequest[] {
	const { request: id, purpose, sent, tools, form, at: askedAt } = event;
	const asked: RunRequest = { id, purpose, sent, tools, form, askedAt, failures: [] };
	return [...requests.filter(other => other.id !== id), asked];
}

export function answerRequest(requests: readonly RunRequest[], event: EventOf<'modelAnswered'>): readonly RunRequest[] {
	const { request, text, toolCalls, usage, finish, at } = event;
	const answer: RequestAnswer = { text, toolCalls, usage, finish, at };
	return requests.map(each => (each.id === request ? { ...each, answer } : each));
}

export function failRequest(requests: readonly RunRequest[], event: EventOf<'modelFailed'>): readonly RunRequest[] {
	const { request, kind, message, retryInMs } = event;
	const failure: RequestFailure = { kind, message, ...(retryInMs === undefined ? {} : { retryInMs }) };
	return requests.map(each => (each.id === request ? { ...each, failures: [...each.failures, failure] } : each));
}

export const noUsage: Usage = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, isEstimated: false };

export function sumUsage(a: Usage, b: Usage): Usage {
	return {
		inputTokens: a.inputTokens + b.inputTokens,
		cachedTokens: a.cachedTokens + b.cachedTokens,
		outputTokens: a.outputTokens + b.outputTokens,
		isEstimated: a.isEstimated || b.isEstimated,
	};
}

import type { ModelErrorKind } from '../../core/ports';
import type { ServerComplaint } from './serverComplaint';

/** Whom a failure is about. */
export interface FailureWhere {
	readonly server: string;
	readonly model: string;
	readonly hasKey: boolean;
}

/** One message for each kind of complaint: who, what they say, what to do. `unknownModel` has its own. */
export function failureText(kind: ModelErrorKind, complaint: ServerComplaint, where: FailureWhere): string {
	const { server, model } = where;
	const words = complaint.message === '' ? '' : ` (${complaint.message})`;
	switch (kind) {
		case 'refused':
			return refusal(complaint.status, words, where);
		case 'rateLimited':
			return `${server} gets too many requests${waitText(complaint.retryAfterMs)}. Try again later, or use another model.`;
		case 'quota':
			return `The account at ${server} has no quota left${words}. Check its plan and billing, or use another model.`;
		case 'contextTooLong':
			return `The conversation is too long for ${model} at ${server}${words}. Use a model with a larger context.`;
		case 'unsupported':
			return `${model} at ${server} cannot do what was asked${words}. Check the model again, or use another one.`;
		case 'timeout':
			return `${server} gave up waiting${words}. Try again, or use a smaller model.`;
		default:
			return `${server} failed with ${complaint.status ?? 'an error'}${words}. Try again; if it stays so, look at its log.`;
	}
}

function refusal(status: number | undefined, words: string, { server, hasKey }: FailureWhere): string {
	if (status === 407) {
		return `The proxy before ${server} asks for a user. Set it in the proxy's settings.`;
	}
	if (status === 403) {
		return `${server} does not allow this${words}. Check what the API key and the organization may use.`;
	}
	return hasKey
		? `${server} does not accept the API key${words}. Set a valid one.`
		: `${server} asks for an API key${words}. Set one.`;
}

function waitText(waitMs: number | undefined): string {
	return waitMs === undefined ? '' : ` and asks to wait ${Math.ceil(waitMs / 1000)} s`;
}

import type { OpenAI } from 'openai';
import type { ServerComplaint } from './serverComplaint';

/** A common feature that a server or a model rejected: later requests do without it. */
export type Quirk =
	| 'maxCompletionTokens'
	| 'maxTokens'
	| 'temperature'
	| 'stream'
	| 'streamOptions'
	| 'strictSchema'
	| 'systemRole';

type ChatBody = OpenAI.Chat.Completions.ChatCompletionCreateParams;

interface QuirkSign {
	readonly quirk: Quirk;
	/** Pattern in the server's complaint. */
	readonly sign: RegExp;
	/** Whether the request contained it. */
	readonly wasSent: (body: ChatBody, known: ReadonlySet<Quirk>) => boolean;
}

/** The more specific ones first: a sign may be part of another. */
const signs: readonly QuirkSign[] = [
	{ quirk: 'streamOptions', sign: /stream_options|include_usage/i, wasSent: body => 'stream_options' in body },
	{ quirk: 'maxCompletionTokens', sign: /max_completion_tokens/i, wasSent: body => 'max_completion_tokens' in body },
	{ quirk: 'maxTokens', sign: /max_tokens/i, wasSent: body => 'max_tokens' in body || 'max_completion_tokens' in body },
	{ quirk: 'temperature', sign: /temperature/i, wasSent: body => 'temperature' in body },
	{
		quirk: 'strictSchema',
		sign: /invalid schema|\bstrict\b|additionalProperties/i,
		wasSent: (body, known) => body.response_format?.type === 'json_schema' && !known.has('strictSchema'),
	},
	{
		quirk: 'systemRole',
		sign: /system['"`]? (role|message|prompt|instruction)|role['"`:\s]+system|developer instruction/i,
		wasSent: ({ messages }) => messages.some(({ role }) => role === 'system'),
	},
	{ quirk: 'stream', sign: /\bstream(ing)?\b/i, wasSent: body => body.stream === true },
];

/** The part to leave out so that the same request may succeed, or undefined if that would not help. */
export function quirkOf(
	{ status, text }: ServerComplaint,
	body: ChatBody,
	known: ReadonlySet<Quirk>,
): Quirk | undefined {
	const isAboutRequest = status === 400 || status === 422;
	return isAboutRequest ? signs.find(({ sign, wasSent }) => sign.test(text) && wasSent(body, known))?.quirk : undefined;
}

import type { BridgeAnswer } from './bridgeAnswer';

/** The body of a request to a model, as far as the bridge reads it. */
export interface BridgeBody {
	readonly model: string;
	readonly messages: readonly BridgeMessage[];
	readonly stream?: boolean;
	readonly tools?: readonly unknown[];
	readonly response_format?: { readonly type: string };
	readonly temperature?: number;
}

interface BridgeMessage {
	readonly role: string;
	readonly content?: unknown;
	readonly tool_calls?: readonly { readonly id: string; readonly function: Readonly<Record<string, unknown>> }[];
	readonly tool_call_id?: string;
}

/** `001`, `002`, … */
export function requestNumber(at: number): string {
	return String(at + 1).padStart(3, '0');
}

/**
 * A request for a reader who has read the earlier ones: `earlier` in their order. The beginning that it shares with the
 * earlier one that it shares most with is named instead of repeated, and so are tools and schemas.
 */
export function requestText(body: BridgeBody, earlier: readonly BridgeBody[]): string {
	const { messages, tools, response_format: format, temperature } = body;
	const shared = earlier.map(each => nShared(each.messages, messages));
	const most = Math.max(0, ...shared);
	const from = most === 0 ? [] : [`## Messages 1-${most} as in ${requestNumber(shared.indexOf(most))}\n`];
	const settings = temperature === undefined || temperature === 0 ? [] : [`Temperature ${temperature}.\n`];
	return [
		`# Request ${requestNumber(earlier.length)}\n`,
		...settings,
		...oncePart('Tools offered', tools, body => body.tools, earlier),
		...oncePart('Form of the answer', format, body => body.response_format, earlier),
		...from,
		...messages.slice(most).map((message, at) => messageText(message, most + at + 1)),
	].join('\n');
}

function oncePart(
	title: string,
	part: unknown,
	partOf: (body: BridgeBody) => unknown,
	earlier: readonly BridgeBody[],
): string[] {
	if (part === undefined) {
		return [`${title}: none\n`];
	}
	const at = earlier.findIndex(body => isSame(partOf(body), part));
	if (at !== -1) {
		return [`${title}: as in ${requestNumber(at)}\n`];
	}
	const lines = (Array.isArray(part) ? part : [part]).map(each => JSON.stringify(each));
	return [`## ${title}\n`, `\`\`\`json\n${lines.join('\n')}\n\`\`\`\n`];
}

function messageText({ role, content, tool_calls: calls = [], tool_call_id: id }: BridgeMessage, n: number): string {
	const text = typeof content === 'string' ? content : content == null ? '' : JSON.stringify(content);
	const called = calls.map(call => `Call ${call.id}: ${call.function.name} ${call.function.arguments}`);
	return [`## Message ${n}: ${role}${id === undefined ? '' : `, answer to call ${id}`}\n`, text, ...called, ''].join(
		'\n',
	);
}

function nShared(a: readonly BridgeMessage[], b: readonly BridgeMessage[]): number {
	const at = b.findIndex((message, at) => !isSame(message, a[at]));
	return at === -1 ? b.length : at;
}

function isSame(a: unknown, b: unknown): boolean {
	return JSON.stringify(a) === JSON.stringify(b);
}

/** What can be refused: a server's model answers in the best of these forms that it has, and in those after it. */
export const bridgeForms = ['tools', 'jsonSchema', 'jsonObject', 'prose'] as const;
export type BridgeForm = (typeof bridgeForms)[number];

/** What a server whose model has no better form than this would say about a request that needs one; else undefined. */
export function formProblem({ tools, response_format: format }: BridgeBody, form: BridgeForm): string | undefined {
	const needed = [
		...(tools === undefined ? [] : (['tools'] as const)),
		...(format?.type === 'json_schema' ? (['jsonSchema'] as const) : []),
		...(format?.type === 'json_object' ? (['jsonObject'] as const) : []),
	];
	const refused = needed.find(each => bridgeForms.indexOf(each) < bridgeForms.indexOf(form));
	return refused === undefined
		? undefined
		: refused === 'tools'
			? "This model does not support the parameter 'tools'."
			: `This model does not support 'response_format' of type '${format?.type}'.`;
}

/** The answer to a request that finds out what a model can do; undefined for any other request. */
export function probeAnswer({ messages, tools }: BridgeBody): BridgeAnswer | undefined {
	const text = messages.length === 1 ? messages[0]?.content : undefined;
	if (typeof text !== 'string') {
		return undefined;
	}
	if (tools?.length === 1 && /^Call the tool look_up once, with the word "harbor"/.test(text)) {
		return { text: '', toolCalls: [{ name: 'look_up', arguments: '{"word": "harbor"}' }] };
	}
	return /^How many legs does a spider have/.test(text)
		? { text: '{"legs_of_spider": 8, "wings_of_spider": 0}', toolCalls: [] }
		: undefined;
}

import type { OpenAI } from 'openai';
import type { ChatMessage, RequestedCall } from '../../runs/pure/model/chat';
import { isRecord } from '../../system/pure/fields';
import type { ChatRequest } from '../pure/chatModel';
import type { Quirk } from './quirk';

type ChatBody = OpenAI.Chat.Completions.ChatCompletionCreateParams;

/** The body of a request, without the features the server rejected before. */
export function chatBody(request: ChatRequest, model: string, quirks: ReadonlySet<Quirk>): ChatBody {
	const { messages, tools, json, temperature = 0, maxOutputTokens } = request;
	return {
		model,
		messages: chatMessages(messages, !quirks.has('systemRole')),
		...(tools?.length && { tools: tools.map(tool => ({ type: 'function', function: { ...tool } }) as const) }),
		...(json !== undefined && { response_format: responseFormat(json, !quirks.has('strictSchema')) }),
		...(!quirks.has('temperature') && { temperature }),
		...(maxOutputTokens !== undefined && tokenLimit(maxOutputTokens, quirks)),
		...streaming(quirks),
	};
}

function responseFormat(
	json: NonNullable<ChatRequest['json']>,
	strict: boolean,
): NonNullable<ChatBody['response_format']> {
	return json === 'object'
		? { type: 'json_object' }
		: { type: 'json_schema', json_schema: { name: json.name, schema: { ...json.schema }, strict } };
}

function tokenLimit(limit: number, quirks: ReadonlySet<Quirk>) {
	if (quirks.has('maxTokens')) {
		return {};
	}
	return quirks.has('maxCompletionTokens') ? { max_tokens: limit } : { max_completion_tokens: limit };
}

function streaming(quirks: ReadonlySet<Quirk>) {
	if (quirks.has('stream')) {
		return { stream: false } as const;
	}
	return { stream: true, ...(!quirks.has('streamOptions') && { stream_options: { include_usage: true } }) } as const;
}

type Message = OpenAI.Chat.Completions.ChatCompletionMessageParam;

/** A conversation in the form of Chat Completions. */
function chatMessages(messages: readonly ChatMessage[], hasSystemRole: boolean): Message[] {
	return (hasSystemRole ? messages : withoutSystem(messages)).map(chatMessage);
}

function chatMessage(message: ChatMessage): Message {
	switch (message.role) {
		case 'system':
		case 'user':
			return { role: message.role, content: message.text };
		case 'tool':
			return { role: 'tool', tool_call_id: message.call, content: message.text };
		case 'assistant':
			return message.toolCalls?.length
				? { role: 'assistant', content: message.text || null, tool_calls: message.toolCalls.map(functionCall) }
				: { role: 'assistant', content: message.text };
	}
}

/** Servers parse the arguments of earlier calls, and reject a request over malformed ones. */
function functionCall({ id, name, arguments: text }: RequestedCall) {
	return { id, type: 'function', function: { name, arguments: isJsonObject(text) ? text : '{}' } } as const;
}

function isJsonObject(text: string): boolean {
	try {
		return isRecord(JSON.parse(text));
	} catch {
		return false;
	}
}

/** Instructions are put before the first user message. */
function withoutSystem(messages: readonly ChatMessage[]): ChatMessage[] {
	const instructions = messages.flatMap(message => (message.role === 'system' ? message.text : []));
	const others = messages.filter(({ role }) => role !== 'system');
	const [first] = others;
	if (instructions.length === 0) {
		return others;
	}
	return first?.role === 'user'
		? [{ role: 'user', text: [...instructions, first.text].join('\n\n') }, ...others.slice(1)]
		: [{ role: 'user', text: instructions.join('\n\n') }, ...others];
}

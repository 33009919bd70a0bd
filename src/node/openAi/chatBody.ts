import type { OpenAI } from 'openai';
import type { ChatRequest } from '../../core/ports';
import { chatMessages } from './chatMessages';
import type { Quirk } from './quirk';

type ChatBody = OpenAI.Chat.Completions.ChatCompletionCreateParams;

/** What is sent for a request, without what the server turned down before. */
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

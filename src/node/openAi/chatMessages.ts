import type { OpenAI } from 'openai';
import type { ChatMessage, RequestedCall } from '../../core/model/chat';

type Message = OpenAI.Chat.Completions.ChatCompletionMessageParam;

/** A conversation as Chat Completions has it. */
export function chatMessages(messages: readonly ChatMessage[], hasSystemRole: boolean): Message[] {
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

/** Servers parse the arguments of earlier calls, and fail a request over one that a model got wrong. */
function functionCall({ id, name, arguments: text }: RequestedCall) {
	return { id, type: 'function', function: { name, arguments: isJsonObject(text) ? text : '{}' } } as const;
}

function isJsonObject(text: string): boolean {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null && !Array.isArray(value);
	} catch {
		return false;
	}
}

/** Instructions go ahead of the first thing the user says. */
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

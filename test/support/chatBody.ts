/** The body of a Chat Completions request, as a script reads it. */
export interface ChatBody {
	readonly model: string;
	readonly messages: readonly ChatBodyMessage[];
	readonly stream?: boolean;
	readonly stream_options?: { readonly include_usage?: boolean };
	readonly tools?: readonly { readonly type: string; readonly function: { readonly name: string } }[];
	readonly response_format?: { readonly type: string };
	readonly temperature?: number;
	readonly max_tokens?: number;
	readonly max_completion_tokens?: number;
	readonly [parameter: string]: unknown;
}

export interface ChatBodyMessage {
	readonly role: 'system' | 'user' | 'assistant' | 'tool';
	readonly content?: string | null;
	readonly tool_calls?: readonly ChatBodyCall[];
	readonly tool_call_id?: string;
}

interface ChatBodyCall {
	readonly id: string;
	readonly type: string;
	readonly function: { readonly name: string; readonly arguments: string };
}

/**
 * What the strict servers would reject about a body, or undefined: no model, no messages, a tool call without its
 * answer, an answer without its call.
 */
export function chatBodyProblem(body: ChatBody): string | undefined {
	if (typeof body.model !== 'string' || body.model === '') {
		return 'the request names no model';
	}
	if (!Array.isArray(body.messages) || body.messages.length === 0) {
		return 'the request has no messages';
	}
	let open: readonly string[] = [];
	for (const [at, message] of body.messages.entries()) {
		if (message.role === 'tool') {
			if (!open.includes(message.tool_call_id ?? '')) {
				return `message ${at} answers the call ${message.tool_call_id}, which is not open`;
			}
			open = open.filter(id => id !== message.tool_call_id);
		} else if (open.length > 0) {
			return `message ${at} comes before the calls ${open.join(', ')} are answered`;
		} else {
			open = message.tool_calls?.map((call: ChatBodyCall) => call.id) ?? [];
		}
	}
	return open.length > 0 ? `the calls ${open.join(', ')} are not answered` : undefined;
}

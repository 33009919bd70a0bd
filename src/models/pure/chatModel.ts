import type { OutgoingMessages } from '../../outgoing/pure/gate/outgoingGate';
import type { ReplyForm, RequestedCall, Usage } from '../../runs/pure/model/chat';

/**
 * A model that answers a conversation. Adapters neither retry nor keep state between calls, except that they stop
 * sending a part that a server rejected (such as an unknown parameter).
 */
export interface ChatModel {
	/** As users know it: `gpt-4.1`. */
	readonly name: string;
	/** The recipient of the requests: `api.openai.com`, `VS Code (Copilot)`. */
	readonly server: string;
	/** The size of the context window, input and answer together, in tokens. */
	readonly contextTokens: number;
	/** The best form of answer it is known to support. */
	readonly replyForm: ReplyForm;
	/** Throws `ModelError`, or the signal's reason as soon as the signal is aborted. */
	complete(request: ChatRequest): Promise<ChatReply>;
}

export interface ChatRequest {
	/** Passed by the gate. */
	readonly messages: OutgoingMessages;
	/** Offered for native calling; only to a model whose `replyForm` is `tools`. */
	readonly tools?: readonly ToolSchema[];
	/** The form of the answer; prose unless given. */
	readonly json?: { readonly name: string; readonly schema: JsonSchema } | 'object';
	/** 0 unless given. */
	readonly temperature?: number;
	readonly maxOutputTokens?: number;
	/** How many times as long as usual the model may take; 1 unless given. */
	readonly patience?: number;
	readonly signal?: AbortSignal;
	/** Called with each piece of text as it arrives. */
	readonly onText?: (piece: string) => void;
	/** Called with the size of all that arrives: text, reasoning and calls. */
	readonly onReceived?: (nCharacters: number) => void;
}

export interface ToolSchema {
	readonly name: string;
	readonly description: string;
	readonly parameters: JsonSchema;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface ChatReply {
	readonly text: string;
	readonly toolCalls: readonly RequestedCall[];
	/** Absent if the model does not report it. */
	readonly usage?: Usage;
	/** `length`: the answer was cut off at a limit. */
	readonly finish: 'done' | 'length';
}

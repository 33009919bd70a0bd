/** A message between Faultline and a model: plain JSON data, the same for every kind of model. */
export type ChatMessage = InstructionMessage | ModelMessage | ToolMessage;

/** `system` is folded into the first `user` message for models without a system role. */
export interface InstructionMessage {
	readonly role: 'system' | 'user';
	readonly text: string;
}

export interface ModelMessage {
	readonly role: 'assistant';
	readonly text: string;
	readonly toolCalls?: readonly RequestedCall[];
}

/** The answer to one tool call of the model message before it. */
export interface ToolMessage {
	readonly role: 'tool';
	/** Id of the `RequestedCall`. */
	readonly call: string;
	readonly text: string;
}

/** A tool call as the model wrote it, unchecked. */
export interface RequestedCall {
	readonly id: string;
	readonly name: string;
	/** JSON text, or intended as such. */
	readonly arguments: string;
}

/** Tokens of one answer, or a sum over several. */
export interface Usage {
	readonly inputTokens: number;
	/** The part of `inputTokens` that the server had in its cache. */
	readonly cachedTokens: number;
	readonly outputTokens: number;
	/** True if the model did not report usage, and characters were counted instead. */
	readonly isEstimated: boolean;
}

/** A form of answer that an endpoint and its model support, found by probing (`probeModel`). */
export type ReplyForm = 'tools' | 'jsonSchema' | 'jsonObject' | 'prose';

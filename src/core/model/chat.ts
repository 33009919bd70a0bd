/** What is said between Faultline and a model: plain JSON data, the same for every kind of model. */
export type ChatMessage = InstructionMessage | ModelMessage | ToolMessage;

/** `system` is folded into the first `user` message for models that know no system role. */
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

/** A tool call as the model wrote it: nothing about it is checked yet. */
export interface RequestedCall {
	readonly id: string;
	readonly name: string;
	/** JSON text, or what was meant as such. */
	readonly arguments: string;
}

/** Tokens of one answer, or of several summed up. */
export interface Usage {
	readonly inputTokens: number;
	/** The part of `inputTokens` that the server had in its cache. */
	readonly cachedTokens: number;
	readonly outputTokens: number;
	/** True where the model did not say, and characters were counted instead. */
	readonly isEstimated: boolean;
}

/** What an endpoint and its model can do, found out by trying (`probeModel`). */
export type ReplyForm = 'tools' | 'jsonSchema' | 'jsonObject' | 'prose';

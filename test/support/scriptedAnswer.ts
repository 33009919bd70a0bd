/** A scripted server's response to one request: an answer, or a fault. Plain data, so that it can be stored in a file. */
export type ScriptedAnswer = ScriptedReply | ScriptedFault;

export interface ScriptedReply {
	readonly fault?: undefined;
	/** A list sets the streamed pieces; otherwise a text is streamed word by word. */
	readonly text?: string | readonly string[];
	/** Sent as `reasoning_content`, ahead of the text. */
	readonly reasoning?: string;
	readonly toolCalls?: readonly ScriptedCall[];
	/** Tokens; `none` leaves usage out, as some servers do. */
	readonly usage?: ScriptedUsage | 'none';
	readonly finish?: 'length';
}

export interface ScriptedCall {
	/** Generated unless given. */
	readonly id?: string;
	readonly name: string;
	/** A text is sent unchanged. */
	readonly arguments: string | Readonly<Record<string, unknown>>;
}

export interface ScriptedUsage {
	readonly input: number;
	readonly output: number;
	readonly cached?: number;
}

export type ScriptedFault =
	/** Any status with any body; a text is sent unchanged, anything else as JSON. */
	| {
			readonly fault: 'status';
			readonly status: number;
			readonly body?: unknown;
			readonly headers?: Readonly<Record<string, string>>;
	  }
	/** 429; `retryAfter` is the header: seconds or a date. */
	| { readonly fault: 'rateLimited'; readonly retryAfter?: string }
	/** 200 and a stream that breaks off after `text`; without streaming, half a document. */
	| { readonly fault: 'cutStream'; readonly text: string }
	/** The connection is closed without an answer. */
	| { readonly fault: 'droppedConnection' }
	/** 200 and invalid JSON. */
	| { readonly fault: 'garbage' }
	/** An HTML page, as from a proxy or a wrong address. */
	| { readonly fault: 'htmlPage' }
	| { readonly fault: 'emptyChoices' }
	/** Nothing, or nothing after `text`, until the client gives up or the server is closed. */
	| { readonly fault: 'hang'; readonly text?: string };

/** What a scripted server says to one request: an answer, or a fault. Plain data, so that a file can hold it. */
export type ScriptedAnswer = ScriptedReply | ScriptedFault;

export interface ScriptedReply {
	readonly fault?: undefined;
	/** In pieces where they matter; otherwise a streamed text comes word by word. */
	readonly text?: string | readonly string[];
	/** Sent as `reasoning_content`, ahead of the text. */
	readonly reasoning?: string;
	readonly toolCalls?: readonly ScriptedCall[];
	/** Tokens; `none` leaves usage out, as some servers do. */
	readonly usage?: ScriptedUsage | 'none';
	readonly finish?: 'length';
}

export interface ScriptedCall {
	/** Made up unless given. */
	readonly id?: string;
	readonly name: string;
	/** Text is sent as it is. */
	readonly arguments: string | Readonly<Record<string, unknown>>;
}

export interface ScriptedUsage {
	readonly input: number;
	readonly output: number;
	readonly cached?: number;
}

export type ScriptedFault =
	/** Any status with any body; a text is sent as it is, anything else as JSON. */
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
	/** 200 and JSON that is none. */
	| { readonly fault: 'garbage' }
	/** A page for people, as a proxy or a wrong address answers. */
	| { readonly fault: 'htmlPage' }
	| { readonly fault: 'emptyChoices' }
	/** Nothing, or nothing after `text`, until the client gives up or the server is closed. */
	| { readonly fault: 'hang'; readonly text?: string };

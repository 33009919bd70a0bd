import type { ReplyForm } from '../../core/model/chat';

/** A server that speaks Chat Completions, and the model to use there. */
export interface ModelEndpoint {
	/** `http://localhost:11434/v1`; an Azure resource or deployment too. `/chat/completions` at its end does no harm. */
	readonly baseUrl: string;
	/** As the server names it; on Azure, the deployment. */
	readonly model: string;
	readonly apiKey?: string;
	readonly organization?: string;
	/** Sent with every request; they count as secrets. */
	readonly headers?: Readonly<Record<string, string>>;
	/** Input and answer together. */
	readonly contextTokens?: number;
	/** What `probeModel` found. */
	readonly replyForm: ReplyForm;
	/** Makes it an Azure endpoint whatever its host is; not needed for Azure's own hosts. */
	readonly azureApiVersion?: string;
	/** How long the server may be silent; two minutes unless given. */
	readonly silenceMs?: number;
	/** The global `fetch` unless given. */
	readonly fetch?: typeof fetch;
}

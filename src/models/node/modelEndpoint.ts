import type { HttpLimits, Transport } from '../../outgoing/node/outgoingHttp';
import type { ReplyForm } from '../../runs/pure/model/chat';

/** A server that implements Chat Completions, and the model to use there. */
export interface ModelEndpoint {
	/** `http://localhost:11434/v1`; an Azure resource or deployment too. A trailing `/chat/completions` is accepted. */
	readonly baseUrl: string;
	/** As the server names it; on Azure, the deployment. */
	readonly model: string;
	readonly apiKey?: string;
	readonly organization?: string;
	/** Sent with every request; treated as secrets. */
	readonly headers?: Readonly<Record<string, string>>;
	/** Size of the context window: input and answer together. */
	readonly contextTokens?: number;
	/** How long the server may take until an answer begins; 2 minutes unless given, 10 on a local network. */
	readonly firstByteMs?: number;
	/** How long it may then send nothing; the same unless given. */
	readonly silenceMs?: number;
	/** The form that `probeModel` found. */
	readonly replyForm: ReplyForm;
	/** Makes it an Azure endpoint on any host; not needed for Azure's own hosts. */
	readonly azureApiVersion?: string;
	/** Replaces the limits of each kind of request. */
	readonly limits?: Partial<HttpLimits>;
	readonly transport?: Transport;
}

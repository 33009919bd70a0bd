import { ModelError, type ModelErrorKind } from '../../core/ports';
import { ComplaintInAnswer } from './answerReader';
import { type AskedFor, complaintKind } from './complaintKind';
import { connectionFailure, errorChain } from './connectionFailure';
import type { EndpointAddress } from './endpointAddress';
import { failureText } from './failureText';
import { listModels } from './listModels';
import { missingModel } from './missingModel';
import type { ModelEndpoint } from './modelEndpoint';
import { redactSecrets } from './redactSecrets';
import { complaintOfError, type ServerComplaint } from './serverComplaint';

/** What failed. */
export interface FailedRequest {
	readonly endpoint: ModelEndpoint;
	readonly address: EndpointAddress;
	readonly asked: AskedFor;
	readonly signal: AbortSignal | undefined;
}

/** What the server said, if it said anything. */
export async function complaintOf(error: unknown): Promise<ServerComplaint | undefined> {
	if (error instanceof ComplaintInAnswer) {
		return error.complaint;
	}
	const { APIConnectionError, APIError } = await import('openai');
	return error instanceof APIError && !(error instanceof APIConnectionError)
		? complaintOfError(error, Date.now())
		: undefined;
}

/** Turns whatever a request failed with into a `ModelError` that holds no secret, neither in its message nor its cause. */
export async function modelFailure(error: unknown, failed: FailedRequest): Promise<ModelError> {
	if (error instanceof ModelError) {
		return redacted(error.kind, error.message, { failed, retryAfterMs: error.retryAfterMs });
	}
	const complaint = await complaintOf(error);
	if (complaint === undefined) {
		const { kind, message } = connectionFailure(error, failed.address.server);
		return redacted(kind, message, { failed, error });
	}
	const kind = complaintKind(complaint, failed.asked);
	const message = await complaintText(kind, complaint, failed);
	return redacted(kind, message, { failed, error, retryAfterMs: complaint.retryAfterMs });
}

async function complaintText(kind: ModelErrorKind, complaint: ServerComplaint, failed: FailedRequest): Promise<string> {
	const { endpoint, address, signal } = failed;
	const { server, baseUrl } = address;
	if (kind === 'unknownModel') {
		const listed = await listModels(endpoint, signal ?? new AbortController().signal);
		return missingModel({ server, baseUrl, model: endpoint.model, listed });
	}
	return failureText(kind, complaint, { server, model: endpoint.model, hasKey: Boolean(endpoint.apiKey) });
}

interface Told {
	readonly failed: FailedRequest;
	readonly error?: unknown;
	readonly retryAfterMs?: number | undefined;
}

/** The original error is not kept: it holds headers and bodies. */
function redacted(kind: ModelErrorKind, message: string, { failed, error, retryAfterMs }: Told): ModelError {
	const { endpoint } = failed;
	return new ModelError(kind, redactSecrets(message, endpoint), {
		...(retryAfterMs !== undefined && { retryAfterMs }),
		...(error !== undefined && { cause: new Error(redactSecrets(errorChain(error).join(': '), endpoint)) }),
	});
}

import { nearNames } from '../../code/pure/search/names/nearNames';
import { type HttpFailure, httpFailureOf } from '../../outgoing/node/outgoingHttp';
import { retryText } from '../../outgoing/node/retryAfter';
import type { Cure } from '../../system/pure/errors/cure';
import { ModelError, type ModelErrorKind } from '../pure/modelError';
import { ComplaintInAnswer } from './answerReader';
import type { EndpointAddress } from './endpointAddress';
import servers from './knownServers.json';
import { type ListedModels, listModels } from './listModels';
import type { ModelEndpoint } from './modelEndpoint';
import { complaintOfError, type ServerComplaint } from './serverComplaint';
import wordings from './serverWordings.json';

export interface FailedRequest {
	readonly endpoint: ModelEndpoint;
	readonly address: EndpointAddress;
	readonly asked: AskedFor;
	readonly signal: AbortSignal | undefined;
}

/** The server's complaint, if it sent one. */
export async function complaintOf(error: unknown): Promise<ServerComplaint | undefined> {
	if (error instanceof ComplaintInAnswer) {
		return error.complaint;
	}
	const { APIConnectionError, APIError } = await import('openai');
	return error instanceof APIError && !(error instanceof APIConnectionError)
		? complaintOfError(error, Date.now())
		: undefined;
}

/** Converts any failure of a request into a `ModelError` with no secret in its message or its cause. */
export async function modelFailure(error: unknown, failed: FailedRequest): Promise<ModelError> {
	if (error instanceof ModelError) {
		const { kind, reason, message, retryAfterMs } = error;
		return redacted(kind, { reason, advice: message.slice(reason.length).trim() }, { failed, retryAfterMs });
	}
	const ended = httpFailureOf(error);
	if (ended !== undefined) {
		return redacted(ended.kind, { reason: ended.message, advice: endedAdvice[ended.kind] }, { failed });
	}
	if (error instanceof RangeError) {
		const reason = `${failed.address.server} sent JSON that is nested too deeply.`;
		return redacted('malformed', { reason, advice: 'Try again, or use another model.' }, { failed });
	}
	const complaint = await complaintOf(error);
	if (complaint === undefined) {
		const { kind, ...text } = connectionFailure(error, failed.address.server);
		return redacted(kind, text, { failed, error });
	}
	const kind = complaintKind(complaint, failed.asked);
	const text = await complaintText(kind, complaint, failed);
	return redacted(kind, text, { failed, error, retryAfterMs: complaint.retryAfterMs });
}

/** The failure, and the user's remedy. */
interface FailureText {
	readonly reason: string;
	readonly advice: string;
	/** Unless given, the cures for the kind. */
	readonly cures?: readonly Cure[];
}

/** Advice for an exchange that the client of this machine ended. */
const endedAdvice: Readonly<Record<HttpFailure['kind'], string>> = {
	redirected: "If that server is the right one, set the endpoint's address to it.",
	timeout: 'Check that it is not overloaded, allow it more time (firstByteSeconds), or use a smaller model.',
	tooLong: 'Use another model, or check the server.',
	malformed: '',
};

async function complaintText(
	kind: ModelErrorKind,
	complaint: ServerComplaint,
	failed: FailedRequest,
): Promise<FailureText> {
	const { endpoint, address, signal } = failed;
	const { server, baseUrl } = address;
	if (kind === 'unknownModel') {
		const listed = await listModels(endpoint, signal ?? new AbortController().signal);
		return missingModel({ server, baseUrl, model: endpoint.model, listed });
	}
	return failureText(kind, complaint, { server, model: endpoint.model, hasKey: Boolean(endpoint.apiKey) });
}

interface FailureDetails {
	readonly failed: FailedRequest;
	readonly error?: unknown;
	readonly retryAfterMs?: number | undefined;
}

/** The original error is not kept: it contains headers and bodies. */
function redacted(
	kind: ModelErrorKind,
	{ reason, advice, cures }: FailureText,
	{ failed: { endpoint }, error, retryAfterMs }: FailureDetails,
): ModelError {
	return new ModelError(kind, redactSecrets(reason, endpoint), {
		advice: redactSecrets(advice, endpoint),
		...(cures !== undefined && { cures }),
		...(retryAfterMs !== undefined && { retryAfterMs }),
		...(error !== undefined && { cause: new Error(redactSecrets(errorChain(error).join(': '), endpoint)) }),
	});
}

const placeholder = '[secret]';
/** For headers and queries: a shorter value is a name or a flag rather than a secret. */
const shortestSecret = 8;

/** Removes the endpoint's key and header values from a text, and text that looks like a key or a part of one. */
function redactSecrets(text: string, { apiKey = '', headers = {}, baseUrl }: ModelEndpoint): string {
	const others = [...Object.values(headers).flatMap(wordsOf), ...querySecrets(baseUrl)];
	return [apiKey.trim(), ...others.filter(value => value.length >= shortestSecret)]
		.filter(secret => secret !== '')
		.sort((a, b) => b.length - a.length)
		.reduce((redacted, secret) => redacted.replaceAll(secret, placeholder), text)
		.replaceAll(/\bBearer\s+[^\s"',]+/gi, `Bearer ${placeholder}`)
		.replaceAll(/\bsk-[\w*-]{4,}|(?<![\w-])[\w-]*\*{3,}[\w*-]*/g, placeholder);
}

/** A header like `Bearer abc` contains its secret in one of its words. */
function wordsOf(value: string): string[] {
	return [value, ...value.split(/\s+/).filter(word => !/^(bearer|basic)$/i.test(word))];
}

function querySecrets(baseUrl: string): string[] {
	const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
	const entries = [...(url?.searchParams ?? [])];
	return entries.filter(([name]) => name !== 'api-version').map(([, value]) => value);
}

const nShown = 5;

/** A model that its server does not have. */
interface MissingModel {
	/** Host and port. */
	readonly server: string;
	readonly baseUrl: string;
	readonly model: string;
	/** The models of the server, if it lists them. */
	readonly listed: ListedModels;
}

/** The advice, with similar models of the server. */
function missingModel({ server, baseUrl, model, listed }: MissingModel): FailureText {
	const reason = `${server} has no model "${model}".`;
	if (typeof listed === 'string') {
		return { reason, advice: `Check its name, and the endpoint's address: ${baseUrl.replace(/\?.*/, '')}` };
	}
	if (listed.includes(model)) {
		const unusable = `${server} lists the model "${model}", but cannot use it for a chat.`;
		return { reason: unusable, advice: 'Choose another model.' };
	}
	const get = knownServer(server)?.getModel.replace('{model}', model);
	return { reason, advice: `${choice(model, listed)}${get === undefined ? '' : ` Or get it with "${get}".`}` };
}

function choice(model: string, names: readonly string[]): string {
	const near = nearNames(model, names, nShown);
	if (near.length > 0) {
		return `Did you mean ${near.join(', ')}?`;
	}
	const more = names.length > nShown ? `, and ${names.length - nShown} more` : '';
	return `It has ${names.slice(0, nShown).join(', ')}${more}.`;
}

/** The server and model that a failure is about. */
interface FailureWhere {
	readonly server: string;
	readonly model: string;
	readonly hasKey: boolean;
}

/** One text for each kind of complaint: who reports which problem, and the remedy. `unknownModel` has its own. */
function failureText(kind: ModelErrorKind, complaint: ServerComplaint, where: FailureWhere): FailureText {
	const { server, model } = where;
	const words = complaint.message === '' ? '' : ` (${complaint.message})`;
	switch (kind) {
		case 'refused':
			return refusal(complaint.status, words, where);
		case 'rateLimited':
			return {
				reason: `Rate limit reached at ${server}.`,
				advice: `Try again ${retryText(complaint.retryAfterMs)}, or use another model.`,
			};
		case 'quota':
			return {
				reason: `The account at ${server} has no quota left${words}.`,
				advice: 'Check its plan and billing, or use another model.',
			};
		case 'contextTooLong':
			return {
				reason: `The conversation is too long for ${model} at ${server}${words}.`,
				advice: 'Use a model with a larger context window.',
			};
		case 'unsupported':
			return {
				reason: `${model} at ${server} cannot do what was asked${words}.`,
				advice: 'Check the model again, or use another one.',
			};
		case 'timeout':
			return { reason: `${server} timed out${words}.`, advice: 'Try again, or use a smaller model.' };
		default:
			return {
				reason: `${server} failed with ${complaint.status ?? 'an error'}${words}.`,
				advice: "Try again; if it persists, check the server's log.",
			};
	}
}

function refusal(status: number | undefined, words: string, { server, hasKey }: FailureWhere): FailureText {
	if (status === 407) {
		const reason = `The proxy for ${server} requires a user.`;
		return { reason, advice: "Set it in the proxy's settings.", cures: [{ kind: 'retry' }, { kind: 'chooseModel' }] };
	}
	if (status === 403) {
		return {
			reason: `${server} does not allow this${words}.`,
			advice: 'Check what the API key and the organization may use.',
		};
	}
	return hasKey
		? { reason: `${server} does not accept the API key${words}.`, advice: 'Set a valid one.' }
		: { reason: `${server} requires an API key${words}.`, advice: 'Set one.' };
}

/** The reason why no answer arrived, for users. */
interface ConnectionFailure extends FailureText {
	readonly kind: ModelErrorKind;
}

const untrusted = /CERT_|_CERT|UNABLE_TO_VERIFY|SELF_SIGNED|certificate/i;

/** Classifies connection failures by the messages and codes of an error and its causes. */
function connectionFailure(error: unknown, server: string): ConnectionFailure {
	const text = errorChain(error).join(' ');
	if (/timed? ?out|ETIMEDOUT|_TIMEOUT/i.test(text)) {
		return { kind: 'timeout', reason: `${server} timed out.`, advice: 'Check that it is running, and the network.' };
	}
	if (/ECONNREFUSED|CONNECTION_REFUSED/.test(text)) {
		return { kind: 'unreachable', reason: `Nothing answers at ${server}.`, advice: howToStart(server) };
	}
	if (/ENOTFOUND|EAI_AGAIN|NAME_NOT_RESOLVED/.test(text)) {
		const advice = "Check the endpoint's address and the network.";
		return { kind: 'unreachable', reason: `The server ${server} was not found.`, advice };
	}
	if (untrusted.test(text)) {
		const where = "the system's certificates, or to the file that NODE_EXTRA_CA_CERTS names";
		return {
			kind: 'unreachable',
			reason: `The certificate of ${server} is not trusted.`,
			advice: `Add it to ${where}.`,
		};
	}
	if (/ECONNRESET|UND_ERR_SOCKET|other side closed|terminated|EPIPE|CONNECTION_(RESET|CLOSED)|premature/i.test(text)) {
		return { kind: 'cutOff', reason: `${server} closed the connection.`, advice: 'Try again.' };
	}
	const advice = "Check the endpoint's address, the network and the proxy.";
	return { kind: 'unreachable', reason: `${server} cannot be reached (${errorChain(error).at(-1)}).`, advice };
}

/** Of the message of an error, in characters: it may contain a whole answer. */
const longestError = 1000;

/** Messages and codes of an error, of its causes, and of the errors it aggregates. */
function errorChain(error: unknown): string[] {
	if (!(error instanceof Error)) {
		return error === undefined ? [] : [String(error)];
	}
	const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
	const inner = error instanceof AggregateError ? error.errors : [];
	return [`${error.message.slice(0, longestError)}${code}`, ...[...inner, error.cause].flatMap(errorChain)];
}

function howToStart(server: string): string {
	const known = knownServer(server);
	return known === undefined
		? "Start the model's server there, or correct the endpoint's address."
		: `If ${known.name} should run there, start it with "${known.start}".`;
}

/** A server identified by its usual port. */
interface KnownServer {
	readonly name: string;
	/** Command that starts it. */
	readonly start: string;
	/** Command that downloads `{model}`. */
	readonly getModel: string;
}

/** By host and port; undefined for any other port. */
function knownServer(server: string): KnownServer | undefined {
	return servers.find(({ port }) => server.endsWith(`:${port}`));
}

/** The relevant content of the request, which limits the possible subjects of a complaint. */
interface AskedFor {
	readonly model: string;
	/** Tools or a form of answer were requested. */
	readonly form: boolean;
}

/** The kind of failure that a complaint reports. */
function complaintKind(complaint: ServerComplaint, asked: AskedFor): ModelErrorKind {
	const { status = 0, text } = complaint;
	return (
		kindByText(complaint, asked) ??
		byStatus.find(([statuses]) => statuses.includes(status))?.[1] ??
		(status >= 400 && status < 500 ? 'unsupported' : hasWording('rateLimited', text) ? 'rateLimited' : 'serverError')
	);
}

const byStatus: readonly [statuses: readonly number[], kind: ModelErrorKind][] = [
	[[401, 403, 407], 'refused'],
	[[402], 'quota'],
	[[404], 'unknownModel'],
	[[408], 'timeout'],
	[[413], 'contextTooLong'],
	[[409, 425, 429], 'rateLimited'],
];

function kindByText({ status = 0, text, retryAfterMs }: ServerComplaint, asked: AskedFor): ModelErrorKind | undefined {
	if (/insufficient_quota/i.test(text) || (retryAfterMs === undefined && hasWording('quota', text))) {
		return 'quota';
	}
	if (status === 429 || status === 401) {
		return undefined;
	}
	if (hasWording('contextTooLong', text)) {
		return 'contextTooLong';
	}
	// A model may be named after its capabilities.
	if (asked.form && canBeAboutForm(status, text) && hasWording('unsupported', text.replaceAll(asked.model, ''))) {
		return 'unsupported';
	}
	return hasWording('unknownModel', text) ? 'unknownModel' : undefined;
}

/** Whether a text contains wording that some server is known to use; the wordings are kept as data. */
function hasWording(kind: keyof typeof wordings, text: string): boolean {
	return wordings[kind].some(wording => new RegExp(wording, 'i').test(text));
}

/** A server that fails while it handles a tool call is broken; one that reports a missing feature is not. */
function canBeAboutForm(status: number, text: string): boolean {
	return status < 500 ? status !== 403 : /support|requires?\b|--jinja/i.test(text);
}

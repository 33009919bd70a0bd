import type { ModelErrorKind } from '../../core/ports';
import { knownServer } from './knownServer';

/** Why nothing came back, for people. */
export interface ConnectionFailure {
	readonly kind: ModelErrorKind;
	readonly message: string;
}

const untrusted = /CERT_|_CERT|UNABLE_TO_VERIFY|SELF_SIGNED|certificate/i;

/** Tells apart what keeps a request from being answered, by the messages and codes of an error and its causes. */
export function connectionFailure(error: unknown, server: string): ConnectionFailure {
	const text = errorChain(error).join(' ');
	if (/timed? ?out|ETIMEDOUT|_TIMEOUT/i.test(text)) {
		return { kind: 'timeout', message: `${server} does not answer in time. Check that it runs, and the network.` };
	}
	if (/ECONNREFUSED|CONNECTION_REFUSED/.test(text)) {
		return { kind: 'unreachable', message: `Nothing answers at ${server}. ${howToStart(server)}` };
	}
	if (/ENOTFOUND|EAI_AGAIN|NAME_NOT_RESOLVED/.test(text)) {
		const message = `There is no server ${server} to be found. Check the endpoint's address and the network.`;
		return { kind: 'unreachable', message };
	}
	if (untrusted.test(text)) {
		const where = "the system's certificates, or to the file that NODE_EXTRA_CA_CERTS names";
		return { kind: 'unreachable', message: `The certificate of ${server} is not trusted. Add it to ${where}.` };
	}
	if (/ECONNRESET|UND_ERR_SOCKET|other side closed|terminated|EPIPE|CONNECTION_(RESET|CLOSED)|premature/i.test(text)) {
		return { kind: 'cutOff', message: `${server} broke off the connection. Try again.` };
	}
	const advice = "Check the endpoint's address, the network and the proxy.";
	return { kind: 'unreachable', message: `${server} cannot be reached (${errorChain(error).at(-1)}). ${advice}` };
}

/** Messages and codes of an error, of its causes, and of the errors it stands for. */
export function errorChain(error: unknown): string[] {
	if (!(error instanceof Error)) {
		return error === undefined ? [] : [String(error)];
	}
	const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
	const inner = error instanceof AggregateError ? error.errors : [];
	return [`${error.message}${code}`, ...[...inner, error.cause].flatMap(errorChain)];
}

function howToStart(server: string): string {
	const known = knownServer(server);
	return known === undefined
		? "Start the model's server there, or correct the endpoint's address."
		: `If ${known.name} should run there, start it with "${known.start}".`;
}

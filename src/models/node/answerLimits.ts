import type { HttpLimits } from '../../outgoing/node/outgoingHttp';
import { endpointAddress } from './endpointAddress';
import type { ModelEndpoint } from './modelEndpoint';

const minuteMs = 60_000;
/** A server on the internet is one of many machines; one's own computes the prompt at 50 to 100 tokens a second. */
const usualMs = { far: 2 * minuteMs, near: 10 * minuteMs };
/** For an answer that has begun. */
const answerMs = 30 * minuteMs;
/** Of a stream: every token comes with a few hundred bytes around it. */
const answerBytes = 64 * 1024 * 1024;

/** How long an endpoint may take for an answer, `patience` times as long as usual. Throws `UserError` for an invalid address. */
export function answerLimits(endpoint: ModelEndpoint, patience: number): HttpLimits {
	const usual = isNear(new URL(endpointAddress(endpoint).baseUrl).hostname) ? usualMs.near : usualMs.far;
	const { firstByteMs = usual, silenceMs = usual } = endpoint;
	return {
		...{ firstByteMs: firstByteMs * patience, silenceMs: silenceMs * patience, answerBytes },
		deadlineMs: (answerMs + firstByteMs) * patience,
	};
}

/** Whether a host, as `URL` writes it, is this machine, or has a name or an address of a local network. */
function isNear(host: string): boolean {
	if (host.startsWith('[')) {
		return host === '[::1]' || /^\[(?:f[cd]|fe[89ab])/.test(host);
	}
	if (!/^[\d.]+$/.test(host)) {
		return !host.includes('.') || /\.(?:localhost|local|lan|internal|home\.arpa)$/.test(host);
	}
	const [first = 0, second = 0] = host.split('.').map(Number);
	const isPrivate = (first === 192 && second === 168) || (first === 172 && second >= 16 && second < 32);
	return [0, 10, 127].includes(first) || isPrivate || (first === 169 && second === 254);
}

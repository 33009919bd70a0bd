import { retryAfterMs } from '../../outgoing/node/retryAfter';
import { shortened } from '../../runs/pure/model/shortened';
import { type Fields, fieldsOf } from '../../system/pure/fields';

/** A server's error response, in any form. */
export interface ServerComplaint {
	/** HTTP status, or its equivalent in a body. */
	readonly status: number | undefined;
	/** Message, code and type together; they determine the kind of complaint. May contain secrets. */
	readonly text: string;
	/** For users; may contain secrets. */
	readonly message: string;
	readonly retryAfterMs: number | undefined;
}

/** The fields of the `openai` package's error that are used here. */
interface StatusError {
	readonly status: number | undefined;
	readonly error: unknown;
	readonly headers: Headers | undefined;
	readonly message: string;
}

/** In characters. */
const longestMessage = 300;
const longestText = 10_000;

/** Reads an error of the `openai` package. */
export function complaintOfError({ status, error, headers, message }: StatusError, nowMs: number): ServerComplaint {
	// The package prepends the status to the server's message.
	const body = error ?? message.replace(/^\d{3} /, '');
	const { status: statusInBody, text, message: words } = complaintOfBody(body);
	return { status: status ?? statusInBody, text, message: words, retryAfterMs: waitAsked(headers, text, nowMs) };
}

/** Reads the `error` of a document, or the text of a page. */
export function complaintOfBody(body: unknown): ServerComplaint {
	const fields = fieldsOf(body);
	const message = typeof body === 'string' ? pageText(body) : String(fields.message ?? JSON.stringify(body));
	const code = Number(fields.code ?? fields.status);
	const text = [message, ...['code', 'type', 'param', 'status'].map(name => fields[name] ?? ''), detailsOf(fields)]
		.join(' ')
		.slice(0, longestText);
	return {
		status: code >= 400 && code < 600 ? code : undefined,
		text,
		message: shortened(message, longestMessage),
		retryAfterMs: waitAsked(undefined, text, 0),
	};
}

/** Routers pass on the message of the server behind them in `metadata`. */
function detailsOf({ metadata, details }: Fields): string {
	return [metadata, details].flatMap(each => (each === undefined ? [] : JSON.stringify(each))).join(' ');
}

/** Pages are for browsers: no part of them is worth showing. */
function pageText(text: string): string {
	return /^\s*</.test(text) ? '' : text.trim();
}

/** How long a server asks to wait, by its headers or its message; undefined if neither states it. */
export function waitAsked(headers: Headers | undefined, text: string, nowMs: number): number | undefined {
	return (
		milliseconds(headers?.get('retry-after-ms')) ??
		retryAfterMs(headers?.get('retry-after'), nowMs) ??
		waitInMessage(text)
	);
}

function milliseconds(value: string | null | undefined): number | undefined {
	const wait = Number(value ?? Number.NaN);
	return value?.trim() && wait >= 0 && Number.isFinite(wait) ? Math.ceil(wait) : undefined;
}

/** `Please try again in 1m30.5s`, `retry in 250ms`. */
function waitInMessage(text: string): number | undefined {
	const [, minutes, amount, unit] =
		/\b(?:try again|retry) (?:in|after) (?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?) ?(ms|s))?/i.exec(text) ?? [];
	if (minutes === undefined && amount === undefined) {
		return undefined;
	}
	const lastMs = Number(amount ?? 0) * (unit?.toLowerCase() === 'ms' ? 1 : 1000);
	return Math.ceil(Number(minutes ?? 0) * 60_000 + lastMs);
}

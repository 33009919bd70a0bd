import { type Fields, isRecord } from '../../system/pure/fields';
import { untilAborted } from '../../system/pure/waiting/untilAborted';

/** Limits of one exchange: a request with its answer. */
export interface HttpLimits {
	/** From sending the request to the end of the answer. */
	readonly deadlineMs: number;
	/** How long the server may send nothing of the body before it begins; `silenceMs` unless given. */
	readonly firstByteMs?: number;
	/** How long the server may send nothing. */
	readonly silenceMs: number;
	/** The size of the answer's body, decompressed. */
	readonly answerBytes: number;
}

const megabyte = 1024 * 1024;
/** An answer with an error status is a message. */
const errorBytes = megabyte;
/** A line of a stream of events: readers of such streams search the whole line again with each piece of it. */
const lineBytes = 4 * megabyte;

/** The function that sends a request: the global `fetch`, which VS Code replaces to apply its proxy settings. */
export type Transport = typeof globalThis.fetch;

export interface OutgoingOptions {
	readonly limits: HttpLimits;
	/** How many redirects within the same origin are followed, for requests without a body; none unless given. */
	readonly redirects?: number;
	/** Whether another server may be asked for the answer that the first one refers to. It gets no header of the request. */
	readonly mayAnswer?: (target: URL) => boolean;
	/** The global `fetch` unless given. */
	readonly transport?: Transport | undefined;
}

/** Why an exchange was ended here. The message names servers, and no path, header or key. */
export class HttpFailure extends Error {
	override readonly name = 'HttpFailure';
	readonly kind: 'redirected' | 'timeout' | 'tooLong' | 'malformed';

	constructor(kind: HttpFailure['kind'], message: string) {
		super(message);
		this.kind = kind;
	}
}

/** The failure among an error and its causes, as libraries wrap errors. */
export function httpFailureOf(error: unknown): HttpFailure | undefined {
	if (error instanceof HttpFailure) {
		return error;
	}
	return error instanceof Error ? httpFailureOf(error.cause) : undefined;
}

/**
 * The only way out of this machine: a `fetch` that keeps to its limits and sends content and headers only to the origin of
 * the given URL. Rejects with `HttpFailure`, the signal's reason, or the transport's error; reading the body does the same.
 */
export function outgoingFetch({ limits, redirects = 0, mayAnswer, transport }: OutgoingOptions): Transport {
	return async (input, init = {}) => {
		let url = new URL(input instanceof Request ? input.url : input);
		const { origin } = url;
		requireValidHeaders(url, init.headers);
		const send = transport ?? globalThis.fetch;
		const exchange = new Exchange(url.host, limits, init.signal ?? undefined);
		try {
			for (let nLeft = redirects; ; nLeft--) {
				const to = nLeft === redirects ? input : url;
				const own = url.origin === origin ? init : {};
				const response = await exchange.within(send(to, { ...own, redirect: 'manual', signal: exchange.signal }));
				if (!isRedirect(response)) {
					return exchange.follow(response);
				}
				await response.body?.cancel();
				url = nextUrl(url, response, { nLeft, ...(mayAnswer && { mayAnswer }) });
			}
		} catch (error) {
			exchange.stop(error);
			throw error;
		}
	};
}

/** The JSON object that an answer consists of; undefined for any other content. Rejects as reading the body does. */
export async function readJsonObject(response: Response): Promise<Fields | undefined> {
	if (!/\bjson\b/i.test(response.headers.get('content-type') ?? '')) {
		await response.body?.cancel();
		return undefined;
	}
	const text = await response.text();
	try {
		const value: unknown = JSON.parse(text);
		return isRecord(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/**
 * The limits of one exchange at work. Its timers are its own, and every wait ends with them: signals of
 * `AbortSignal.timeout` and `AbortSignal.any` may be collected as garbage before they abort (Node 20).
 */
class Exchange {
	private readonly controller = new AbortController();
	private readonly deadline: NodeJS.Timeout;
	private silence: NodeJS.Timeout;
	private nBytes = 0;
	/** Of the line of a stream of events that has not ended. */
	private nOfLine = 0;

	constructor(
		private readonly server: string,
		private readonly limits: HttpLimits,
		private readonly outer: AbortSignal | undefined,
	) {
		const { deadlineMs, silenceMs, firstByteMs = silenceMs } = limits;
		this.deadline = this.failAfter(deadlineMs, `${server} did not end its answer within ${deadlineMs / 1000} s.`);
		this.silence = this.failAfterSilence(firstByteMs);
		outer?.addEventListener('abort', this.abort, { once: true });
		if (outer?.aborted) {
			this.abort();
		}
	}

	get signal(): AbortSignal {
		return this.controller.signal;
	}

	/** The result of the work, unless the exchange ends before. */
	within<T>(work: Promise<T>): Promise<T> {
		return untilAborted(work, this.signal);
	}

	/** The same response, with a body that keeps to the limits. */
	follow({ body, ok, status, statusText, headers }: Response): Response {
		this.silence.refresh();
		const mostBytes = ok ? this.limits.answerBytes : Math.min(this.limits.answerBytes, errorBytes);
		if (status > 599) {
			throw new HttpFailure('malformed', `${this.server} answers with the unknown status ${status}.`);
		}
		if (body === null) {
			this.end();
		}
		const most = { bytes: mostBytes, ofLine: isEventStream(headers) ? lineBytes : mostBytes };
		return new Response(body && this.limited(body.getReader(), most), { status, statusText, headers });
	}

	stop(reason: unknown): void {
		this.end();
		this.controller.abort(reason);
	}

	private end(): void {
		clearTimeout(this.deadline);
		clearTimeout(this.silence);
		this.outer?.removeEventListener('abort', this.abort);
	}

	private readonly abort = () => this.stop(this.outer?.reason);

	private failAfter(ms: number, message: string): NodeJS.Timeout {
		return setTimeout(() => this.controller.abort(new HttpFailure('timeout', message)), ms);
	}

	private failAfterSilence(ms: number): NodeJS.Timeout {
		return this.failAfter(ms, `${this.server} sent nothing for ${ms / 1000} s.`);
	}

	private limited(
		reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
		most: MostBytes,
	): ReadableStream<Uint8Array<ArrayBuffer>> {
		const release = (reason: unknown) => {
			this.stop(reason);
			return reader.cancel(reason).catch(() => undefined);
		};
		const pull = async (stream: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => {
			const { done, value } = await this.within(reader.read());
			if (done) {
				this.end();
				stream.close();
			} else {
				this.count(value, most);
				stream.enqueue(value);
			}
		};
		return new ReadableStream(
			{
				pull: stream =>
					pull(stream).catch(error => {
						void release(error);
						throw error;
					}),
				cancel: release,
			},
			{ highWaterMark: 0 },
		);
	}

	private count(piece: Uint8Array, most: MostBytes): void {
		if (this.nBytes === 0) {
			clearTimeout(this.silence);
			this.silence = this.failAfterSilence(this.limits.silenceMs);
		}
		this.silence.refresh();
		this.nBytes += piece.length;
		const lineEnd = piece.lastIndexOf(newline);
		this.nOfLine = lineEnd < 0 ? this.nOfLine + piece.length : piece.length - lineEnd - 1;
		const tooMany = this.nBytes > most.bytes ? 'answer' : this.nOfLine > most.ofLine ? 'line of an answer' : undefined;
		if (tooMany !== undefined) {
			const limit = tooMany === 'answer' ? most.bytes : most.ofLine;
			throw new HttpFailure('tooLong', `${this.server} sent more than ${limit / megabyte} MB in one ${tooMany}.`);
		}
	}
}

interface MostBytes {
	readonly bytes: number;
	readonly ofLine: number;
}

const newline = 10;

function isEventStream(headers: Headers): boolean {
	return /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');
}

/** Errors of `Headers` quote the value, which may be a key. */
function requireValidHeaders({ host }: URL, headers: RequestInit['headers']): void {
	try {
		new Headers(headers);
	} catch {
		const what = `The key or a header for ${host} contains a character that no header can have, such as a line break.`;
		throw new HttpFailure('malformed', `${what} Set it again.`);
	}
}

function isRedirect({ status, type }: Response): boolean {
	return (status >= 300 && status < 400) || type === 'opaqueredirect';
}

/** Returns the target of a redirect within the origin, or to a server that may answer. Throws `HttpFailure` for any other. */
function nextUrl(
	from: URL,
	{ headers, status }: Response,
	{ nLeft, mayAnswer }: { readonly nLeft: number } & Pick<OutgoingOptions, 'mayAnswer'>,
): URL {
	const location = headers.get('location');
	const target = location && URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
	if (target !== undefined && nLeft > 0 && (target.origin === from.origin || mayAnswer?.(target) === true)) {
		return target;
	}
	const isServer = target !== undefined && /^https?:$/.test(target.protocol);
	const where = isServer ? target.origin.slice(0, longestHost) : 'an unknown address';
	throw new HttpFailure('redirected', `${from.host} redirects to ${where} (${status}), where nothing was sent.`);
}

/** Of a server's name in a message, in characters. */
const longestHost = 200;

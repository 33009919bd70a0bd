import { HttpFailure, type HttpLimits, outgoingFetch, readJsonObject } from '../../../outgoing/node/outgoingHttp';
import { requireHttps } from '../../../outgoing/node/requireHttps';
import { errorText } from '../../../system/pure/errors/errorText';
import { UserError } from '../../../system/pure/errors/userError';
import { fieldsOf, isRecord } from '../../../system/pure/fields';
import type { CodeSearchServer, ServerAnswer } from '../../pure/codeSearch/codeSearchServer';
import type { OutgoingWords, WantedWords } from '../../pure/codeSearch/outgoingWords';

/** A Zoekt server that the user chose. */
export interface ZoektChoice {
	/** Of `zoekt-webserver -rpc`: `https://search.example.com`, with or without `/api/search`. */
	readonly address: string;
	/**
	 * The name under which the server has the code, as `github.com/torvalds/linux`; absent: all that it has is searched.
	 */
	readonly repository?: string | undefined;
}

/** A search on the server takes less: its limit is shorter than the answer's. */
const limits: HttpLimits = { deadlineMs: 15_000, silenceMs: 15_000, answerBytes: 16 * 1024 * 1024 };
const searchMs = 10_000;
const mostFiles = 300;
/** Of a path, in characters. */
const longestPath = 4096;

/**
 * Zoekt's JSON API (`doc/json-api.md` in its repository), read only for file names. Throws `UserError` for an invalid
 * address, or one that would be used without encryption.
 */
export function zoektServer({ address, repository }: ZoektChoice, given: Partial<HttpLimits> = {}): CodeSearchServer {
	const url = searchUrl(address);
	const send = outgoingFetch({ limits: { ...limits, ...given } });
	return {
		server: url.host,
		async filesWith(words, signal) {
			const body = JSON.stringify({
				Q: zoektQuery(words, repository),
				// A Go duration, in nanoseconds.
				Opts: { MaxDocDisplayCount: mostFiles, MaxWallTime: searchMs * 1_000_000 },
			});
			const headers = { accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'faultline' };
			try {
				const response = await send(url, { method: 'POST', headers, body, signal: signal ?? null });
				return readAnswer(url.host, response.ok, response.status, await readJsonObject(response));
			} catch (error) {
				signal?.throwIfAborted();
				throw error instanceof UserError ? error : new UserError(failureText(url.host, error));
			}
		},
	};
}

function searchUrl(address: string): URL {
	const url = URL.canParse(address.trim()) ? new URL(address.trim()) : undefined;
	if (url === undefined || !/^https?:$/.test(url.protocol)) {
		throw new UserError(
			'The code search server has no valid address. It looks like https://search.example.com or http://localhost:6070.',
		);
	}
	if (url.username !== '' || url.password !== '') {
		throw new UserError(`The address of ${url.host} contains a user or password, which Faultline does not send.`);
	}
	requireHttps(url.origin, ' of the code search server');
	const path = url.pathname.replace(/(?<!\/)\/+$/, '').replace(/\/api\/search$/, '');
	return new URL(`${url.origin}${path}/api/search`);
}

/** The names of files whose text has the words, in any case. Words are letters, digits and underscores. */
export function zoektQuery(words: OutgoingWords, repository?: string): string {
	const within = repository === undefined ? '' : `repo:"^${quoted(repository)}$" `;
	return `type:filename case:no ${within}${wanted(words)}`;
}

function wanted(words: WantedWords): string {
	if (typeof words === 'string') {
		return `content:"${words}"`;
	}
	return 'all' in words ? words.all.map(wanted).join(' ') : `(${words.any.map(alternative).join(' or ')})`;
}

function alternative(words: WantedWords): string {
	return typeof words === 'string' ? wanted(words) : `(${wanted(words)})`;
}

/** A regular expression for a text, in quotes, in which a backslash escapes the next character. */
function quoted(text: string): string {
	return text.replaceAll(/[\\^$.*+?()[\]{}|"]/g, '\\$&').replaceAll(/[\\"]/g, '\\$&');
}

function readAnswer(
	server: string,
	isOk: boolean,
	status: number,
	answer: Readonly<Record<string, unknown>> | undefined,
): ServerAnswer {
	if (!isOk) {
		throw new UserError(`${server} could not search (${status}): only files read here were searched.`);
	}
	const { Result: result } = answer ?? {};
	// Zoekt writes null for an empty list, or leaves it out.
	const files = isRecord(result) ? (result.Files ?? []) : undefined;
	if (!isRecord(result) || !Array.isArray(files)) {
		throw new UserError(`${server} does not answer as Zoekt does: only files read here were searched.`);
	}
	const paths = files.slice(0, mostFiles).flatMap(file => {
		const { FileName: path } = fieldsOf(file);
		return typeof path === 'string' && path !== '' && path.length <= longestPath ? [path] : [];
	});
	const { FileCount: nFiles = 0, ShardsSkipped, FilesSkipped, Crashes } = result;
	const isNamed = paths.length === files.length && typeof nFiles === 'number' && nFiles <= paths.length;
	// Counts of parts not searched because of a timeout or a failure; left out, or 0, if everything was searched.
	const isSearched = [ShardsSkipped, FilesSkipped, Crashes].every(count => !count);
	return { paths: [...new Set(paths)], isAll: isNamed && isSearched };
}

function failureText(server: string, error: unknown): string {
	const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
	const what = error instanceof HttpFailure ? error.message : `${server} cannot be reached (${errorText(cause)}).`;
	return `${what} Only files read here were searched.`;
}

import { constants, createReadStream, openSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { openGrammarFolder } from '../code/node/languages/grammarFolder';
import { fetchIssue } from '../history/node/servers/fetchIssue';
import { issueServerNames, issueServers, readIssueUrl, serverOf } from '../history/node/servers/issueServers';
import { type ReceivedText, receivedText } from '../localizer/pure/received/receivedText';
import type { Issue, IssueSource } from '../runs/pure/model/issue';
import { issueFromText } from '../runs/pure/model/issueFromText';
import { errorText } from '../system/pure/errors/errorText';
import { UserError } from '../system/pure/errors/userError';
import { decodeText } from '../system/pure/text/decodeText';
import type { CommandCall } from './command';

/** Anything longer contains a log: its beginning, its first crash report and its end are used. */
const issueLimit = 1024 * 1024;
/** Nothing is read after that. */
const readLimitBytes = 64 * issueLimit;

const looksLike = issueServers.map(({ example }) => example).join(' or ');

/**
 * Reads the issue given by `--issue`: a file, `-` for standard input, or an address on GitHub or GitLab. Throws
 * `UserError`, which states the remedy, if it contains none. Of a very long one only parts are used, with a message to
 * the user.
 */
export async function readIssue(where: string, call: CommandCall): Promise<Issue> {
	const address = readIssueUrl(where);
	if (address !== undefined) {
		const access = serverOf(address).access(address, call.env);
		call.log.info(`Reading the issue from ${access.api ?? address.origin}.`);
		return fetchIssue(address, { ...access, signal: call.signal });
	}
	if (/^https?:\/\//i.test(where)) {
		throw new UserError(`${where} is not the address of an issue on ${issueServerNames}. It looks like ${looksLike}.`);
	}
	if (where === '-') {
		if (process.stdin.isTTY) {
			call.terminal.note('Paste the issue, then press Ctrl-D on an empty line.');
		} else {
			call.log.info('Reading the issue from standard input.');
		}
		return parse(await readHead(process.stdin, call), { kind: 'text', ref: 'standard input' }, call);
	}
	return parse(await readFile(where, call), { kind: 'file', ref: where }, call);
}

/** The text of a log: a file, or `-` for standard input. Throws `UserError` if it is no text. */
export async function readLog(where: string, call: CommandCall): Promise<string> {
	const bytes = await (where === '-' ? readHead(process.stdin, call) : readFile(where, call));
	const text = decodeText(bytes);
	if (text === undefined) {
		throw new UserError(`${where} is not text: give the log as text, unpacked.`);
	}
	return text;
}

function readFile(path: string, call: CommandCall): Promise<Buffer> {
	const file = resolve(path);
	const stats = statSync(file, { throwIfNoEntry: false });
	if (stats === undefined) {
		throw new UserError(`There is no file ${file}: give the issue as a file, as - for standard input, or as a URL.`);
	}
	if (stats.isDirectory()) {
		throw new UserError(`${file} is a folder: give the file that holds the issue.`);
	}
	return readHead(stats.isFIFO() ? openPipe(file) : createReadStream(file, { end: readLimitBytes }), call);
}

/** Opened so that waiting for a writer can be cancelled. */
function openPipe(file: string): Readable {
	return new Socket({ fd: openSync(file, constants.O_RDONLY | constants.O_NONBLOCK), readable: true, writable: false });
}

async function readHead(stream: Readable, { terminal, signal }: CommandCall): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let nBytes = 0;
	const stop = () => stream.destroy(signal.reason);
	signal.addEventListener('abort', stop, { once: true });
	try {
		for await (const chunk of stream) {
			chunks.push(Buffer.from(chunk));
			nBytes += chunk.length;
			if (nBytes > readLimitBytes) {
				terminal.note('The issue is longer than 64 MB: only its first 64 MB are read.');
				break;
			}
		}
	} catch (error) {
		signal.throwIfAborted();
		throw new UserError(`The issue cannot be read: ${errorText(error)}`);
	} finally {
		signal.removeEventListener('abort', stop);
	}
	signal.throwIfAborted();
	return headOf(Buffer.concat(chunks));
}

/** At most the limit, without cutting a character in two. */
function headOf(bytes: Buffer): Buffer {
	if (bytes.length <= readLimitBytes) {
		return bytes;
	}
	let end = readLimitBytes;
	while (((bytes[end] ?? 0) & 0xc0) === 0x80) {
		end--;
	}
	return bytes.subarray(0, end);
}

function parse(bytes: Buffer, source: IssueSource, call: CommandCall): Issue {
	const text = decodeText(bytes);
	if (text === undefined) {
		throw new UserError(`${source.ref} is not text: give the issue as text or Markdown.`);
	}
	const received = receivedText(text, issueLimit, openGrammarFolder(call.packageRoot).languages);
	noteWhatItIs(received, call);
	const issue = issueFromText(received.text, received.kind === 'log' ? { ...source, kind: 'command' } : source);
	if (issue === undefined) {
		throw new UserError(`The issue in ${source.ref} is empty: write what goes wrong, and what should happen instead.`);
	}
	return issue;
}

function noteWhatItIs({ kind, isCut }: ReceivedText, { terminal }: CommandCall): void {
	if (kind === 'log') {
		terminal.note('The issue is the log of a CI job: the part that tells about its failure is used.');
	} else if (kind === 'event') {
		terminal.note('The issue is an error event: its errors, frames and breadcrumbs are used.');
	} else if (isCut) {
		terminal.note('The issue is longer than 1 MB: its beginning, its first crash report and its end are used.');
	}
}

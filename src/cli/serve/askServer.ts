import { lstatSync } from 'node:fs';
import { readLines, sendLine } from './jsonLines';
import { connectTo } from './localSocket';
import type { AnswerLine, Asked } from './questions';
import { isPrivate, type ServePlace, socketAddress } from './servePlace';

/** A server that has not taken a question by then hangs, or is stopped. */
const takingMs = 10_000;
/** An answer has at most some megabytes. */
const longestAnswer = 256 * 1024 * 1024;

export interface AskOptions {
	readonly signal?: AbortSignal | undefined;
	/** Gets each line but the last. */
	readonly onLine?: (line: AnswerLine) => void;
}

/**
 * Asks the server of a workspace, and returns the last line of its answer; undefined if there is no server, it refuses the
 * question, or it ends before it has answered: the client then answers the question itself. Rejects with the reason of
 * the signal.
 */
export async function askServer(
	place: ServePlace,
	question: Asked['question'],
	{ signal, onLine }: AskOptions = {},
): Promise<AnswerLine | undefined> {
	signal?.throwIfAborted();
	const address = ownAddress(place);
	if (address === undefined) {
		return undefined;
	}
	const socket = connectTo(address);
	const cancel = () => socket.destroy();
	signal?.addEventListener('abort', cancel, { once: true });
	const notTaken = setTimeout(cancel, takingMs);
	const last = await new Promise<AnswerLine | undefined>(resolve => {
		socket.on('error', () => resolve(undefined));
		socket.on('close', () => resolve(undefined));
		readLines(socket, longestAnswer, message => {
			const line = message as AnswerLine;
			if ('taken' in line) {
				clearTimeout(notTaken);
			} else if ('out' in line || 'err' in line || 'progress' in line) {
				onLine?.(line);
			} else {
				resolve('refused' in line ? undefined : line);
			}
		});
		sendLine(socket, { key: place.key, question } satisfies Asked);
	}).finally(() => {
		clearTimeout(notTaken);
		signal?.removeEventListener('abort', cancel);
		socket.destroy();
	});
	signal?.throwIfAborted();
	return last;
}

/** Undefined if it is not certain that a server there is this user's. */
function ownAddress(place: ServePlace): string | undefined {
	const address = isPrivate(place.folder) ? socketAddress(place) : undefined;
	if (address === undefined || process.platform === 'win32') {
		return address;
	}
	const state = lstatSync(address, { throwIfNoEntry: false });
	return state?.isSocket() === true && state.uid === process.getuid?.() ? address : undefined;
}

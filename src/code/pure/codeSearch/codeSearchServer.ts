import type { OutgoingWords } from './outgoingWords';

/**
 * A server with an index of the code, for workspaces that are too large to be searched whole here. It is not believed:
 * the files that it names are searched here.
 */
export interface CodeSearchServer {
	/** Its host and port, as a user knows it. */
	readonly server: string;
	/**
	 * Files that contain some words in any case, best first: a few hundred at most. Throws `UserError`, whose message is a
	 * note for the answer, and the signal's reason.
	 */
	filesWith(words: OutgoingWords, signal?: AbortSignal): Promise<ServerAnswer>;
}

export interface ServerAnswer {
	/** With forward slashes, relative to the folder the server indexed. */
	readonly paths: readonly string[];
	/** Whether these are all. */
	readonly isAll: boolean;
}

import type { CommitIndex } from './history/index/commitIndex';
import type { ReplyForm, RequestedCall, Usage } from './model/chat';
import type { BlamedLine, Commit } from './model/commit';
import type { Execution } from './model/execution';
import type { ResultSummary, RunEvent } from './model/run/runEvent';
import type { LineRange } from './model/symbol';
import type { OutgoingMessages } from './outgoing/outgoingGate';
import type { OutgoingWords } from './outgoing/outgoingWords';
import { UserError } from './util/userError';

/** One file of the workspace. `path` is relative to the workspace, with forward slashes, and never leaves it. */
export interface FileEntry {
	readonly path: string;
	readonly sizeBytes: number;
	readonly modifiedMs: number;
}

/** The workspace's current files, including unsaved editors where there are any. Read-only. */
export interface Files {
	/** Every file that is not ignored, sorted by path. */
	list(signal?: AbortSignal): Promise<readonly FileEntry[]>;
	/** For a search: what `list` returned some seconds ago, where listing takes long. */
	recent?(signal?: AbortSignal): Promise<readonly FileEntry[]>;
	/** Decoded text. Throws `FileUnreadableError` for a binary, missing, oversized, special or forbidden file. */
	readText(path: string): Promise<string>;
	/** The path of the file that `readText` reads: another one where links within the workspace lead to it. */
	pathBehindLinks?(path: string): string;
	/** The paths whose text is not the one that was listed, but that of an unsaved editor. */
	unsaved?(): ReadonlySet<string>;
	/**
	 * In a workspace of several folders, the workspace path of an absolute path on disk: the folder's name may differ from
	 * its name there. Undefined outside of the folders, and for a single folder.
	 */
	workspacePath?(file: string): string | undefined;
	/** In a workspace of several folders their names, with which all paths begin; absent or empty for a single folder. */
	readonly folders?: readonly string[];
}

/** Whether all paths begin with the name of one of several folders: see `folderOf`. */
export function hasFolders({ folders = [] }: Pick<Files, 'folders'>): boolean {
	return folders.length > 0;
}

/** The folder of a path in a workspace of several. */
export function folderOf(path: string): string {
	return path.slice(0, path.indexOf('/'));
}

export class FileUnreadableError extends Error {
	override readonly name = 'FileUnreadableError';
	readonly path: string;
	readonly reason: 'binary' | 'missing' | 'oversized' | 'special' | 'forbidden' | 'outside';

	constructor(path: string, reason: FileUnreadableError['reason'], detail = '') {
		super(`${path}: ${unreadable[reason]}${detail === '' ? '' : ` (${detail})`}`);
		this.path = path;
		this.reason = reason;
	}
}

const unreadable: Readonly<Record<FileUnreadableError['reason'], string>> = {
	binary: 'not a text file',
	missing: 'no such file in the workspace',
	oversized: 'too large to read',
	special: 'not a file but a pipe, socket or device',
	forbidden: 'cannot be read',
	outside: 'lies outside the workspace',
};

/**
 * A server with an index of the code, for workspaces that are too large to be searched whole here. It is not believed: the
 * files that it names are searched here.
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
	/** With forward slashes, relative to what the server indexed. */
	readonly paths: readonly string[];
	/** Whether these are all. */
	readonly isAll: boolean;
}

/** Runs on disk. */
export interface RunStore {
	/** Returns after the event is flushed. Throws `RunContinuedElsewhereError` where an event with its number exists. */
	append(runId: string, event: RunEvent): Promise<void>;
	/** Whole events only; a torn last line is dropped, and so are damaged ones. Throws `UserError` if there is no such run. */
	read(runId: string): Promise<readonly RunEvent[]>;
	/** Newest first. */
	list(): Promise<readonly RunSummary[]>;
	remove(runId: string): Promise<void>;
}

/** Another process appended to the run: reread it and renumber the event. */
export class RunContinuedElsewhereError extends UserError {
	constructor() {
		super('This run was continued in another window. Reopen it.');
	}
}

export interface RunSummary extends ResultSummary {
	readonly id: string;
	readonly startedAt: number;
	readonly state: 'running' | 'done' | 'cancelled' | 'failed';
	readonly sizeBytes: number;
}

/** Runs commands of the project. Whatever the outcome, none of the processes it started outlives it. */
export interface Runner {
	/**
	 * Throws `ProgramMissingError` or another `UserError` where the command cannot be started, and the signal's reason,
	 * once every process is gone, when it was cancelled. A non-zero exit code and a timeout are results.
	 */
	run(command: Command): Promise<Execution>;
}

export class ProgramMissingError extends UserError {
	readonly program: string;

	/** `page`: the address of the page that describes how to install it. */
	constructor(program: string, page?: string) {
		super(`${program} was not found: install it, or add its folder to PATH.`, {
			cures: [{ kind: 'install', program, ...(page !== undefined && { page }) }],
		});
		this.program = program;
	}
}

export interface Command {
	/** A program with its arguments, or a line for the system's shell. */
	readonly command: readonly string[] | string;
	/** Absolute path of the folder it runs in. */
	readonly cwd: string;
	/** What it may use of the disk besides the system and its tools, where it runs in a sandbox; else only `cwd`. */
	readonly reach?: Reach;
	/** Absolute paths of folders whose programs come before others of their name. */
	readonly programFolders?: readonly string[];
	/** Added to the environment, which contains only variables on a list; undefined unsets a variable. */
	readonly env?: Readonly<Record<string, string | undefined>>;
	readonly timeoutMs: number;
	/** Called with all output as it arrives. */
	readonly onOutput?: (stream: 'stdout' | 'stderr', text: string) => void;
	/** Called when it has started; without it, its input is empty. */
	readonly onStart?: (started: StartedCommand) => void;
	readonly signal?: AbortSignal;
	/** Other commands run in the same copy meanwhile: a process there is not this command's for that reason alone. */
	readonly isBeside?: true;
	/** Commands with the same one reach each other's servers on this machine, in a sandbox too; else only their own. */
	readonly loopback?: string;
}

/** A command that runs. Nothing of it has an effect once the command has ended. */
export interface StartedCommand {
	/** Writes to its standard input. */
	write(text: string): void;
	/**
	 * Stops all its processes where they are, until `resume`; returns once none of them runs. Throws `UserError` where that
	 * is not possible. A system without such a signal (Windows) lets them run.
	 */
	pause(): Promise<void>;
	resume(): Promise<void>;
	/** No other command reaches its servers, though it names a `loopback`: this system has no way to share one. */
	readonly isAlone?: true;
}

/** Files and folders for a command, by absolute path. */
export interface Reach {
	readonly writable: readonly string[];
	readonly readable: readonly string[];
	/** A folder in which the caches of compilers are kept from one command to the next. Absent: they are empty for each. */
	readonly caches?: string;
	/** Files and folders in these that are there without their content. */
	readonly hidden?: readonly { readonly path: string; readonly isFolder: boolean }[];
	/** Links to folders that are not shown, for the message where a command fails: `vendor -> /home/a/other`. */
	readonly leftOut?: readonly string[];
}

/** Runs programs in a debugger that the user controls. */
export interface Debugger {
	/** Throws `UserError`, which names the extension to install, where there is no debugger of this type. */
	checkInstalled(type: string, extension: string): void;
	/**
	 * Returns when the program has ended, however long the user takes. Throws as `Runner` does, and `OutcomeUnknownError`
	 * where the debugger does not report how it ended.
	 */
	run(launch: DebugLaunch): Promise<Execution>;
}

export interface DebugLaunch {
	/** The command that runs it without a debugger. */
	readonly command: Omit<Command, 'timeoutMs'> & { readonly command: readonly string[] };
	/** The debug configuration, given what only the debugger adapter knows. */
	configuration(known: DebugPlace): Readonly<Record<string, unknown>> & { readonly type: string };
	/** A pattern for the exit code in the output, as group 1: `exitCode` of `ReproducerDebug`. */
	readonly exitCode: string | null | undefined;
}

export interface DebugPlace {
	/** Absolute path of the command's program. */
	readonly program: string;
	/** The folder the checkout is a copy of. */
	readonly workspace: string;
	/** Environment variables the program must not get. */
	readonly unset: readonly string[];
}

export class OutcomeUnknownError extends Error {
	override readonly name = 'OutcomeUnknownError';
}

/** Where attempts are made: in copies of the workspace, never in the workspace itself. */
export interface Checkouts {
	/**
	 * A copy of the workspace in its current state, uncommitted changes included. `name` helps users identify the folder.
	 * Throws `UserError` where it cannot be made. The snapshots of a copy for a run are kept with the run of this id, and
	 * can be restored in another copy for it, also by another process; else they are deleted with the copy.
	 */
	create(name: string, signal?: AbortSignal, runId?: string): Promise<Checkout>;
}

/**
 * A scratch copy of the workspace. Paths are workspace paths; `write`, `remove` and `apply` throw `UserError` for one
 * that leads out of the copy, also through a link. Installed dependencies are links to those of the workspace, which
 * then can only be read, or copies of them.
 */
export interface Checkout {
	/**
	 * Absolute path of the copy of the workspace folder, where commands run. With several folders, the one that contains
	 * them all.
	 */
	readonly folder: string;
	readonly files: Files;
	/** For the commands that run in it. */
	readonly reach: Reach;
	write(path: string, content: string | Uint8Array): Promise<void>;
	/** Workspace paths of files that were written by commands, ignored ones included, by glob. */
	find(glob: string): Promise<readonly string[]>;
	/** Does nothing where there is no such file. */
	remove(path: string): Promise<void>;
	/**
	 * Applies a unified diff whose paths are workspace paths, all of it or nothing. Throws `UserError` where a hunk does
	 * not match exactly.
	 */
	apply(diff: string): Promise<void>;
	/** The changes since the copy was made, except ignored files: a unified diff as git writes it, '' for none. */
	diff(): Promise<string>;
	/** Restores the state when the copy was made, ignored files included. */
	reset(): Promise<void>;
	/**
	 * Stores all files as they are, ignored ones and build output included, with text that belongs to them. Returns an id.
	 * Not stored are pipes, sockets and devices, files whose names are not UTF-8, the times of folders, owners, extended
	 * attributes, and that two names are of one file. What is locked is opened meanwhile. Throws `UserError` where a file
	 * cannot be read.
	 */
	snapshot(text: string): Promise<string>;
	/** Restores a snapshot and returns its text. Throws `UserError` where there is none of this id. */
	restore(snapshot: string): Promise<string>;
	/** Deletes the copy. Can be called again. */
	dispose(): Promise<void>;
}

/**
 * The commits that led to the user's code. Nothing in the repository changes, and nothing is fetched. Every method throws
 * `NoHistoryError` where there is no history.
 */
export interface History {
	/** That a search of it, which reads many commits, has to end in so many milliseconds with what it has found. */
	deadline(limitMs: number): Deadline;
	/** What of it is not in the user's clone. Indexes nothing. */
	extent(signal?: AbortSignal): Promise<HistoryExtent>;
	/**
	 * The index of the commits as far as it is made; the rest is made meanwhile, newest commits first. Waits while nothing
	 * of it is made, but not for long.
	 */
	index(signal?: AbortSignal): Promise<CommitIndex>;
	/** The index of all commits where it is made; nothing of it is made. */
	readyIndex(signal?: AbortSignal): Promise<CommitIndex | undefined>;
	/** Commits with their changes, in the given order; those that are not in the history are left out. */
	commits(ids: readonly string[], options?: CommitOptions): Promise<readonly Commit[]>;
	/** The text of a file in the newest commit; undefined where it has none. */
	committedText(path: string, signal?: AbortSignal): Promise<string | undefined>;
	/** The ids of the commits that the project says only change the form of code (`.git-blame-ignore-revs`). */
	ignoredCommits(signal?: AbortSignal): Promise<ReadonlySet<string>>;
	/** Which commit last changed each of some lines of the committed text, in order; `ignoredCommits` are looked through. */
	blame(path: string, lines: LineRange, signal?: AbortSignal): Promise<readonly BlamedLine[]>;
	/** The commits that changed some lines of the committed text, newest first, with only the hunks that did. */
	commitsOfLines(path: string, lines: LineRange, options: LineHistoryOptions): Promise<readonly Commit[]>;
}

export interface Deadline {
	/** 0 when it is over. */
	leftMs(): number;
}

export interface HistoryExtent {
	/** It has no older commits. */
	readonly isShallow: boolean;
	/** The files of some commits are not in it. */
	readonly isPartial: boolean;
}

export interface CommitOptions {
	/** Unchanged lines around each change; 3 unless given. */
	readonly nContext?: number;
	/** What was read by then is the answer. */
	readonly timeoutMs?: number;
	readonly signal?: AbortSignal | undefined;
}

export interface LineHistoryOptions {
	readonly nCommits: number;
	readonly timeoutMs?: number;
	readonly signal?: AbortSignal | undefined;
}

/** The code is in no repository, or its history cannot be read. */
export class NoHistoryError extends UserError {}

export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Resolves after this many milliseconds; rejects with the signal's reason when aborted. */
	wait(ms: number, signal: AbortSignal): Promise<void>;
}

export interface Log {
	info(message: string): void;
	warn(message: string): void;
	error(message: string, error?: unknown): void;
}

/** Progress of a long operation. `done` and `total` count the same unit; `total` is 0 while unknown. */
export interface Progress {
	readonly done: number;
	readonly total: number;
	readonly message: string;
	/** Found so far, while code is indexed. */
	readonly nSymbols?: number;
}

/**
 * A model that answers a conversation. Adapters neither retry nor keep state between calls, except that they omit what
 * a server rejected (such as an unknown parameter) from then on.
 */
export interface ChatModel {
	/** As users know it: `gpt-4.1`. */
	readonly name: string;
	/** The recipient of what is sent: `api.openai.com`, `VS Code (Copilot)`. */
	readonly server: string;
	/** The size of the context window, input and answer together, in tokens. */
	readonly contextTokens: number;
	/** The best form of answer it is known to support. */
	readonly replyForm: ReplyForm;
	/** Throws `ModelError`, or the signal's reason as soon as the signal is aborted. */
	complete(request: ChatRequest): Promise<ChatReply>;
}

export interface ChatRequest {
	/** Passed by the gate. */
	readonly messages: OutgoingMessages;
	/** Offered for native calling; only to a model whose `replyForm` is `tools`. */
	readonly tools?: readonly ToolSchema[];
	/** The form of the answer; prose unless given. */
	readonly json?: { readonly name: string; readonly schema: JsonSchema } | 'object';
	/** 0 unless given. */
	readonly temperature?: number;
	readonly maxOutputTokens?: number;
	/** How many times as long as usual the model may take; 1 unless given. */
	readonly patience?: number;
	readonly signal?: AbortSignal;
	/** Called with each piece of text as it arrives. */
	readonly onText?: (piece: string) => void;
	/** Called with the size of all that arrives: text, reasoning and calls. */
	readonly onReceived?: (nCharacters: number) => void;
}

export interface ToolSchema {
	readonly name: string;
	readonly description: string;
	readonly parameters: JsonSchema;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

export interface ChatReply {
	readonly text: string;
	readonly toolCalls: readonly RequestedCall[];
	/** Absent where the model does not report it. */
	readonly usage?: Usage;
	/** `length`: the answer was cut off at a limit. */
	readonly finish: 'done' | 'length';
}

/**
 * The user's files, for changes the user accepted. Paths are workspace paths; undefined means "no such file". Every
 * method throws `UserError` for a path that leads out of the workspace.
 */
export interface UserFileAccess {
	/** The content on disk; unsaved changes of the file are saved first. */
	read(path: string): Promise<Uint8Array | undefined>;
	/** Throws `UserError` in an untrusted workspace. */
	write(path: string, bytes: Uint8Array | undefined): Promise<void>;
	/** Without a byte order mark. */
	decode(path: string, bytes: Uint8Array): Promise<string>;
	/** In the encoding of the file. */
	encode(path: string, text: string): Promise<Uint8Array>;
}

/** Bytes that a run stores among its artifacts, and the lock for changing files because of its patches. */
export interface FileCopies {
	/** Returns after the bytes are flushed. */
	write(runId: string, name: string, bytes: Uint8Array): Promise<void>;
	/** Throws `UserError` where the run no longer has them. */
	read(runId: string, name: string): Promise<Uint8Array>;
	/** One at a time for a run, in all processes. Throws `UserError` if another process does not finish. */
	exclusive<T>(runId: string, work: () => Promise<T>): Promise<T>;
}

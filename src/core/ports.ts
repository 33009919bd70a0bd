import type { RunEvent } from './model/runEvent';

/** One file of the workspace. `path` is relative to the workspace, with forward slashes, and never leaves it. */
export interface FileEntry {
	readonly path: string;
	readonly sizeBytes: number;
	readonly modifiedMs: number;
}

/** The workspace's files, as they are now: unsaved editors count where there are any. Reading only. */
export interface Files {
	/** Every file that is not ignored, sorted by path. */
	list(signal?: AbortSignal): Promise<readonly FileEntry[]>;
	/** Decoded text. Throws `FileUnreadableError` for a binary, missing, oversized or forbidden file. */
	readText(path: string): Promise<string>;
}

export class FileUnreadableError extends Error {
	override readonly name = 'FileUnreadableError';
	readonly path: string;
	readonly reason: 'binary' | 'missing' | 'oversized' | 'forbidden' | 'outside';

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
	forbidden: 'cannot be read',
	outside: 'lies outside the workspace',
};

/** Runs on disk. `append` returns after the event is flushed. */
export interface RunStore {
	append(runId: string, event: RunEvent): Promise<void>;
	/** Whole events only; a torn last line is dropped. Throws `UserError` if there is no such run. */
	read(runId: string): Promise<readonly RunEvent[]>;
	/** Newest first. */
	list(): Promise<readonly RunSummary[]>;
	remove(runId: string): Promise<void>;
}

export interface RunSummary {
	readonly id: string;
	readonly title: string;
	readonly engine: string;
	readonly startedAt: number;
	readonly state: 'running' | 'done' | 'cancelled' | 'failed';
	readonly nLocations: number;
	readonly sizeBytes: number;
}

export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
}

export interface Log {
	info(message: string): void;
	warn(message: string): void;
	error(message: string, error?: unknown): void;
}

/** Progress of something long. `done` and `total` count the same unit; `total` is 0 while unknown. */
export interface Progress {
	readonly done: number;
	readonly total: number;
	readonly message: string;
}

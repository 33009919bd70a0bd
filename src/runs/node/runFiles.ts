import type { Dirent } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makePrivateFolder } from '../../system/node/files/storageFolder';
import { writeAtomically } from '../../system/node/files/writeAtomically';
import { isProcessLocked, takeProcessLock } from '../../system/node/processes/processLock';
import { errorText } from '../../system/pure/errors/errorText';
import { UserError } from '../../system/pure/errors/userError';
import type { Log } from '../../system/pure/log';
import { compareText } from '../../system/pure/text/compareText';
import { inParallel } from '../../system/pure/waiting/inParallel';
import type { RunEvent } from '../pure/events/runEvent';
import { artifactsOf } from '../pure/log/runArtifacts';
import { RunContinuedElsewhereError, type RunStore, type RunSummary } from '../pure/log/runStore';
import { checkRunId, isRunId, runsFolder } from './runId';
import { readRunLog } from './runLogLines';
import { summarizeRun } from './runSummary';

interface OpenRun {
	readonly log: RunLogFile;
	readonly unlock: () => Promise<void>;
}

/**
 * Runs in a folder: `<storage>/runs/<id>/run.jsonl`, one event per line, and `artifacts/` beside it. A run is locked
 * from its start, or its continuation, until it ends, so that two processes never write the same one.
 */
export class RunFiles implements RunStore {
	private readonly folder: string;
	private readonly open = new Map<string, OpenRun>();
	/** Settles when the folder is private to the user. */
	private isPrivate: Promise<void> | undefined;
	/** Serializes all appends. */
	private queue: Promise<unknown> = Promise.resolve();

	constructor(
		storage: string,
		private readonly log: Log,
	) {
		this.folder = join(storage, runsFolder);
	}

	append(runId: string, event: RunEvent): Promise<void> {
		checkRunId(runId);
		const appended = this.queue
			.then(() => this.write(runId, event))
			.catch((error: NodeJS.ErrnoException) => {
				// From the operating system: no space, no permission, not a folder.
				throw error.syscall === undefined ? error : this.notKept(error);
			});
		this.queue = appended.catch(() => undefined);
		return appended;
	}

	/** Adds a run that has ended, with all of its events or not at all. */
	async add(runId: string, events: readonly RunEvent[]): Promise<void> {
		const folder = await this.makeFolder(runId, { isNew: true }).catch((error: Error) => {
			throw this.notKept(error);
		});
		try {
			for (const event of events) {
				await this.keepArtifacts(runId, event);
			}
			// A run is listed once it has its log.
			const lines = events.map(event => `${JSON.stringify(event)}\n`);
			await writeAtomically(this.logFile(runId), [lines.join('')]);
		} catch (error) {
			await rm(folder, { recursive: true });
			throw this.notKept(error as Error);
		}
	}

	async read(runId: string): Promise<readonly RunEvent[]> {
		const file = this.logFile(runId);
		const bytes = await readFile(file).catch((error: unknown) => {
			throw new UserError(
				isMissing(error) ? `There is no run ${runId}; it may have been removed.` : `${file}: ${errorText(error)}`,
			);
		});
		const { events, damaged } = readRunLog(bytes, file);
		if (damaged.length > 0) {
			this.log.warn(`${file} is damaged in line ${damaged.join(', ')}: run ${runId} is shown without it.`);
		}
		const [first] = events;
		if (first?.type !== 'runStarted' || first.runId !== runId) {
			throw new UserError(`${file} does not begin with the start of run ${runId}: delete the run.`);
		}
		return events;
	}

	/** A run whose first event is damaged is left out, and logged. */
	async list(): Promise<readonly RunSummary[]> {
		const runs = await inParallel(await this.runIds(), id => this.summary(id));
		return runs.filter(run => run !== undefined).sort((a, b) => b.startedAt - a.startedAt || compareText(b.id, a.id));
	}

	/** Throws `UserError` when there is no such run, or when it is running. */
	async remove(runId: string): Promise<void> {
		const folder = this.folderOf(runId);
		if (!(await this.runIds()).includes(runId)) {
			throw new UserError(`There is no run ${runId}; it may have been removed.`);
		}
		if (await this.isActive(runId)) {
			throw new UserError(`Run ${runId} is running: cancel it first.`);
		}
		await rm(folder, { recursive: true });
	}

	/**
	 * Whether a live process, this one or another, is working on the run. A run without an end that no process works on
	 * was interrupted.
	 */
	async isActive(runId: string): Promise<boolean> {
		return isProcessLocked(join(this.folderOf(runId), lockName));
	}

	/**
	 * The folder for a run's output, created if needed: patches, reproducers and outputs, as files for users to open.
	 * Throws `UserError` if there is no such run: a removed one must leave nothing behind.
	 */
	async artifacts(runId: string): Promise<string> {
		const folder = join(this.folderOf(runId), 'artifacts');
		await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
			if (isMissing(error)) {
				throw new UserError(`There is no run ${runId}; it may have been removed.`);
			}
			if (error.code !== 'EEXIST') {
				throw error;
			}
		});
		return folder;
	}

	/** The artifact folders of all runs; some may not exist. Creates none. */
	async artifactFolders(): Promise<readonly string[]> {
		return (await this.runIds()).map(id => join(this.folderOf(id), 'artifacts'));
	}

	/** Releases runs that did not end; they can be resumed. */
	async close(): Promise<void> {
		await this.queue;
		for (const runId of [...this.open.keys()]) {
			await this.letGo(runId);
		}
	}

	private async write(runId: string, event: RunEvent): Promise<void> {
		const begins = event.type === 'runStarted' || event.type === 'runResumed';
		const run = this.open.get(runId) ?? (await this.openRun(runId, begins ? 0 : patienceMs));
		const wasRunning = this.open.has(runId);
		try {
			this.open.set(runId, run);
			await run.log.append(event);
		} catch (error) {
			if (!wasRunning) {
				await this.letGo(runId);
			}
			throw error;
		}
		await this.keepArtifacts(runId, event);
		const isRunning = begins || wasRunning;
		if (event.type === 'runEnded' || !isRunning) {
			await this.letGo(runId);
		}
	}

	/** Its content is in the log: a run does not fail because of it. */
	private async keepArtifacts(runId: string, event: RunEvent): Promise<void> {
		try {
			for (const { name, text } of artifactsOf(event)) {
				await writeAtomically(join(await this.artifacts(runId), name.replace(/[^\w.-]/g, '_')), [text]);
			}
		} catch (error) {
			this.log.warn(`A file of run ${runId} could not be written; its content is in the log: ${errorText(error)}`);
		}
	}

	/** `waitMs`: how long to wait for another process that holds the run. */
	private async openRun(runId: string, waitMs: number): Promise<OpenRun> {
		const folder = await this.makeFolder(runId);
		const unlock = await this.takeLock(join(folder, lockName), waitMs);
		try {
			return { log: await RunLogFile.open(this.logFile(runId)), unlock };
		} catch (error) {
			await unlock();
			throw error;
		}
	}

	/** `isNew`: throws the system's error if it exists. */
	private async makeFolder(runId: string, { isNew = false } = {}): Promise<string> {
		const folder = this.folderOf(runId);
		this.isPrivate ??= makePrivateFolder(this.folder);
		await this.isPrivate
			.then(() => mkdir(folder, { recursive: !isNew, mode: 0o700 }))
			.catch((error: unknown) => {
				this.isPrivate = undefined;
				throw error;
			});
		return folder;
	}

	private notKept(cause: Error): UserError {
		return new UserError(`Runs cannot be kept in ${this.folder}: ${cause.message}. Choose another storage folder.`, {
			cause,
		});
	}

	private async takeLock(file: string, waitMs: number): Promise<() => Promise<void>> {
		for (let waitedMs = 0; ; waitedMs += pollMs) {
			try {
				return await takeProcessLock(file, 'this run');
			} catch (error) {
				if (!(error instanceof UserError) || waitedMs >= waitMs) {
					throw error;
				}
				await wait(pollMs);
			}
		}
	}

	private async letGo(runId: string): Promise<void> {
		const run = this.open.get(runId);
		this.open.delete(runId);
		await run?.log.close();
		await run?.unlock();
	}

	private async runIds(): Promise<string[]> {
		const entries = await readdir(this.folder, { withFileTypes: true }).catch((error: unknown): Dirent[] => {
			if (isMissing(error)) {
				return [];
			}
			throw new UserError(`The runs in ${this.folder} cannot be read: ${errorText(error)}`);
		});
		return entries.filter(entry => entry.isDirectory() && isRunId(entry.name)).map(entry => entry.name);
	}

	private async summary(id: string): Promise<RunSummary | undefined> {
		try {
			return await summarizeRun(id, this.logFile(id));
		} catch (error) {
			if (!isMissing(error)) {
				this.log.warn(`Run ${id} is left out: ${errorText(error)}`);
			}
			return undefined;
		}
	}

	/** Of a run; it may not exist. */
	folderOf(runId: string): string {
		checkRunId(runId);
		return join(this.folder, runId);
	}

	private logFile(runId: string): string {
		return join(this.folderOf(runId), 'run.jsonl');
	}
}

const lockName = 'lock';
/** How long a decision about an ended run waits for one that another window is writing. */
const patienceMs = 3_000;
const pollMs = 20;

function isMissing(error: unknown): boolean {
	return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** A run's log, open for appending. */
class RunLogFile {
	private sizeBytes: number;
	private lastSeq: number;

	private constructor(
		private readonly handle: FileHandle,
		sizeBytes: number,
		lastSeq: number,
	) {
		this.sizeBytes = sizeBytes;
		this.lastSeq = lastSeq;
	}

	/** Creates the log if there is none, and cuts off a torn last line. */
	static async open(file: string): Promise<RunLogFile> {
		const handle = await open(file, 'a+', 0o600);
		try {
			const bytes = await handle.readFile();
			const { lastSeq, sizeBytes } = readRunLog(bytes, file);
			if (sizeBytes < bytes.length) {
				await handle.truncate(sizeBytes);
			}
			return new RunLogFile(handle, sizeBytes, lastSeq);
		} catch (error) {
			await handle.close();
			throw error;
		}
	}

	/** Returns when the event is on disk. The remains of a failed write are cut off before the next one. */
	async append(event: RunEvent): Promise<void> {
		if (event.seq !== this.lastSeq + 1) {
			throw new RunContinuedElsewhereError();
		}
		const line = Buffer.from(`${JSON.stringify(event)}\n`);
		try {
			await this.handle.appendFile(line);
			await this.handle.datasync();
		} catch (error) {
			await this.handle.truncate(this.sizeBytes);
			throw error;
		}
		this.sizeBytes += line.length;
		this.lastSeq = event.seq;
	}

	async close(): Promise<void> {
		await this.handle.close();
	}
}

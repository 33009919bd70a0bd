import { type FileHandle, open } from 'node:fs/promises';
import type { RunEvent } from '../core/model/runEvent';
import { RunContinuedElsewhereError } from '../core/ports';
import { readRunLog } from './runLogLines';

/** A run's log, open for appending. */
export class RunLogFile {
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

	/** Makes the log if there is none, and cuts off a torn last line. */
	static async open(file: string): Promise<RunLogFile> {
		const handle = await open(file, 'a+');
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

	/** Returns when the event is on disk. What a failed write left behind is cut off before the next. */
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

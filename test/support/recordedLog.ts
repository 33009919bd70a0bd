import type { Log } from '../../src/system/pure/log';

/** Keeps the logged messages as `level: message`. */
export class RecordedLog implements Log {
	readonly lines: string[] = [];

	info(message: string): void {
		this.lines.push(`info: ${message}`);
	}

	warn(message: string): void {
		this.lines.push(`warn: ${message}`);
	}

	error(message: string, error?: unknown): void {
		this.lines.push(`error: ${message}${error === undefined ? '' : ` ${error}`}`);
	}
}

import { styleText } from 'node:util';
import type { Log, Progress } from '../../core/ports';
import { errorText } from '../../core/util/errorText';

type Style = Parameters<typeof styleText>[0];

const usualColumns = 80;
const widestColumns = 100;
const progressIntervalMs = 1000;

/**
 * The output of a command: results go to stdout, all else to stderr. Results are human-readable unless `json` is set.
 */
export class Terminal {
	/** Width for text that is wrapped. */
	readonly columns: number;
	private readonly hasColors: boolean;
	private readonly showsProgress: boolean;
	private readonly isVerbose: boolean;
	/** Short work shows no progress, unless it is requested. */
	private lastProgress: number;

	constructor({ verbose, env }: { verbose: boolean; env: Readonly<Record<string, string | undefined>> }) {
		const { isTTY, columns } = process.stdout;
		this.columns = isTTY ? Math.max(40, Math.min(columns || usualColumns, widestColumns)) : usualColumns;
		this.hasColors = isTTY && !env.NO_COLOR && env.TERM !== 'dumb';
		this.isVerbose = verbose;
		this.lastProgress = verbose ? Number.NEGATIVE_INFINITY : performance.now();
		this.showsProgress = verbose || process.stderr.isTTY;
	}

	print(text: string): void {
		process.stdout.write(`${text}\n`);
	}

	printJson(data: unknown): void {
		this.print(JSON.stringify(data, undefined, 2));
	}

	/** A message for the user that is not a result. */
	note(text: string): void {
		process.stderr.write(`${text}\n`);
	}

	/** Prints progress to stderr from time to time, on a terminal or on request. */
	progress({ done, total, message }: Progress): void {
		const now = performance.now();
		if (this.showsProgress && now - this.lastProgress >= progressIntervalMs) {
			this.lastProgress = now;
			this.note(`${total === 0 ? '' : `${done} of ${total}  `}${message}`);
		}
	}

	style(style: Style, text: string): string {
		return this.hasColors ? styleText(style, text) : text;
	}

	/** Warnings and errors are always printed, the rest only with `--verbose`. */
	log(): Log {
		return {
			info: message => this.isVerbose && this.note(message),
			warn: message => this.note(message),
			error: (message, error) => this.note(error === undefined ? message : `${message}: ${errorText(error)}`),
		};
	}
}

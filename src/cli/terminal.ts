import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import { styleText } from 'node:util';
import { errorText } from '../system/pure/errors/errorText';
import type { Log } from '../system/pure/log';
import type { Progress } from '../system/pure/progress';
import { shownJson, shownText } from '../system/pure/text/shownText';

type Style = Parameters<typeof styleText>[0];

const esc = '\u001b';
const usualColumns = 80;
const widestColumns = 100;
const progressIntervalMs = 1000;

/** As `process.stdout`, also for a client that has its own terminal. */
export interface OutputStream {
	readonly isTTY?: boolean | undefined;
	readonly columns?: number | undefined;
	write(text: string): unknown;
}

interface TerminalOptions {
	readonly verbose: boolean;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Those of this process unless given. */
	readonly stdout?: OutputStream;
	readonly stderr?: OutputStream;
}

/**
 * The only output of the command line: results go to stdout, all else to stderr. Its output may come from an issue, a
 * repository or a model, so nothing but its own styles controls the user's terminal.
 */
export class Terminal {
	/** Width for text that is wrapped. */
	readonly columns: number;
	private readonly hasColors: boolean;
	/** On a terminal, or on request. */
	readonly showsProgress: boolean;
	readonly isVerbose: boolean;
	/** For the messages of a protocol, which nobody is shown. */
	readonly messages: Writable = process.stdout;
	/** Short work shows no progress, unless it is requested. */
	private lastProgress: number;
	/** Marks the escape characters of `style` until they are printed; no foreign text contains it. */
	private readonly mark = randomUUID();
	private readerGone: ((exitCode: number) => void) | undefined;

	private readonly out: OutputStream;
	private readonly err: OutputStream;

	constructor({ verbose, env, stdout = process.stdout, stderr = process.stderr }: TerminalOptions) {
		const { isTTY = false, columns } = stdout;
		this.out = stdout;
		this.err = stderr;
		this.columns = isTTY ? Math.max(40, Math.min(columns || usualColumns, widestColumns)) : usualColumns;
		this.hasColors = isTTY && !env.NO_COLOR && env.TERM !== 'dumb';
		this.isVerbose = verbose;
		this.lastProgress = verbose ? Number.NEGATIVE_INFINITY : performance.now();
		this.showsProgress = verbose || stderr.isTTY === true;
	}

	print(text: string): void {
		this.out.write(`${this.printable(text)}\n`);
	}

	printJson(data: unknown): void {
		this.out.write(`${shownJson(JSON.stringify(data, undefined, 2))}\n`);
	}

	/** Writes a file's content unchanged, for a program that reads it; on a terminal it is printed. */
	printBytes(bytes: Buffer): void {
		process.stdout.write(process.stdout.isTTY ? this.printable(bytes.toString('utf8')) : bytes);
	}

	/** A message for the user that is not a result. */
	note(text: string): void {
		this.err.write(`${this.printable(text)}\n`);
	}

	/** Asks on a terminal; without one the answer is no. */
	async confirm(question: string): Promise<boolean> {
		if (!process.stdin.isTTY) {
			return false;
		}
		const { createInterface } = await import('node:readline/promises');
		const lines = createInterface({ input: process.stdin, output: process.stderr });
		try {
			return /^y(?:es)?$/i.test((await lines.question(`${this.printable(question)} [y/N] `)).trim());
		} finally {
			lines.close();
		}
	}

	/** Prints progress to stderr from time to time, on a terminal or on request. */
	progress({ done, total, message }: Progress): void {
		const now = performance.now();
		if (this.showsProgress && now - this.lastProgress >= progressIntervalMs) {
			this.lastProgress = now;
			this.note(`${total === 0 ? '' : `${done} of ${total}  `}${message}`);
		}
	}

	/** Part of a text to print. */
	style(style: Style, text: string): string {
		return this.hasColors ? styleText(style, shownText(text)).replaceAll(esc, this.mark) : text;
	}

	/**
	 * Calls `end`, the last one given, with an exit code when nobody reads the output any more, as after `head`: that is not
	 * an error.
	 */
	onReaderGone(end: (exitCode: number) => void): void {
		const isFirst = this.readerGone === undefined;
		this.readerGone = end;
		if (isFirst) {
			process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => this.readerGone?.(code === 'EPIPE' ? 0 : 1));
			// Messages are no reason to end before running work is cancelled.
			process.stderr.on('error', () => undefined);
		}
	}

	/** Warnings and errors are always printed, the rest only with `--verbose`. */
	log(): Log {
		return {
			info: message => this.isVerbose && this.note(message),
			warn: message => this.note(message),
			error: (message, error) => this.note(error === undefined ? message : `${message}: ${errorText(error)}`),
		};
	}

	/** Another one, such as that of a client that this process answers. */
	another(options: Required<TerminalOptions>): Terminal {
		return new Terminal(options);
	}

	private printable(text: string): string {
		return shownText(text).replaceAll(this.mark, esc);
	}
}

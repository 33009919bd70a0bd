import * as vscode from 'vscode';
import type { Execution } from '../../core/model/execution';
import type { Command, Runner } from '../../core/ports';

const red = '\u001b[31m';
const green = '\u001b[32m';
const bold = '\u001b[1m';
const dim = '\u001b[2m';
const plain = '\u001b[0m';

/**
 * Shows in a terminal what another runner runs, as it comes in: the command, its output, stderr in red, how it ended. The
 * streams and the exit code stay apart, which a shell in a terminal would mix. A terminal the person closes is opened
 * anew by the next command.
 */
export class TerminalRunner implements Runner, vscode.Disposable {
	private readonly runner: Runner;
	private readonly name: string;
	private terminal: ShownTerminal | undefined;

	constructor(runner: Runner, name: string) {
		this.runner = runner;
		this.name = name;
	}

	async run(command: Command): Promise<Execution> {
		const line = typeof command.command === 'string' ? command.command : command.command.join(' ');
		const write = afterHeading(`${bold}> ${line}${plain}\n`, text => this.shown().write(text));
		// A program that is not there is said within that time, and another one is tried: nothing of it is shown.
		const started = setTimeout(() => write(''), startMs);
		try {
			const execution = await this.runner.run({
				...command,
				onOutput: (stream, text) => {
					write(stream === 'stderr' ? `${red}${text}${plain}` : text);
					command.onOutput?.(stream, text);
				},
			});
			write(`${endText(execution)}\n\n`);
			return execution;
		} finally {
			clearTimeout(started);
		}
	}

	/** The terminal stays, for reading. */
	dispose(): void {
		this.terminal = undefined;
	}

	private shown(): ShownTerminal {
		if (this.terminal === undefined || this.terminal.isClosed) {
			this.terminal = new ShownTerminal(this.name);
		}
		return this.terminal;
	}
}

const startMs = 300;

/** Writes the heading ahead of the first text. */
function afterHeading(heading: string, write: (text: string) => void): (text: string) => void {
	let isFirst = true;
	return text => {
		write(isFirst ? heading + text : text);
		isFirst = false;
	};
}

function endText({ exitCode, signal, timedOut, durationMs }: Execution): string {
	const took = `${dim}(${(durationMs / 1000).toFixed(1)} s)${plain}`;
	if (timedOut) {
		return `${red}Its time was up.${plain} ${took}`;
	}
	const how = exitCode === null ? `Ended by ${signal ?? 'a signal'}` : `Exit code ${exitCode}`;
	return `${exitCode === 0 ? green : red}${how}${plain} ${took}`;
}

/** A terminal that only shows text. What is written before it is open waits. */
class ShownTerminal {
	private readonly terminal: vscode.Terminal;
	private readonly written = new vscode.EventEmitter<string>();
	private waiting: string[] | undefined = [];

	constructor(name: string) {
		this.terminal = vscode.window.createTerminal({
			name,
			iconPath: new vscode.ThemeIcon('beaker'),
			pty: {
				onDidWrite: this.written.event,
				open: () => this.flush(),
				close: () => undefined,
			},
		});
		this.terminal.show(true);
	}

	get isClosed(): boolean {
		return this.terminal.exitStatus !== undefined;
	}

	write(text: string): void {
		const shown = text.replace(/\r?\n/g, '\r\n');
		if (this.waiting === undefined) {
			this.written.fire(shown);
		} else {
			this.waiting.push(shown);
		}
	}

	private flush(): void {
		const waiting = this.waiting ?? [];
		this.waiting = undefined;
		for (const text of waiting) {
			this.written.fire(text);
		}
	}
}

import * as vscode from 'vscode';
import { TerminalText } from '../../system/pure/text/terminalText';

/**
 * Shows the user the commands that fixes run, one fix after the other: a task, which "Terminate Task" lists and whose
 * tab color shows how the last command ended. The task ends when no command has followed for a while, and restarts with
 * the next one, in the same panel and with all previous output. So the color belongs to the last command, nothing is
 * marked as running while a model works, and every execution can be read in one place. (With one task for each command,
 * VS Code writes that each red one "failed to launch". One task for the whole fix shows "running" while nothing runs.)
 *
 * Starting any task makes VS Code save all editors (`task.saveBeforeRun`). Faultline must not save the user's edits, so
 * while an editor is unsaved the panel is a terminal without a task.
 *
 * Terminating the task or closing its terminal hides the output until the next command, and stops no execution.
 */
export class ExecutionPanel {
	/** Tasks with the same id share a panel. */
	private readonly id = crypto.randomUUID();
	private text = '';
	private readonly cleaned = new TerminalText();
	private terminal: TextTerminal | undefined;
	private hasBeenShown = false;
	private lastExitCode = 0;
	/** Settles when the panel is free for another task. */
	private free: Promise<void> = Promise.resolve();
	private resting: NodeJS.Timeout | undefined;
	/** Commands under way, oldest first: the newest one is shown, the text of the others waits for its end. */
	private readonly running: RunningCommand[] = [];

	/** The task ends `restMs` after the last command. */
	constructor(
		private readonly name: string,
		private readonly restMs = quietMs,
	) {}

	/** Call when a fix starts: the panel is shown again, without the output of the fix before. */
	restart(): void {
		this.text = '';
		this.hasBeenShown = false;
		this.lastExitCode = 0;
	}

	/** Call when a command starts. */
	begin(): ShownCommand {
		clearTimeout(this.resting);
		if (this.terminal === undefined || this.terminal.isClosed) {
			this.open();
		}
		const command: RunningCommand = { held: '', hasEnded: false };
		this.running.push(command);
		return {
			write: text => {
				if (this.running.at(-1) === command) {
					this.write(text);
				} else {
					command.held = (command.held + text).slice(-keptLength);
				}
			},
			end: exitCode => {
				command.hasEnded = true;
				this.lastExitCode = exitCode ?? this.lastExitCode;
				this.showHeld();
				if (this.running.length === 0) {
					this.rest(this.lastExitCode);
				}
			},
		};
	}

	/** Removes the newest commands as far as they have ended, and writes the output held back by the others. */
	private showHeld(): void {
		while (this.running.at(-1)?.hasEnded === true) {
			this.running.pop();
			const next = this.running.at(-1);
			if (next !== undefined) {
				this.write(next.held);
				next.held = '';
			}
		}
	}

	/** The only way of text into a terminal: it keeps colors, and nothing else that controls one. */
	private write(text: string): void {
		const shown = this.cleaned.add(text);
		this.text = (this.text + shown).slice(-keptLength);
		this.terminal?.write(shown);
	}

	private rest(exitCode: number): void {
		const { terminal } = this;
		this.resting = setTimeout(() => terminal?.end(exitCode), this.restMs);
	}

	private open(): void {
		const terminal = new TextTerminal();
		terminal.write(this.text);
		this.terminal = terminal;
		this.free = this.free.then(() => this.show(terminal));
	}

	/** Resolves when the panel is free again. */
	private async show(terminal: TextTerminal): Promise<void> {
		const isFirst = !this.hasBeenShown;
		this.hasBeenShown = true;
		if (isAnythingUnsaved()) {
			showTerminal(this.name, terminal, isFirst);
		} else {
			await this.runTask(terminal, isFirst);
		}
	}

	private async runTask(terminal: TextTerminal, isFirst: boolean): Promise<void> {
		const { name, id } = this;
		const definition = { type: 'faultline', fix: id };
		const shown = new vscode.CustomExecution(async () => terminal);
		const task = new vscode.Task(definition, vscode.TaskScope.Workspace, name, 'Faultline', shown);
		task.presentationOptions = {
			...{ echo: false, focus: false, clear: true, panel: vscode.TaskPanelKind.Dedicated },
			reveal: isFirst ? vscode.TaskRevealKind.Always : vscode.TaskRevealKind.Never,
		};
		const end = nextEnd(id);
		try {
			await vscode.tasks.executeTask(task);
			await end.reached;
		} catch {
			// The output must be readable in any case.
			showTerminal(name, terminal, isFirst);
		} finally {
			end.dispose();
		}
	}
}

/** How a command that has begun is shown. */
export interface ShownCommand {
	readonly write: (text: string) => void;
	/** Without an exit code, the tab keeps the color of the command before. */
	readonly end: (exitCode: number | undefined) => void;
}

interface RunningCommand {
	held: string;
	hasEnded: boolean;
}

/** Number of characters kept for the next task. */
const keptLength = 200_000;
const quietMs = 2000;

function showTerminal(name: string, pty: TextTerminal, isFirst: boolean): void {
	pty.keep();
	const terminal = vscode.window.createTerminal({ name, iconPath: new vscode.ThemeIcon('beaker'), pty });
	if (isFirst) {
		terminal.show(true);
	}
}

function nextEnd(fix: string): vscode.Disposable & { readonly reached: Promise<void> } {
	const listening: vscode.Disposable[] = [];
	const reached = new Promise<void>(resolve => {
		vscode.tasks.onDidEndTask(
			({ execution }) => execution.task.definition.fix === fix && resolve(),
			undefined,
			listening,
		);
	});
	return { reached, dispose: () => vscode.Disposable.from(...listening).dispose() };
}

function isAnythingUnsaved(): boolean {
	return vscode.window.tabGroups.all.some(({ tabs }) => tabs.some(({ isDirty }) => isDirty));
}

/** A terminal that only shows text. Text written before it is open is queued. */
class TextTerminal implements vscode.Pseudoterminal {
	private readonly written = new vscode.EventEmitter<string>();
	private readonly ended = new vscode.EventEmitter<number>();
	private waiting: string[] | undefined = [];
	private exitCode: number | undefined;
	private isGone = false;
	private isKept = false;

	readonly onDidWrite = this.written.event;
	readonly onDidClose = this.ended.event;

	/** Whether text written now is not shown: the terminal has ended, or the user closed it. */
	get isClosed(): boolean {
		return this.isGone || this.hasEnded;
	}

	open(): void {
		const waiting = this.waiting ?? [];
		this.waiting = undefined;
		for (const text of waiting) {
			this.written.fire(text);
		}
		this.fireEnd();
	}

	close(): void {
		this.isGone = true;
	}

	write(text: string): void {
		if (this.waiting === undefined) {
			this.written.fire(text);
		} else {
			this.waiting.push(text);
		}
	}

	/** The text remains readable. */
	end(exitCode: number): void {
		this.exitCode = exitCode;
		if (this.waiting === undefined) {
			this.fireEnd();
		}
	}

	/** It never ends after this, because the terminal and its text would disappear. */
	keep(): void {
		this.isKept = true;
	}

	private get hasEnded(): boolean {
		return this.exitCode !== undefined && !this.isKept;
	}

	private fireEnd(): void {
		if (this.hasEnded) {
			this.ended.fire(this.exitCode ?? 0);
		}
	}
}

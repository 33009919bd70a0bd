import * as vscode from 'vscode';
import { BoundedText } from '../../core/util/boundedText';
import { plainTerminalText } from '../../core/util/terminalText';
import { contextKeys } from '../ids';
import type { Services } from '../services';
import type { FailedCommand } from './failedCommand';

const limitCharacters = 64 * 1024;
/** Exit codes of a shell: success, the command could not start (126, 127), or it was ended (Ctrl-C, SIGTERM). */
const noFailures = [0, 126, 127, 130, 143];

/**
 * The last command in this window's terminals that failed with output. Kept in memory only, and removed once the same
 * command succeeds. Terminals without shell integration report nothing, and VS Code sometimes loses output written just
 * after a command starts (microsoft/vscode#237208). Nothing is read before `watch`.
 */
export class FailedCommands implements vscode.Disposable {
	private readonly outputs = new Map<vscode.TerminalShellExecution, Promise<string>>();
	private watching: vscode.Disposable | undefined;
	private failed: FailedCommand | undefined;

	constructor(private readonly context: Services['context']) {}

	get last(): FailedCommand | undefined {
		return this.failed;
	}

	/** Reads the output of commands from now on. */
	watch(): void {
		this.watching ??= vscode.Disposable.from(
			vscode.window.onDidStartTerminalShellExecution(({ execution }) => {
				this.outputs.set(execution, collect(execution));
			}),
			vscode.window.onDidEndTerminalShellExecution(event => void this.end(event)),
		);
	}

	dispose(): void {
		this.watching?.dispose();
		this.outputs.clear();
	}

	private async end({ execution, exitCode }: vscode.TerminalShellExecutionEndEvent): Promise<void> {
		const reading = this.outputs.get(execution);
		this.outputs.delete(execution);
		const { value: commandLine } = execution.commandLine;
		if (exitCode === 0 && commandLine === this.failed?.commandLine) {
			this.set(undefined);
		}
		if (reading === undefined || exitCode === undefined || noFailures.includes(exitCode)) {
			return;
		}
		const output = plainTerminalText(await reading);
		if (output !== '') {
			this.set({ commandLine, exitCode, output });
		}
	}

	private set(failed: FailedCommand | undefined): void {
		this.failed = failed;
		this.context.set(contextKeys.commandFailed, failed !== undefined);
	}
}

async function collect(execution: vscode.TerminalShellExecution): Promise<string> {
	const kept = new BoundedText(limitCharacters);
	for await (const piece of execution.read()) {
		kept.add(piece);
	}
	return kept.text();
}

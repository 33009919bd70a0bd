import * as vscode from 'vscode';
import { UserError } from '../../system/pure/errors/userError';
import { BoundedText } from '../../system/pure/text/boundedText';
import { plainTerminalText } from '../../system/pure/text/terminalText';
import { type FailedCommand, isRead, type ReadCommand } from './failedCommand';

/** The output of a kernel under test has its crash report anywhere. */
const limitCharacters = 1024 * 1024;
/** Exit codes of a shell: success, the command could not start (126, 127), or it was ended (Ctrl-C, SIGTERM). */
const noFailures = [0, 126, 127, 130, 143];

/** A command that ended; `failed` if its output is of use. */
interface EndedCommand {
	readonly execution: vscode.TerminalShellExecution;
	readonly failed?: FailedCommand;
}

/**
 * The last command in this window's terminals that failed. Kept in memory only, and removed once the same command succeeds.
 * Its output is read only after `watch`; one without output is then ignored. Terminals without shell integration report
 * nothing, and VS Code sometimes loses output written just after a command starts (microsoft/vscode#237208).
 */
export class FailedCommands implements vscode.Disposable {
	private readonly changed = new vscode.EventEmitter<void>();
	private readonly ended = new vscode.EventEmitter<EndedCommand>();
	private readonly listening: vscode.Disposable[];
	private readonly outputs = new Map<vscode.TerminalShellExecution, Promise<string>>();
	private isWatching = false;
	private failed: FailedCommand | undefined;
	/** The terminal in which the last failed command can be run again. */
	private terminal: vscode.Terminal | undefined;
	readonly onDidChange = this.changed.event;

	constructor() {
		this.listening = [
			vscode.window.onDidStartTerminalShellExecution(({ execution }) => this.isWatching && this.read(execution)),
			vscode.window.onDidEndTerminalShellExecution(event => void this.end(event)),
		];
	}

	get last(): FailedCommand | undefined {
		return this.failed;
	}

	/** Reads the output of commands that start after this call. */
	watch(): void {
		this.isWatching = true;
	}

	/**
	 * Runs the last failed command again in its terminal, and reads its output. Throws `UserError` if that is not possible,
	 * and the signal's reason on abort, which does not end the command.
	 */
	async runAgain(signal: AbortSignal): Promise<ReadCommand | 'noFailure'> {
		const { failed, terminal } = this;
		this.watch();
		if (failed === undefined || terminal?.shellIntegration === undefined || !vscode.workspace.isTrusted) {
			throw new UserError('The command cannot be run from here. Run it again in a terminal, then choose it again.');
		}
		terminal.show(true);
		const execution = terminal.shellIntegration.executeCommand(failed.commandLine);
		this.read(execution);
		const { failed: again } = await this.endOf(execution, terminal, signal);
		return again !== undefined && isRead(again) ? again : 'noFailure';
	}

	dispose(): void {
		vscode.Disposable.from(...this.listening, this.changed, this.ended).dispose();
		this.outputs.clear();
	}

	private read(execution: vscode.TerminalShellExecution): void {
		if (!this.outputs.has(execution)) {
			this.outputs.set(execution, collect(execution));
		}
	}

	private async end({ execution, exitCode, terminal }: vscode.TerminalShellExecutionEndEvent): Promise<void> {
		const reading = this.outputs.get(execution);
		this.outputs.delete(execution);
		const { value: commandLine, confidence } = execution.commandLine;
		if (exitCode === 0 && commandLine === this.failed?.commandLine) {
			this.set(undefined, undefined);
		}
		const failed = exitCode === undefined ? undefined : await failureOf(commandLine, exitCode, reading);
		if (failed !== undefined) {
			const isCertain = confidence !== vscode.TerminalShellExecutionCommandLineConfidence.Low;
			this.set(failed, isCertain ? terminal : undefined);
		}
		this.ended.fire({ execution, ...(failed && { failed }) });
	}

	private set(failed: FailedCommand | undefined, terminal: vscode.Terminal | undefined): void {
		this.failed = failed;
		this.terminal = terminal;
		this.changed.fire();
	}

	private endOf(
		execution: vscode.TerminalShellExecution,
		terminal: vscode.Terminal,
		signal: AbortSignal,
	): Promise<EndedCommand> {
		return new Promise<EndedCommand>((resolve, reject) => {
			const stop = () => reject(signal.reason);
			signal.addEventListener('abort', stop, { once: true });
			const listening = vscode.Disposable.from(
				this.ended.event(ended => {
					if (ended.execution === execution) {
						listening.dispose();
						resolve(ended);
					}
				}),
				vscode.window.onDidCloseTerminal(closed => {
					if (closed === terminal) {
						listening.dispose();
						reject(new UserError('The terminal was closed before the command ended.'));
					}
				}),
				{ dispose: () => signal.removeEventListener('abort', stop) },
			);
			signal.addEventListener('abort', () => listening.dispose(), { once: true });
		});
	}
}

/** Undefined: it did not fail, or printed nothing. `reading` is absent if the output was not read. */
async function failureOf(
	commandLine: string,
	exitCode: number,
	reading: Promise<string> | undefined,
): Promise<FailedCommand | undefined> {
	if (noFailures.includes(exitCode)) {
		return undefined;
	}
	if (reading === undefined) {
		return { commandLine, exitCode };
	}
	const output = plainTerminalText(await reading);
	return output === '' ? undefined : { commandLine, exitCode, output };
}

async function collect(execution: vscode.TerminalShellExecution): Promise<string> {
	const kept = new BoundedText(limitCharacters);
	for await (const piece of execution.read()) {
		kept.add(piece);
	}
	return kept.text();
}

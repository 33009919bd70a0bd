import * as vscode from 'vscode';
import type { Execution } from '../../runs/pure/model/execution';
import type { Command, Runner } from '../../sandbox/pure/execution/runner';
import { errorText } from '../../system/pure/errors/errorText';
import { shownText } from '../../system/pure/text/shownText';
import { engineText } from '../engineText';
import type { ExecutionPanel, ShownCommand } from './executionPanel';

const red = '\u001b[31m';
const green = '\u001b[32m';
const bold = '\u001b[1m';
const dim = '\u001b[2m';
const plain = '\u001b[0m';

/**
 * Shows the run of another runner live: the command, its output, how it ended. Passing tests also write to stderr, so it
 * has no color of its own. Unlike with a shell in a
 * terminal, the streams and the exit code stay separate.
 */
export class TerminalRunner implements Runner {
	constructor(
		private readonly runner: Runner,
		private readonly panel: ExecutionPanel,
	) {}

	async run(command: Command): Promise<Execution> {
		const shown = this.shown(command);
		// A missing program is reported within this time, and another one is tried: nothing of it is shown.
		const started = setTimeout(() => shown.write(''), startMs);
		try {
			const execution = await this.runner.run({
				...command,
				onOutput: (stream, text) => {
					shown.write(text);
					command.onOutput?.(stream, text);
				},
			});
			shown.end(endText(execution), command.isAside ? undefined : (execution.exitCode ?? 1));
			return execution;
		} catch (error) {
			if (shown.hasBegun()) {
				// One that the run ended, as nothing needs it any more, says nothing about the fix.
				const exitCode = command.isAside || command.signal?.aborted ? undefined : 1;
				shown.end(`${red}${shownText(engineText(errorText(error)))}${plain}`, exitCode);
			}
			throw error;
		} finally {
			clearTimeout(started);
		}
	}

	/** Writes the heading before the first text. */
	private shown({ command }: Command) {
		const { panel } = this;
		const line = typeof command === 'string' ? command : command.join(' ');
		let begun: ShownCommand | undefined;
		const write = (text: string): ShownCommand => {
			if (begun === undefined) {
				begun = panel.begin();
				begun.write(`${bold}> ${shownText(line)}${plain}\n`);
			}
			begun.write(text);
			return begun;
		};
		const end = (text: string, exitCode: number | undefined) => write(`${plain}${text}\n\n`).end(exitCode);
		return { hasBegun: () => begun !== undefined, write, end };
	}
}

const startMs = 300;

function endText({ exitCode, signal, timedOut, exceeded, durationMs }: Execution): string {
	const took = `${dim}(${(durationMs / 1000).toFixed(1)} s)${plain}`;
	if (timedOut) {
		return `${red}${vscode.l10n.t('Timed out.')}${plain} ${took}`;
	}
	if (exceeded !== undefined) {
		return `${red}${vscode.l10n.t('Ended because it used {0}.', engineText(exceeded))}${plain} ${took}`;
	}
	const how = exitCode === null ? endedBy(signal) : vscode.l10n.t('Exit code {0}', exitCode);
	return `${exitCode === 0 ? green : red}${how}${plain} ${took}`;
}

function endedBy(signal: Execution['signal']): string {
	return signal === undefined ? vscode.l10n.t('Ended by a signal') : vscode.l10n.t('Ended by {0}', signal);
}

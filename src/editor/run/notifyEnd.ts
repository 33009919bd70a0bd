import * as vscode from 'vscode';
import { endText } from '../../core/model/endText';
import { commands } from '../ids';
import type { EndedRun } from './runController';

/** Whoever waited this long may look elsewhere by now. */
const longRunMs = 30_000;

/** Says that a run ended, to people who would miss it: the window is not in front, or it took long. */
export async function notifyEnd({ run, tookMs }: EndedRun): Promise<void> {
	if (run.state === 'cancelled' || (vscode.window.state.focused && tookMs < longRunMs)) {
		return;
	}
	const show = run.selected.locations.length > 0 ? 'Go to First Location' : 'Show Log';
	const message = run.state === 'failed' ? (run.message ?? 'The run failed.') : endText(run);
	const answer = await (run.state === 'failed'
		? vscode.window.showErrorMessage(message, show)
		: vscode.window.showInformationMessage(message, show));
	if (answer === show) {
		const [first] = run.selected.locations;
		await (first === undefined
			? vscode.commands.executeCommand(commands.logShow)
			: vscode.commands.executeCommand(commands.locationOpen, first.id));
	}
}

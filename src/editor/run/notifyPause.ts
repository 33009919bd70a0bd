import * as vscode from 'vscode';
import { capText } from '../../core/model/capText';
import type { Paused } from '../../core/model/runEvent';

/** Tells people who look elsewhere that a run waits for them; who paused it themselves knows. */
export async function notifyPause({ reason, cap, limit }: Paused, showRun: () => Promise<void>): Promise<void> {
	if (reason === 'person' || vscode.window.state.focused) {
		return;
	}
	const why =
		cap === undefined || limit === undefined
			? 'Look at what will be sent before it starts.'
			: `It has reached its limit of ${capText(cap, limit)}.`;
	const show = 'Show Run';
	if ((await vscode.window.showInformationMessage(`The run waits for you. ${why}`, show)) === show) {
		await showRun();
	}
}

import * as vscode from 'vscode';
import { UserError } from '../../system/pure/errors/userError';
import { commands } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';
import { exportRunFile } from './exportRunFile';
import { openRunFile } from './openRunFile';

/** Registers replaying a run, opening one from a file, and exporting one. */
export function registerReplay(services: Services): vscode.Disposable {
	const { log, shown, replays, trajectory } = services;
	return vscode.Disposable.from(
		replays,
		registerCommand(log, commands.runReplay, async () => {
			const { run } = shown;
			if (run === undefined) {
				throw new UserError('There is no run to replay. Open one first.', { cures: [{ kind: 'showRuns' }] });
			}
			await replays.start(run.id, 'beginning');
			await trajectory.focus();
		}),
		registerCommand(log, commands.runsOpenFile, file => openRunFile(services, file)),
		registerCommand(log, commands.runsExport, (run, format) => exportRunFile(services, run, format)),
	);
}

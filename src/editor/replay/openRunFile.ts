import * as vscode from 'vscode';
import { UserError } from '../../system/pure/errors/userError';
import type { Services } from '../services';

/** Opens a run file, asks for one if none is given, and shows it as a replay. Throws `UserError`. */
export async function openRunFile(services: Services, file?: unknown): Promise<void> {
	const uri = file instanceof vscode.Uri ? file : await chooseFile();
	if (uri === undefined) {
		return;
	}
	if (uri.scheme !== 'file') {
		throw new UserError(`${uri.toString()} is not on the disk of this machine. Copy it there, and choose the copy.`);
	}
	const { keepOpenedRun, readRunFile } = await import('../../sharing/node/openRunFile');
	const title = vscode.l10n.t('Opening {0}', uri.path.slice(uri.path.lastIndexOf('/') + 1));
	const { id } = await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, async () =>
		keepOpenedRun(await readRunFile(uri.fsPath), services.runs),
	);
	await services.replays.start(id, 'end');
	await services.trajectory.focus();
}

async function chooseFile(): Promise<vscode.Uri | undefined> {
	const filters = { [vscode.l10n.t('Run files')]: ['json', 'jsonl'], [vscode.l10n.t('All files')]: ['*'] };
	const dialog = { title: vscode.l10n.t('Open Run File'), openLabel: vscode.l10n.t('Open'), filters };
	const [file] = (await vscode.window.showOpenDialog(dialog)) ?? [];
	return file;
}

import * as vscode from 'vscode';
import { revisionsOf, treeChanges } from '../../../patches/node/treeChanges';
import { recordChanges, type TreeChanges } from '../../../patches/pure/acceptance/recordChanges';
import { newRunId } from '../../../runs/node/runId';
import { RunLog } from '../../../runs/pure/log/runLog';
import { UserError } from '../../../system/pure/errors/userError';
import { pickRow, showMessage, withStatus } from '../../display';
import type { Services } from '../../services';
import { pathOfUri } from '../../workspacePaths';
import { requireTrust, type UserFiles } from '../userFiles';

/**
 * Makes a run of the changes of a folder's files since a commit, and shows it. Returns the id of its
 * patch, which is in the user's files; undefined if there is nothing to review, or the user chose nothing.
 */
export async function changesToReview(
	services: Services,
	userFiles: Pick<UserFiles, 'textNow' | 'decode'>,
	argument: unknown,
): Promise<string | undefined> {
	requireTrust();
	const folder = await chooseFolder();
	const revision = folder && (typeof argument === 'string' ? argument : await chooseRevision(folder.fsPath));
	if (folder === undefined || revision === undefined) {
		return undefined;
	}
	const uriOf = (path: string) => vscode.Uri.joinPath(folder, path);
	const changes = await withStatus(vscode.l10n.t('Reading the changes'), () =>
		treeChanges(folder.fsPath, revision, {
			pathOf: path => pathOfUri(uriOf(path)) ?? path,
			now: path => userFiles.textNow(path),
			decode: (path, bytes) => userFiles.decode(path, bytes),
		}),
	);
	if (changes.files.length === 0) {
		const nothing = vscode.l10n.t('No text file changed since {0}.', changes.since);
		void showMessage('Information', [nothing, ...leftOutText(changes)].join(' '));
		return undefined;
	}
	const { runs, clock, extension, controller } = services;
	const runId = newRunId(clock.now());
	const patch = await recordChanges(RunLog.start(runs, clock, runId), changes, {
		...{ runId, version: String(extension.extension.packageJSON.version) },
		workspace: (vscode.workspace.workspaceFolders ?? []).map(({ name }) => name),
	});
	await controller.open(runId);
	return patch.id;
}

/** Undefined: the user cancelled. */
async function chooseFolder(): Promise<vscode.Uri | undefined> {
	const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
	const [first, ...others] = folders;
	if (first === undefined) {
		throw new UserError('Open a folder on the disk of this machine to review its changes.');
	}
	if (others.length === 0) {
		return first.uri;
	}
	const rows = folders.map(({ name, uri }) => ({ label: name, description: uri.fsPath, uri }));
	return (await pickRow(rows, { title: vscode.l10n.t('Review the Changes of Which Folder?') }))?.uri;
}

async function chooseRevision(folder: string): Promise<string | undefined> {
	const revisions = await revisionsOf(folder);
	const rows = revisions.map(({ name, subject, when }, at) => ({
		label: at === 0 ? vscode.l10n.t('Since the last commit: {0}', subject) : subject,
		description: `${name} · ${when}`,
		name: at === 0 ? 'HEAD' : name,
	}));
	const title = vscode.l10n.t('Review Changes Since');
	return (await pickRow(rows, { title, matchOnDescription: true }))?.name;
}

function leftOutText({ leftOut }: TreeChanges): string[] {
	return leftOut.length === 0 ? [] : [vscode.l10n.t('Left out: {0}.', leftOut.map(({ path }) => path).join(', '))];
}

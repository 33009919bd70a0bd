import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import { revisionsOf, treeChanges } from '../../../patches/node/treeChanges';
import { recordChanges, type TreeChanges } from '../../../patches/pure/acceptance/recordChanges';
import { newRunId } from '../../../runs/node/runId';
import { RunLog } from '../../../runs/pure/log/runLog';
import { UserError } from '../../../system/pure/errors/userError';
import { diskFolders, type RememberedTree, type RememberedTrees } from '../../chats/rememberedTrees';
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
	const given: Beginning | undefined = typeof argument === 'string' ? { name: argument } : undefined;
	const chosen = folder && (given ?? (await chooseRevision(folder.fsPath, services.trees)));
	if (folder === undefined || chosen === undefined) {
		return undefined;
	}
	const uriOf = (path: string) => vscode.Uri.joinPath(folder, path);
	const read = await withStatus(vscode.l10n.t('Reading the changes'), () =>
		treeChanges(folder.fsPath, chosen.name, {
			pathOf: path => pathOfUri(uriOf(path)) ?? path,
			now: path => userFiles.textNow(path),
			decode: (path, bytes) => userFiles.decode(path, bytes),
		}),
	);
	const changes = { ...read, since: chosen.since ?? read.since };
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
	const [first, ...others] = requireFolders();
	if (others.length === 0) {
		return first;
	}
	const rows = [first, ...others].map(uri => ({ label: basename(uri.path), description: uri.fsPath, uri }));
	return (await pickRow(rows, { title: vscode.l10n.t('Review the Changes of Which Folder?') }))?.uri;
}

/** Remembers the files of all folders, so that a review may begin at this moment. */
export async function rememberChanges({ trees }: Services): Promise<void> {
	requireTrust();
	const made = await withStatus(vscode.l10n.t('Remembering the working tree'), () => trees.remember(requireFolders()));
	const left = made.flatMap(leftOutOf);
	const done = vscode.l10n.t('The working tree is remembered: Review Changes in the Working Tree can begin here.');
	void showMessage('Information', [done, ...left].join(' '));
}

/** Throws `UserError`. */
function requireFolders(): readonly [vscode.Uri, ...vscode.Uri[]] {
	const [first, ...others] = diskFolders();
	if (first === undefined) {
		throw new UserError('Open a folder on the disk of this machine to review its changes.');
	}
	return [first, ...others];
}

/** Where a review begins: a name that git knows, and how it is named instead. */
interface Beginning {
	readonly name: string;
	readonly since?: string;
}

async function chooseRevision(folder: string, trees: RememberedTrees): Promise<Beginning | undefined> {
	const revisions = await revisionsOf(folder);
	const remembered = trees.of(folder).map(tree => {
		const when = timeText(tree.atMs);
		const isOfChat = tree.chat !== undefined;
		return {
			label: isOfChat
				? vscode.l10n.t('Since the chat began, {0}', when)
				: vscode.l10n.t('Since it was remembered, {0}', when),
			description: leftOutOf(tree).join(''),
			name: tree.commit,
			since: isOfChat ? vscode.l10n.t('the chat began, {0}', when) : vscode.l10n.t('it was remembered, {0}', when),
		};
	});
	const commits = revisions.map(({ name, subject, when }, at) => ({
		label: at === 0 ? vscode.l10n.t('Since the last commit: {0}', subject) : subject,
		description: `${name} · ${when}`,
		name: at === 0 ? 'HEAD' : name,
	}));
	const title = vscode.l10n.t('Review Changes Since');
	return pickRow<Beginning & vscode.QuickPickItem>([...remembered, ...commits], { title, matchOnDescription: true });
}

/** The time of day, with the day if it is not today. */
function timeText(atMs: number): string {
	const [at, now] = [new Date(atMs), new Date()];
	const day = at.toDateString() === now.toDateString() ? [] : [at.toLocaleDateString(vscode.env.language)];
	return [...day, at.toLocaleTimeString(vscode.env.language, { hour: '2-digit', minute: '2-digit' })].join(' ');
}

function leftOutOf({ nLeftOut }: Pick<RememberedTree, 'nLeftOut'>): string[] {
	return nLeftOut === 0 ? [] : [vscode.l10n.t('Left out as too large: {0}', nLeftOut)];
}

function leftOutText({ leftOut }: TreeChanges): string[] {
	return leftOut.length === 0 ? [] : [vscode.l10n.t('Left out: {0}.', leftOut.map(({ path }) => path).join(', '))];
}

import * as vscode from 'vscode';
import { readGitConfig } from '../../history/node/servers/readGitConfig';
import { type GitRemote, projectOfRemotes, type RemoteProject } from '../../history/node/servers/remoteProject';

/**
 * The remote project of the workspace; the active editor's folder is checked first. Undefined if no folder has a remote.
 */
export async function workspaceRemote(): Promise<RemoteProject | undefined> {
	for (const folder of candidateFolders()) {
		const known = editorRemotes(folder);
		const project = projectOfRemotes(known.length > 0 ? known : await configuredRemotes(folder));
		if (project !== undefined) {
			return project;
		}
	}
	return undefined;
}

function candidateFolders(): readonly vscode.Uri[] {
	const uri = vscode.window.activeTextEditor?.document.uri;
	const active = uri && vscode.workspace.getWorkspaceFolder(uri);
	const folders = vscode.workspace.workspaceFolders ?? [];
	return [...new Set(active === undefined ? folders : [active, ...folders])].map(folder => folder.uri);
}

/** The remotes known to VS Code's git extension, which also finds worktrees, submodules and folders in a repository. */
function editorRemotes(folder: vscode.Uri): readonly GitRemote[] {
	const extension = vscode.extensions.getExtension<unknown>('vscode.git');
	const exported = extension?.isActive ? extension.exports : undefined;
	if (!isGitExtension(exported) || !exported.enabled) {
		return [];
	}
	const remotes = exported.getAPI(1).getRepository(folder)?.state.remotes ?? [];
	return remotes.flatMap(({ name, fetchUrl: url }) => (url === undefined ? [] : [{ name, url }]));
}

/** A fallback for when the git extension is off, is still scanning, or does not run in an untrusted folder. */
async function configuredRemotes(folder: vscode.Uri): Promise<readonly GitRemote[]> {
	try {
		const config = vscode.Uri.joinPath(folder, '.git', 'config');
		const { type } = await vscode.workspace.fs.stat(config);
		// Reading a pipe would never end.
		const bytes = type & vscode.FileType.File ? await vscode.workspace.fs.readFile(config) : new Uint8Array();
		return readGitConfig(new TextDecoder().decode(bytes));
	} catch (error) {
		if (error instanceof vscode.FileSystemError) {
			// Not a repository.
			return [];
		}
		throw error;
	}
}

/** The part of its published interface that is used here. */
interface GitExtension {
	readonly enabled: boolean;
	getAPI(version: 1): {
		getRepository(uri: vscode.Uri): {
			readonly state: { readonly remotes: readonly { readonly name: string; readonly fetchUrl?: string }[] };
		} | null;
	};
}

function isGitExtension(value: unknown): value is GitExtension {
	return typeof value === 'object' && value !== null && 'getAPI' in value && typeof value.getAPI === 'function';
}

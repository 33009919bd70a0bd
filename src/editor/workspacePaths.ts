import * as vscode from 'vscode';
import type { Run } from '../runs/pure/fold/run';
import type { FoundPlace } from '../runs/pure/model/foundPlace';
import type { LineRange } from '../runs/pure/model/symbol';
import { namedRoots, type RootFolder } from '../system/node/files/rootFolder';

/**
 * The only module in which workspace paths and 1-based inclusive lines become `Uri`s and 0-based ranges, and back.
 * Folders that are not on a disk are skipped.
 */
export function workspaceRoots(): readonly RootFolder[] {
	return namedFolders().map(({ name, uri }) => ({ name, dir: uri.fsPath }));
}

/**
 * False for a run that was opened from a file and is of other folders: its lines mean nothing in the folders of this
 * window.
 */
export function isOfThisWorkspace({ openedFrom, workspace }: Pick<Run, 'openedFrom' | 'workspace'>): boolean {
	const names = (vscode.workspace.workspaceFolders ?? []).map(({ name }) => name);
	return openedFrom === undefined || (names.length > 0 && names.join('\n') === workspace.join('\n'));
}

/** Undefined for a path that leads out of the workspace: paths come from issues, models and files. */
export function uriOfPath(path: string): vscode.Uri | undefined {
	const parts = path.split('/');
	if (path === '' || path.includes('\\') || path.includes('\0') || parts.includes('..') || parts[0] === '') {
		return undefined;
	}
	const folder = namedFolders().find(({ name }) => name === '' || parts[0] === name);
	return folder && vscode.Uri.joinPath(folder.uri, ...(folder.name === '' ? parts : parts.slice(1)));
}

/** Undefined for a path outside the workspace, and for a workspace folder itself. */
export function pathOfUri(uri: vscode.Uri): string | undefined {
	const folder = uri.scheme === 'file' ? vscode.workspace.getWorkspaceFolder(uri) : undefined;
	const named = folder && namedFolders().find(each => each.uri.toString() === folder.uri.toString());
	if (named === undefined) {
		return undefined;
	}
	const root = named.uri.path.endsWith('/') ? named.uri.path : `${named.uri.path}/`;
	const inside = uri.path.slice(root.length);
	if (inside === '') {
		return undefined;
	}
	return named.name === '' ? inside : `${named.name}/${inside}`;
}

/** Whole lines, up to the end of the last one. */
export function rangeOfLines({ startLine, endLine }: LineRange): vscode.Range {
	return new vscode.Range(startLine - 1, 0, endLine - 1, Number.MAX_SAFE_INTEGER);
}

/** Opens a place, with its first line in the middle. False if the path leads out of the workspace. */
export async function openPlace(place: Pick<FoundPlace, 'file'> & LineRange, preserveFocus = false): Promise<boolean> {
	const uri = uriOfPath(place.file);
	if (uri === undefined) {
		return false;
	}
	const document = await vscode.workspace.openTextDocument(uri);
	const start = document.validatePosition(rangeOfLines(place).start);
	const column = document.lineAt(start.line).firstNonWhitespaceCharacterIndex;
	const at = start.with({ character: column });
	await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at), preserveFocus });
	return true;
}

interface NamedFolder {
	readonly name: string;
	readonly uri: vscode.Uri;
}

function namedFolders(): readonly NamedFolder[] {
	const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
	const names = namedRoots(folders.map(({ name, uri }) => ({ name, dir: uri.fsPath })));
	return folders.map(({ uri }, idx) => ({ name: names[idx]?.name ?? '', uri }));
}

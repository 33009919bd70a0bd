import { existsSync, realpathSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../core/util/userError';
import { pathOfUri } from '../workspacePaths';

/** The workspace path of a file; throws `UserError` where it lies outside, also by way of a symbolic link. */
export function requireInside(uri: vscode.Uri): string {
	const path = pathOfUri(uri);
	const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath;
	if (path === undefined || folder === undefined || !isBelow(realPath(uri.fsPath), realPath(folder))) {
		throw new UserError(`${uri.fsPath} lies outside the workspace and is not touched.`);
	}
	return path;
}

/** Of a file that is not there yet, where its folder really is. */
function realPath(path: string): string {
	return existsSync(path) || dirname(path) === path ? realpathSync.native(path) : realPath(dirname(path));
}

function isBelow(path: string, folder: string): boolean {
	return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

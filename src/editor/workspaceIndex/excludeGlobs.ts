import * as vscode from 'vscode';
import { readSettings } from '../settings';

/**
 * Globs of what the person keeps out of sight: `files.exclude`, `search.exclude` and Faultline's own setting, of all
 * folders together. An entry with a `when` depends on sibling files and is passed over: it hides build output, which
 * does no harm in an index.
 */
export function excludeGlobs(): readonly string[] {
	const folders = vscode.workspace.workspaceFolders ?? [];
	const globs = folders.flatMap(({ uri }) => [
		...enabledGlobs(vscode.workspace.getConfiguration('files', uri).get('exclude')),
		...enabledGlobs(vscode.workspace.getConfiguration('search', uri).get('exclude')),
	]);
	return [...new Set([...globs, ...readSettings().indexExclude])].sort();
}

function enabledGlobs(value: unknown): string[] {
	const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
	return entries.filter(([, enabled]) => enabled === true).map(([glob]) => glob);
}

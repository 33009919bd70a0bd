import * as vscode from 'vscode';
import type { FileEntry, Files } from '../../core/ports';
import { pathOfUri } from '../workspacePaths';

/** The workspace as the person sees it: the disk, except for what stands unsaved in an editor. */
export class EditorFiles implements Files {
	constructor(private readonly disk: Files) {}

	list(signal?: AbortSignal): Promise<readonly FileEntry[]> {
		return this.disk.list(signal);
	}

	async readText(path: string): Promise<string> {
		return (
			unsavedDocuments()
				.find(document => pathOfUri(document.uri) === path)
				?.getText() ?? this.disk.readText(path)
		);
	}
}

/** Documents of the workspace's files whose text is not on disk yet. */
export function unsavedDocuments(): readonly vscode.TextDocument[] {
	return vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && uri.scheme === 'file');
}

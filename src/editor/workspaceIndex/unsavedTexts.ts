import * as vscode from 'vscode';
import type { UnsavedTexts } from '../../code/node/listing/editedFiles';
import { pathOfUri } from '../workspacePaths';

/** By workspace path. */
export function unsavedTexts(): UnsavedTexts {
	return new Map(
		unsavedDocuments().flatMap(document => {
			const path = pathOfUri(document.uri);
			return path === undefined ? [] : [[path, document] as const];
		}),
	);
}

/** Documents of files with unsaved changes. */
function unsavedDocuments(): readonly vscode.TextDocument[] {
	return vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && uri.scheme === 'file');
}

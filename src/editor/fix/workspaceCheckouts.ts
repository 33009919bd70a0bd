import * as vscode from 'vscode';
import type { Checkout, Checkouts, Log } from '../../core/ports';
import { ScratchCheckouts } from '../../node/checkout/scratchCheckouts';
import { workspaceRoots } from '../workspacePaths';

/** Copies of the workspace with the folders it has then, and with what unsaved editors show. */
export class WorkspaceCheckouts implements Checkouts {
	constructor(
		private readonly storage: string,
		private readonly log: Log,
	) {}

	create(name: string, signal?: AbortSignal): Promise<Checkout> {
		return this.now().create(name, signal);
	}

	/** Removes what a window that crashed left. */
	removeLeftovers(): Promise<void> {
		return this.now().removeLeftovers();
	}

	private now(): ScratchCheckouts {
		const { storage, log } = this;
		return new ScratchCheckouts({ roots: workspaceRoots(), storage, log, unsaved: unsavedTexts });
	}
}

/** By the absolute path of the file. */
function unsavedTexts(): ReadonlyMap<string, string> {
	const unsaved = vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && uri.scheme === 'file');
	return new Map(unsaved.map(document => [document.uri.fsPath, document.getText()]));
}

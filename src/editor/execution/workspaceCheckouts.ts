import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { ScratchCheckouts } from '../../sandbox/node/checkout/scratchCheckouts';
import type { Confinement } from '../../sandbox/node/confinement/confinement';
import type { CommitCheckouts } from '../../sandbox/pure/execution/commitCheckouts';
import { checkoutsFolder } from '../../system/node/files/storageFolder';
import type { Log } from '../../system/pure/log';
import { workspaceRoots } from '../workspacePaths';

/** Copies of the workspace with its current folders and the texts of unsaved editors. */
export class WorkspaceCheckouts {
	constructor(
		private readonly storage: string,
		private readonly log: Log,
	) {}

	with(dependencies: Confinement['dependencies']): CommitCheckouts {
		return { create: async (name, signal) => (await this.now(dependencies)).create(name, signal) };
	}

	/** Removes the copies left by a window that crashed. */
	async removeLeftovers(): Promise<void> {
		if (existsSync(join(this.storage, checkoutsFolder))) {
			await (await this.now('copied')).removeLeftovers();
		}
	}

	private async now(dependencies: Confinement['dependencies']): Promise<ScratchCheckouts> {
		const { storage, log } = this;
		const { ScratchCheckouts } = await import('../../sandbox/node/checkout/scratchCheckouts');
		return new ScratchCheckouts({ roots: workspaceRoots(), storage, log, unsaved: unsavedTexts, dependencies });
	}
}

/** By the absolute path of the file. */
function unsavedTexts(): ReadonlyMap<string, string> {
	const unsaved = vscode.workspace.textDocuments.filter(({ isDirty, uri }) => isDirty && uri.scheme === 'file');
	return new Map(unsaved.map(document => [document.uri.fsPath, document.getText()]));
}

import * as vscode from 'vscode';
import type { PatchedFile } from '../../core/model/patch';
import { foldRun, type Run } from '../../core/model/run';
import type { RunStore } from '../../core/ports';
import { UserError } from '../../core/util/userError';
import type { ShownRun } from '../run/shownRun';

const scheme = 'faultline-patch';

/** One side of one file of a patch; a side where the file does not exist is an empty document. */
export interface PatchSide {
	readonly run: string;
	readonly patch: string;
	readonly path: string;
	readonly side: 'before' | 'after';
}

/** Both sides of patches as read-only documents, whatever the files are by now. Nothing of it is on disk. */
export class PatchDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
	private readonly runs: Pick<RunStore, 'read'>;
	private readonly shown: ShownRun;
	private readonly registered: vscode.Disposable;

	constructor(runs: Pick<RunStore, 'read'>, shown: ShownRun) {
		this.runs = runs;
		this.shown = shown;
		this.registered = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
	}

	async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
		const side = patchSideOf(uri);
		const file = side && (await this.read(side));
		return (side && file?.[side.side]) ?? '';
	}

	dispose(): void {
		this.registered.dispose();
	}

	private async read({ run: runId, patch, path }: PatchSide): Promise<PatchedFile> {
		const shown = this.shown.run;
		const run: Run = shown?.id === runId ? shown : foldRun(await this.runs.read(runId));
		const file = run.fix.patches.find(({ id }) => id === patch)?.files.find(each => each.path === path);
		if (file === undefined) {
			throw new UserError(`The run has no patch ${patch} for ${path}; it may have been removed.`);
		}
		return file;
	}
}

export function patchSideUri({ run, patch, path, side }: PatchSide): vscode.Uri {
	return vscode.Uri.from({ scheme, path: `/${path}`, query: JSON.stringify({ run, patch, side }) });
}

/** Undefined for a document that is none of ours. */
export function patchSideOf(uri: vscode.Uri): PatchSide | undefined {
	if (uri.scheme !== scheme) {
		return undefined;
	}
	const { run, patch, side } = JSON.parse(uri.query) as Omit<PatchSide, 'path'>;
	return { run, patch, side, path: uri.path.slice(1) };
}

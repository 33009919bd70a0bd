import * as vscode from 'vscode';
import type { PatchedFile } from '../../core/model/patch';
import type { RunStore } from '../../core/ports';
import { UserError } from '../../core/util/userError';
import { readRun } from '../run/readRun';
import type { ShownRun } from '../run/shownRun';
import { uriOfPath } from '../workspacePaths';
import type { RestorePoints } from './restore/restorePoints';

const scheme = 'faultline-patch';

/** One side of one file of a patch; a side where the file does not exist is an empty document. */
export interface PatchSide {
	readonly run: string;
	readonly patch: string;
	readonly path: string;
	/** `kept`: as it was when the patch was accepted. */
	readonly side: 'before' | 'after' | 'kept';
}

/** Both sides of patches as read-only documents, whatever the files are by now. Nothing of it is on disk. */
export class PatchDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
	private readonly runs: Pick<RunStore, 'read'>;
	private readonly shown: ShownRun;
	private readonly points: RestorePoints;
	private readonly registered: vscode.Disposable;

	constructor(runs: Pick<RunStore, 'read'>, shown: ShownRun, points: RestorePoints) {
		this.runs = runs;
		this.shown = shown;
		this.points = points;
		this.registered = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
	}

	async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
		const of = patchSideOf(uri);
		if (of === undefined) {
			return '';
		}
		if (of.side === 'kept') {
			const kept = await this.points.read({ runId: of.run, patchId: of.patch });
			return decoded(of.path, kept.find(({ path }) => path === of.path)?.bytes ?? new Uint8Array());
		}
		return (await this.read(of))[of.side] ?? '';
	}

	dispose(): void {
		this.registered.dispose();
	}

	private async read({ run: runId, patch, path }: PatchSide): Promise<PatchedFile> {
		const run = await readRun(runId, this.runs, this.shown);
		const file = run.fix.patches.find(({ id }) => id === patch)?.files.find(each => each.path === path);
		if (file === undefined) {
			throw new UserError(`The run has no patch ${patch} for ${path}; it may have been removed.`);
		}
		return file;
	}
}

/** As the editor reads that file: in the encoding in which it is open, else in that of the settings. */
async function decoded(path: string, bytes: Uint8Array): Promise<string> {
	const uri = uriOfPath(path);
	const document = vscode.workspace.textDocuments.find(each => each.uri.toString() === uri?.toString());
	if (document !== undefined) {
		return vscode.workspace.decode(bytes, { encoding: document.encoding });
	}
	return uri === undefined ? vscode.workspace.decode(bytes) : vscode.workspace.decode(bytes, { uri });
}

/** `like`: an address whose path the document is to have, so that both are shown as one file. */
export function patchSideUri(side: PatchSide, like?: vscode.Uri): vscode.Uri {
	return vscode.Uri.from({ scheme, path: like?.path ?? `/${side.path}`, query: JSON.stringify(side) });
}

/** Undefined for a document that is none of ours. */
export function patchSideOf(uri: vscode.Uri): PatchSide | undefined {
	return uri.scheme === scheme ? (JSON.parse(uri.query) as PatchSide) : undefined;
}

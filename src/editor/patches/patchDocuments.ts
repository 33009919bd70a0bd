import * as vscode from 'vscode';
import { fixOf } from '../../runs/pure/fold/runFix';
import type { FileCopies } from '../../runs/pure/log/fileCopies';
import type { RunStore } from '../../runs/pure/log/runStore';
import type { PatchedFile } from '../../runs/pure/model/patch';
import { UserError } from '../../system/pure/errors/userError';
import { readRun } from '../currentRun/readRun';
import type { ShownRun } from '../currentRun/shownRun';
import { registerDocuments } from '../showError';
import type { UserFiles } from './userFiles';

const scheme = 'faultline-patch';

/** One side of one file of a patch; if the file does not exist on that side, the document is empty. */
export interface PatchSide {
	readonly run: string;
	readonly patch: string;
	readonly path: string;
	/** `kept`: the user's file before the patch was accepted. */
	readonly side: 'before' | 'after' | 'kept';
}

/** The user's files before accepted changes. */
export interface KeptFiles {
	readonly copies: Pick<FileCopies, 'read'>;
	readonly userFiles: Pick<UserFiles, 'decode'>;
}

/** Both sides of patches as read-only documents, independent of the current files and not on disk. */
export class PatchDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
	private readonly registered: vscode.Disposable;

	constructor(
		private readonly runs: Pick<RunStore, 'read'>,
		private readonly shown: ShownRun,
		private readonly kept: KeptFiles,
	) {
		this.registered = registerDocuments(scheme, this);
	}

	async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
		const of = patchSideOf(uri);
		if (of === undefined) {
			return '';
		}
		if (of.side === 'kept') {
			return this.readKept(of);
		}
		return (await this.read(of))[of.side] ?? '';
	}

	dispose(): void {
		this.registered.dispose();
	}

	private async readKept({ run: runId, patch, path }: PatchSide): Promise<string> {
		const { decisions } = await readRun(runId, this.runs, this.shown);
		const first = decisions.written.find(write => write.patch === patch && write.path === path);
		const { copies, userFiles } = this.kept;
		return first?.before === undefined ? '' : userFiles.decode(path, await copies.read(runId, first.before));
	}

	private async read({ run: runId, patch, path }: PatchSide): Promise<PatchedFile> {
		const run = await readRun(runId, this.runs, this.shown);
		const file = fixOf(run)
			.patches.find(({ id }) => id === patch)
			?.files.find(each => each.path === path);
		if (file === undefined) {
			throw new UserError(`The run has no patch ${patch} for ${path}; it may have been removed.`);
		}
		return file;
	}
}

/** `like`: a URI whose path the document gets, so that VS Code shows both as one file. */
export function patchSideUri(side: PatchSide, like?: vscode.Uri): vscode.Uri {
	return vscode.Uri.from({ scheme, path: like?.path ?? `/${side.path}`, query: JSON.stringify(side) });
}

/** Undefined for other documents. */
function patchSideOf(uri: vscode.Uri): PatchSide | undefined {
	return uri.scheme === scheme ? (JSON.parse(uri.query) as PatchSide) : undefined;
}

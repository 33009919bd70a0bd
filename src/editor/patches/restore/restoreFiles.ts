import * as vscode from 'vscode';
import type { PatchCandidate } from '../../../core/model/patchCandidates';
import { UserError } from '../../../core/util/userError';
import { uriOfPath } from '../../workspacePaths';
import { isThere } from '../isThere';
import { openChanges } from '../openChanges';
import type { PatchDecisions } from '../patchDecisions';
import { patchSideUri } from '../patchDocuments';
import type { UserFiles } from '../userFiles';
import type { RestoredFile, RestorePoints } from './restorePoints';

interface Parts {
	readonly points: RestorePoints;
	readonly userFiles: UserFiles;
	readonly decisions: PatchDecisions;
}

/** Gives the files of an accepted patch back what they had before; the person sees the difference and says yes first. */
export async function restoreFiles(
	{ points, userFiles, decisions }: Parts,
	runId: string,
	candidate: PatchCandidate,
): Promise<void> {
	const of = { runId, patchId: candidate.patch.id };
	const files = (await points.read(of)).map(({ path, ...file }) => {
		const uri = uriOfPath(path);
		if (uri === undefined) {
			throw new UserError(`${path} lies outside the workspace and is not restored.`);
		}
		return { path, uri, ...file };
	});
	if (files.length === 0) {
		throw new UserError(
			`No copy of what stood there before Patch ${candidate.number} is kept: nothing of it was accepted, or newer copies took the room.`,
		);
	}
	const changed = await userFiles.changedSince(files);
	await openRestoreDiff({ run: runId, patch: candidate.patch.id }, `Restore Before Patch ${candidate.number}`, files);
	const restore = files.length === 1 ? 'Restore File' : `Restore ${files.length} Files`;
	const names = changed.map(uri => vscode.workspace.asRelativePath(uri)).join(', ');
	const lost = changed.length === 0 ? '' : ` Changed since then, which would be lost: ${names}.`;
	const answer = await vscode.window.showWarningMessage(
		`Restore what stood there before Patch ${candidate.number}?`,
		{ modal: true, detail: `The diff shows what your files get back.${lost} Cancel to read it first.` },
		restore,
	);
	if (answer === restore) {
		await userFiles.restore(files);
		await points.remove(of);
		await decisions.set(runId, candidate.patch.id, undefined);
	}
}

/** What the files are, beside what they would be. */
async function openRestoreDiff(
	of: { readonly run: string; readonly patch: string },
	title: string,
	files: readonly (RestoredFile & { readonly uri: vscode.Uri })[],
): Promise<void> {
	const sides = await Promise.all(
		files.map(async ({ path, uri, bytes }) => ({
			path,
			left: (await isThere(uri)) ? uri : undefined,
			right: bytes && patchSideUri({ ...of, path, side: 'kept' }, uri),
		})),
	);
	// What is gone both now and then has nothing to show.
	const shown = sides.filter(({ left, right }) => left !== undefined || right !== undefined);
	if (shown.length > 0) {
		await openChanges(title, shown);
	}
}

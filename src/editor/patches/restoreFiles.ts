import * as vscode from 'vscode';
import type { PatchCandidate } from '../../core/model/patchCandidates';
import { UserError } from '../../core/util/userError';
import { uriOfPath } from '../workspacePaths';
import { openChanges } from './openChanges';
import type { PatchDecisions } from './patchDecisions';
import type { RestorePoints } from './restorePoints';
import type { UserFiles } from './userFiles';

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
		throw new UserError(`No file was changed by Patch ${candidate.number}, so there is nothing to restore.`);
	}
	const changed = await userFiles.changedSince(files);
	await openChanges(
		`Restore Before Patch ${candidate.number}`,
		files.map(({ path, uri, copy, hashAfter }) => ({
			path,
			left: hashAfter === undefined ? undefined : uri,
			right: copy === undefined ? undefined : vscode.Uri.file(copy),
		})),
	);
	const restore = files.length === 1 ? 'Restore File' : `Restore ${files.length} Files`;
	const lost = changed.length === 0 ? '' : ' Changes you made since then would be lost.';
	const answer = await vscode.window.showWarningMessage(
		`The diff shows what your files would get back: their text before Patch ${candidate.number}.${lost}`,
		restore,
	);
	if (answer === restore) {
		await userFiles.restore(files);
		await points.remove(of);
		await decisions.set(runId, candidate.patch.id, undefined);
	}
}

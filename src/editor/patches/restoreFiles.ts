import * as vscode from 'vscode';
import type { PatchCandidate } from '../../core/model/patchCandidates';
import { UserError } from '../../core/util/userError';
import { uriOfPath } from '../workspacePaths';
import { openChanges } from './openChanges';
import type { PatchDecisions } from './patchDecisions';
import { patchSideUri } from './patchDocuments';
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
	const side = { run: runId, patch: candidate.patch.id, side: 'kept' } as const;
	const changed = await userFiles.changedSince(files);
	await openChanges(
		`Restore Before Patch ${candidate.number}`,
		files.map(({ path, uri, bytes, hashAfter }) => ({
			path,
			left: hashAfter === undefined ? undefined : uri,
			right: bytes === undefined ? undefined : patchSideUri({ ...side, path }, uri),
		})),
	);
	const restore = files.length === 1 ? 'Restore File' : `Restore ${files.length} Files`;
	const lost = changed.length === 0 ? '' : ' Changes you made since then would be lost.';
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

import * as vscode from 'vscode';
import { hunksBetween } from '../../core/diff/hunksBetween';
import { isThere } from './isThere';
import type { PreparedPatch } from './preparePatch';
import type { RestorePoints } from './restore/restorePoints';
import type { ReviewSubject } from './review/patchReview';
import type { PreviewedChange, UserFiles } from './userFiles';

/** Paths of the files in which the person took something, and which of them they have to save. */
export interface TakenFiles {
	readonly taken: readonly string[];
	readonly unsaved: readonly string[];
}

interface Parts {
	readonly userFiles: UserFiles;
	readonly points: RestorePoints;
}

/**
 * VS Code's own preview of a refactoring, with an entry for each change of a patch: the person ticks what they take. Waits
 * until they have, and saves what they took, but not files that had changes of theirs that were not saved.
 */
export async function applyPreviewed(
	{ userFiles, points }: Parts,
	subject: ReviewSubject,
	prepared: PreparedPatch,
): Promise<TakenFiles> {
	const kept = await keepAll(userFiles, subject, prepared);
	const dirty = prepared.changed.filter(({ document }) => document.isDirty).map(({ path }) => path);
	const isApplied = await userFiles.preview(previewedChanges(subject, prepared));
	const taken = isApplied ? await takenPaths(prepared) : [];
	await points.drop(
		subject,
		kept.filter(path => !taken.includes(path)),
	);
	const unsaved = dirty.filter(path => taken.includes(path));
	for (const { path, document } of prepared.changed.filter(({ path }) => taken.includes(path))) {
		if (!unsaved.includes(path)) {
			await userFiles.save(await vscode.workspace.openTextDocument(document.uri), subject, true);
		}
	}
	for (const { uri } of prepared.whole.filter(({ path }) => taken.includes(path))) {
		await userFiles.savedByPerson(uri, subject);
	}
	return { taken, unsaved };
}

/** A copy of each file before anything is shown; answers those of which there was none. */
async function keepAll(userFiles: UserFiles, subject: ReviewSubject, { changed, whole }: PreparedPatch) {
	const kept: string[] = [];
	for (const { path, document, live } of changed) {
		if (await userFiles.keepBefore(document, live, subject)) {
			kept.push(path);
		}
	}
	for (const { path, uri } of whole) {
		if (await userFiles.keepNow(uri, subject)) {
			kept.push(path);
		}
	}
	return kept;
}

function previewedChanges({ title }: ReviewSubject, { changed, whole }: PreparedPatch): PreviewedChange[] {
	const hunks = changed.flatMap(({ path, document, live, proposed }): PreviewedChange[] => {
		const all = hunksBetween(live, proposed);
		return all.map((hunk, at) => ({
			...{ document, hunk },
			label: `${title}, ${path} line ${hunk.baseline.startLine}: +${hunk.current.nLines} −${hunk.baseline.nLines}`,
			description: `change ${at + 1} of ${all.length}`,
		}));
	});
	const wholes = whole.map(
		({ path, uri, kind, text }): PreviewedChange => ({
			...{ uri, text: kind === 'created' ? text : undefined },
			label: `${title}, ${path}: ${kind === 'created' ? 'new file' : 'deleted file'}`,
			description: '',
		}),
	);
	return [...hunks, ...wholes];
}

/** VS Code does not say what was ticked: it is seen from the files. */
async function takenPaths({ changed, whole }: PreparedPatch): Promise<string[]> {
	const inDocuments = await Promise.all(
		changed.map(async ({ path, document, live }) => {
			const { uri } = document;
			return (await vscode.workspace.openTextDocument(uri)).getText() === live ? [] : [path];
		}),
	);
	const inFolders = await Promise.all(
		whole.map(async ({ path, uri, kind }) => ((await isThere(uri)) === (kind === 'created') ? [path] : [])),
	);
	return [...inDocuments, ...inFolders].flat();
}

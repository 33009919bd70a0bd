import * as vscode from 'vscode';
import { fileChanges } from '../../runs/pure/diff/fileChanges';
import type { PatchCandidate } from '../../runs/pure/fold/patchCandidates';
import { patchName } from '../../runs/pure/fold/shownPatch';
import type { PatchedFile } from '../../runs/pure/model/patch';
import { engineText } from '../engineText';
import { uriOfPath } from '../workspacePaths';
import { patchSideUri } from './patchDocuments';

/** Two sides of one file; undefined if the file does not exist on that side. */
export interface ChangedFile {
	readonly path: string;
	readonly left: vscode.Uri | undefined;
	readonly right: vscode.Uri | undefined;
}

/** Opens files side by side in VS Code's diff editor; several files in the multi-file one. */
export async function openChanges(title: string, files: readonly ChangedFile[]): Promise<void> {
	const [first, ...others] = files;
	if (first?.left !== undefined && first.right !== undefined && others.length === 0) {
		await vscode.commands.executeCommand('vscode.diff', first.left, first.right, title, { preview: true });
		return;
	}
	// "Open file" acts on the label, so it is the real file.
	const rows = files.map(({ path, left, right }) => [uriOfPath(path) ?? left ?? right, left, right]);
	await vscode.commands.executeCommand('vscode.changes', title, rows);
}

/** Opens the diff of a patch, or of one of its files; a renamed file is compared with the file of its old name. */
export async function openPatchDiff(
	run: string,
	{ number, patch }: Pick<PatchCandidate, 'number' | 'patch'>,
	path?: string,
): Promise<void> {
	const changes = fileChanges(patch.files).filter(({ file }) => path === undefined || file.path === path);
	const [only, ...others] = changes;
	const name =
		only === undefined || others.length > 0
			? engineText(patchName({ number }))
			: vscode.l10n.t('{0} (Patch {1})', `${only.file.path.split('/').at(-1)}`, number);
	const side = (file: PatchedFile, side: 'before' | 'after') =>
		file[side] === undefined ? undefined : patchSideUri({ run, patch: patch.id, path: file.path, side });
	await openChanges(
		name,
		changes.map(({ file, old = file }) => ({
			path: file.path,
			left: side(old, 'before'),
			right: side(file, 'after'),
		})),
	);
}

/** Compares the results of two patches; the one with the smaller number is on the left. */
export async function openComparedPatches(run: string, one: PatchCandidate, other: PatchCandidate): Promise<void> {
	const [left, right] = one.number < other.number ? [one, other] : [other, one];
	const paths = [...new Set([left, right].flatMap(({ patch }) => patch.files.map(({ path }) => path)))].sort();
	const result = (here: PatchCandidate, there: PatchCandidate, path: string) => {
		const own = here.patch.files.find(file => file.path === path);
		const side = own === undefined ? 'before' : 'after';
		const file = own ?? there.patch.files.find(each => each.path === path);
		const { id } = (own === undefined ? there : here).patch;
		return file?.[side] === undefined ? undefined : patchSideUri({ run, patch: id, path, side });
	};
	await openChanges(
		vscode.l10n.t('Patch {0} ↔ Patch {1}', left.number, right.number),
		paths.map(path => ({ path, left: result(left, right, path), right: result(right, left, path) })),
	);
}

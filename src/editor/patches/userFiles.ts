import * as vscode from 'vscode';
import type { TextHunk } from '../../core/diff/hunksBetween';
import { withLineEnds } from '../../core/diff/withLineEnds';
import { UserError } from '../../core/util/userError';
import { requireInside } from './requireInside';
import { hashOf, type PatchRef, type RestorePoints } from './restore/restorePoints';

/** Hunks to be put into, or taken out of, the text of an open document. */
export interface BufferEdit {
	readonly document: vscode.TextDocument;
	readonly hunks: readonly TextHunk[];
	/** Which side of the hunks is in the text now. */
	readonly from: 'baseline' | 'current';
}

/** An entry of a preview: a hunk of an open document, or a file that is made, or deleted (`text` undefined). */
export type PreviewedChange = { readonly label: string; readonly description: string } & (
	| { readonly document: vscode.TextDocument; readonly hunk: TextHunk }
	| { readonly uri: vscode.Uri; readonly text: string | undefined }
);

/**
 * The one place that changes the person's files: by what they accepted, after a copy of what was there. Buffers may hold
 * what is still to be decided; disk never does.
 */
export class UserFiles {
	private readonly points: RestorePoints;

	constructor(points: RestorePoints) {
		this.points = points;
	}

	/** Changes buffers only, all of them or none, in one step of undo. */
	async editBuffers(edits: readonly BufferEdit[]): Promise<void> {
		requireTrust();
		const change = new vscode.WorkspaceEdit();
		for (const { document, hunks, from } of edits) {
			requireInside(document.uri);
			change.set(document.uri, hunkEdits(document, hunks, from));
		}
		if (!(await vscode.workspace.applyEdit(change))) {
			throw new UserError('VS Code did not take the change: a file changed meanwhile or is read-only. Try again.');
		}
	}

	/**
	 * Shows changes in VS Code's preview of a refactoring, where the person ticks what they take, and waits until they have.
	 * Whoever calls this has kept copies. False where nothing was applied: discarded, or changed meanwhile.
	 */
	async preview(changes: readonly PreviewedChange[]): Promise<boolean> {
		requireTrust();
		const all = new vscode.WorkspaceEdit();
		for (const change of changes) {
			requireInside('uri' in change ? change.uri : change.document.uri);
			addPreviewed(all, change);
		}
		return vscode.workspace.applyEdit(all);
	}

	/** Keeps a file as it is. False: an older copy of it is kept already, and stays. */
	async keepNow(uri: vscode.Uri, of: PatchRef): Promise<boolean> {
		return this.points.keep(of, requireInside(uri), await bytesAt(uri));
	}

	/**
	 * Keeps a file as it is in the editor without the patch: `text`. These are the bytes on disk where they say the same,
	 * else `text` in the encoding of the document. False: an older copy of it is kept already, and stays.
	 */
	async keepBefore(document: vscode.TextDocument, text: string, of: PatchRef): Promise<boolean> {
		const { encoding, uri } = document;
		const bytes = await bytesAt(uri);
		const isOnDisk = bytes !== undefined && isSameText(await vscode.workspace.decode(bytes, { encoding }), text);
		const before = isOnDisk ? bytes : await vscode.workspace.encode(text, { encoding });
		return this.points.keep(of, requireInside(uri), before);
	}

	/** Writes the buffer, in which nothing is left to decide. */
	async save(document: vscode.TextDocument, of: PatchRef, accepted: boolean): Promise<void> {
		requireTrust();
		const path = requireInside(document.uri);
		if (accepted) {
			await this.points.keep(of, path, await bytesAt(document.uri));
		}
		if (document.isDirty && !(await document.save())) {
			throw new UserError(`${path} could not be saved. It is still open: save it yourself, or undo.`);
		}
		if (accepted) {
			await this.points.accepted(of, path, await bytesAt(document.uri));
		}
	}

	/** Remembers what is on disk of a file that the person saved themselves, by that or otherwise. */
	async savedByPerson(uri: vscode.Uri, of: PatchRef): Promise<void> {
		await this.points.accepted(of, requireInside(uri), await bytesAt(uri));
	}

	/** Makes a file that was not there, or deletes one that was (`text` undefined). */
	async replaceWhole(uri: vscode.Uri, text: string | undefined, of: PatchRef): Promise<void> {
		requireTrust();
		const path = requireInside(uri);
		const before = await bytesAt(uri);
		if (text !== undefined && before !== undefined) {
			throw new UserError(`${path} exists by now and is not overwritten.`);
		}
		await this.points.keep(of, path, before);
		const after = text === undefined ? undefined : new TextEncoder().encode(text);
		await write(uri, after);
		await this.points.accepted(of, path, after);
	}

	/** Files to be restored that were changed since the patch was accepted; what they have now would be lost. */
	async changedSince(
		files: readonly { uri: vscode.Uri; hashAfter: string | undefined }[],
	): Promise<readonly vscode.Uri[]> {
		const changed = await Promise.all(
			files.map(async ({ uri, hashAfter }) => {
				const bytes = await bytesAt(uri);
				return (bytes && hashOf(bytes)) === hashAfter ? [] : [uri];
			}),
		);
		return changed.flat();
	}

	/** Writes a new file to the place the person chose for it. */
	async saveChosen(uri: vscode.Uri, text: string): Promise<void> {
		await write(uri, new TextEncoder().encode(text));
	}

	/** Gives files back the bytes they had. */
	async restore(files: readonly { uri: vscode.Uri; bytes: Uint8Array | undefined }[]): Promise<void> {
		requireTrust();
		for (const { uri } of files) {
			if (vscode.workspace.textDocuments.some(each => each.isDirty && each.uri.toString() === uri.toString())) {
				throw new UserError(`${requireInside(uri)} has changes that are not saved. Save or revert it, then restore.`);
			}
		}
		for (const { uri, bytes } of files) {
			await write(uri, bytes);
		}
	}
}

/** The edits that exchange one side of hunks for the other. */
export function hunkEdits(
	document: vscode.TextDocument,
	hunks: readonly TextHunk[],
	from: BufferEdit['from'],
): vscode.TextEdit[] {
	const to = from === 'current' ? 'baseline' : 'current';
	return hunks.map(hunk => {
		const { offset, text } = hunk[from];
		const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + text.length));
		return vscode.TextEdit.replace(range, hunk[to].text);
	});
}

function addPreviewed(all: vscode.WorkspaceEdit, change: PreviewedChange): void {
	const metadata = { needsConfirmation: true, label: change.label, description: change.description };
	if ('hunk' in change) {
		for (const { range, newText } of hunkEdits(change.document, [change.hunk], 'baseline')) {
			all.replace(change.document.uri, range, newText, metadata);
		}
	} else if (change.text === undefined) {
		all.deleteFile(change.uri, {}, metadata);
	} else {
		all.createFile(change.uri, { contents: new TextEncoder().encode(change.text) }, metadata);
	}
}

/** An editor has one kind of line end throughout and no byte order mark in its text. */
function isSameText(onDisk: string, text: string): boolean {
	return withLineEnds(onDisk.replace(/^\ufeff/, ''), '\n') === withLineEnds(text, '\n');
}

async function write(uri: vscode.Uri, bytes: Uint8Array | undefined): Promise<void> {
	if (bytes !== undefined) {
		await vscode.workspace.fs.writeFile(uri, bytes);
	} else if ((await bytesAt(uri)) !== undefined) {
		await vscode.workspace.fs.delete(uri);
	}
}

async function bytesAt(uri: vscode.Uri): Promise<Uint8Array | undefined> {
	try {
		return await vscode.workspace.fs.readFile(uri);
	} catch (error) {
		if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') {
			return undefined;
		}
		throw error;
	}
}

function requireTrust(): void {
	if (!vscode.workspace.isTrusted) {
		throw new UserError('This folder is in Restricted Mode: patches can be looked at, and accepted once you trust it.');
	}
}

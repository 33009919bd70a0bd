import { setTimeout as wait } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { UserFileAccess } from '../../patches/pure/acceptance/userFileAccess';
import type { TextHunk } from '../../runs/pure/diff/hunksBetween';
import { withLineEnds } from '../../runs/pure/diff/withLineEnds';
import { isWithin } from '../../system/node/files/isWithin';
import { realPath } from '../../system/node/files/realPath';
import { UserError } from '../../system/pure/errors/userError';
import { pathOfUri, uriOfPath } from '../workspacePaths';

/** How long to wait for an open editor to load the text written to its file. */
const reloadMs = 2000;
/** How long to wait for a save that was under way. */
const savingMs = 2000;

/**
 * The only place that changes the user's files: with accepted or typed text, in a trusted workspace, and never outside of
 * it. It also edits review documents, which are buffers and not files.
 */
export class UserFiles implements UserFileAccess {
	async read(path: string): Promise<Uint8Array | undefined> {
		const uri = insideUri(path);
		const document = openDocument(uri);
		if (document && !(await saveDocument(document))) {
			throw new UserError(`${path} has unsaved changes and could not be saved. Save or revert it first.`);
		}
		return bytesAt(uri);
	}

	async write(path: string, bytes: Uint8Array | undefined): Promise<void> {
		const uri = insideUri(path);
		requireTrust();
		if (bytes === undefined) {
			await vscode.workspace.fs.delete(uri);
			return;
		}
		await vscode.workspace.fs.writeFile(uri, bytes);
		const text = withLineEnds(await this.decode(path, bytes), '\n');
		const isStale = () => {
			const document = openDocument(uri);
			return document !== undefined && !document.isDirty && withLineEnds(document.getText(), '\n') !== text;
		};
		for (let leftMs = reloadMs; leftMs > 0 && isStale(); leftMs -= 20) {
			await wait(20);
		}
	}

	async decode(path: string, bytes: Uint8Array): Promise<string> {
		const uri = insideUri(path);
		const encoding = await encodingOf(uri);
		const text =
			encoding === undefined ? vscode.workspace.decode(bytes, { uri }) : vscode.workspace.decode(bytes, { encoding });
		return (await text).replace(/^\ufeff/, '');
	}

	async encode(path: string, text: string): Promise<Uint8Array> {
		const uri = insideUri(path);
		const encoding = await encodingOf(uri);
		return encoding === undefined
			? vscode.workspace.encode(text, { uri })
			: vscode.workspace.encode(text, { encoding });
	}

	/** The file with unsaved changes and `\n` line ends; undefined if it does not exist. Writes nothing. */
	async textNow(path: string): Promise<string | undefined> {
		const uri = insideUri(path);
		const document = openDocument(uri);
		if (document?.isDirty) {
			return withLineEnds(document.getText(), '\n');
		}
		// Not the text of a clean editor, which may lag behind the disk.
		const bytes = await bytesAt(uri);
		return bytes && withLineEnds(await this.decode(path, bytes), '\n');
	}

	/**
	 * Replaces one side of hunks with the other in a review document, in one undo step. Returns whether it did: VS Code
	 * refuses if the text has changed meanwhile.
	 */
	async editReview(
		document: vscode.TextDocument,
		hunks: readonly TextHunk[],
		from: 'baseline' | 'current',
	): Promise<boolean> {
		const change = new vscode.WorkspaceEdit();
		const to = from === 'current' ? 'baseline' : 'current';
		for (const hunk of hunks) {
			const { startLine, nLines } = hunk[from];
			const range = new vscode.Range(startLine - 1, 0, startLine - 1 + nLines, 0);
			change.replace(document.uri, document.validateRange(range), hunk[to].text);
		}
		return hunks.length === 0 || vscode.workspace.applyEdit(change);
	}

	/**
	 * Adds an undo step to a review document that changes no text: VS Code reports its undo and redo like any other. Returns
	 * whether it was added; an empty document gets none.
	 */
	async addUndoStep(document: vscode.TextDocument, nearLine: number): Promise<boolean> {
		// VS Code refuses an edit of a text or an editor that has changed since.
		for (let nTries = 0; nTries < 3; nTries++) {
			const range = rangeWithText(document, nearLine);
			if (range === undefined) {
				return false;
			}
			if (await replaceBySame(document, range).catch(() => false)) {
				return true;
			}
		}
		return false;
	}

	/** Saves a review document; `ReviewDocuments` writes the user's file. */
	async saveReview(document: vscode.TextDocument): Promise<void> {
		await saveDocument(document);
	}

	/** Writes a new file to the place the user chose. */
	async saveChosen(uri: vscode.Uri, content: string | Uint8Array): Promise<void> {
		const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
		await vscode.workspace.fs.writeFile(uri, bytes);
	}
}

/** Returns whether the document is saved. */
async function saveDocument(document: vscode.TextDocument): Promise<boolean> {
	if (!document.isDirty || (await document.save())) {
		return true;
	}
	// VS Code answers false at once while the document is being saved already, for example by auto save.
	for (let leftMs = savingMs; leftMs > 0 && document.isDirty; leftMs -= 20) {
		await wait(20);
	}
	return !document.isDirty || document.save();
}

/** The open document of a URI. */
export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
	return vscode.workspace.textDocuments.find(each => !each.isClosed && each.uri.toString() === uri.toString());
}

async function replaceBySame(document: vscode.TextDocument, range: vscode.Range): Promise<boolean> {
	const text = document.getText(range);
	const editor = vscode.window.visibleTextEditors.find(each => each.document === document);
	if (editor === undefined) {
		const change = new vscode.WorkspaceEdit();
		change.replace(document.uri, range, text);
		return vscode.workspace.applyEdit(change);
	}
	// VS Code drops a WorkspaceEdit without effect if the document is in the active editor.
	const { selections } = editor;
	const isAdded = await editor.edit(builder => builder.replace(range, text));
	editor.selections = selections;
	return isAdded;
}

/** A part of a path that some system takes for the folder of a version control system's hooks and settings. */
const inRepository = /(?:^|\/)(?:\.(?:git|hg|svn)|git~\d)[ .]*(?:\/|$)/i;

/** Throws `UserError` for a path that leads out of the workspace, also by way of a symbolic link, or into a repository. */
function insideUri(path: string): vscode.Uri {
	const uri = uriOfPath(path);
	const folder = uri && vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath;
	if (uri === undefined || folder === undefined || pathOfUri(uri) === undefined) {
		throw new UserError(`${path} is outside the workspace and is not changed.`);
	}
	if (inRepository.test(path)) {
		throw new UserError(`${path} belongs to the repository itself and is not changed.`);
	}
	if (!isWithin(realPath(uri.fsPath), realPath(folder))) {
		throw new UserError(`${path} is outside the workspace, through a symbolic link, and is not changed.`);
	}
	return uri;
}

/** Undefined if the file does not exist. */
async function encodingOf(uri: vscode.Uri): Promise<string | undefined> {
	return (await bytesAt(uri)) === undefined ? undefined : (await vscode.workspace.openTextDocument(uri)).encoding;
}

/** The nearest line that has text, else the nearest line end. */
function rangeWithText(document: vscode.TextDocument, nearLine: number): vscode.Range | undefined {
	const lines = Array.from({ length: document.lineCount }, (_, at) => at);
	const byDistance = lines.sort((a, b) => Math.abs(a - nearLine + 1) - Math.abs(b - nearLine + 1));
	const line = byDistance.find(at => document.lineAt(at).text !== '');
	const [first = 0] = byDistance;
	const atEnd = Math.max(0, Math.min(first, document.lineCount - 2));
	return line !== undefined
		? document.lineAt(line).range
		: document.lineCount > 1
			? new vscode.Range(atEnd, 0, atEnd + 1, 0)
			: undefined;
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

/** Throws `UserError` in Restricted Mode. */
export function requireTrust(): void {
	if (!vscode.workspace.isTrusted) {
		throw new UserError('This folder is in Restricted Mode. Trust it to accept patches; Open Diff works without.', {
			cures: [{ kind: 'trust' }],
		});
	}
}

import * as vscode from 'vscode';
import { hunksBetween } from '../../core/diff/hunksBetween';
import { mergeTexts } from '../../core/diff/mergeTexts';
import { withLineEnds } from '../../core/diff/withLineEnds';
import type { Patch, PatchedFile } from '../../core/model/patch';
import { UserError } from '../../core/util/userError';
import { uriOfPath } from '../workspacePaths';
import { isThere } from './isThere';

/** A file a patch changes, and what its buffer would become. */
export interface PreparedFile {
	readonly path: string;
	readonly document: vscode.TextDocument;
	/** The buffer as it is. */
	readonly live: string;
	/** With the patch; in a conflict what the person has is left. */
	readonly proposed: string;
}

/** A file a patch makes or deletes: decided as a whole. */
export interface WholeFile {
	readonly path: string;
	readonly uri: vscode.Uri;
	readonly kind: 'created' | 'deleted';
	/** What is made, or what was there. */
	readonly text: string;
}

export interface PreparedPatch {
	readonly changed: readonly PreparedFile[];
	readonly whole: readonly WholeFile[];
	/** Files that are not as they were when the patch was written, and took it all the same. */
	readonly merged: readonly string[];
	/** In sentences that name the file. */
	readonly conflicts: readonly string[];
}

/** What a patch would do to the files as they are now, unsaved changes included. Changes nothing. */
export async function preparePatch(patch: Patch): Promise<PreparedPatch> {
	const parts = await Promise.all(patch.files.map(preparedFile));
	return {
		changed: parts.flatMap(part => part.changed ?? []),
		whole: parts.flatMap(part => part.whole ?? []),
		merged: parts.flatMap(part => part.merged ?? []),
		conflicts: parts.flatMap(part => part.conflicts ?? []),
	};
}

type Part = Partial<PreparedPatch>;

async function preparedFile({ path, before, after }: PatchedFile): Promise<Part> {
	const uri = uriOfPath(path);
	if (uri === undefined) {
		throw new UserError(`${path} lies outside the workspace: this patch cannot be applied here.`);
	}
	const document = (await isThere(uri)) ? await vscode.workspace.openTextDocument(uri) : undefined;
	if (document === undefined) {
		return missingFile(path, uri, before, after);
	}
	const end = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
	const live = document.getText();
	const [old, fresh] = [before, after].map(text => text && withLineEnds(text, end));
	if (old === undefined) {
		return fresh === live ? {} : { conflicts: [`${path} is new in the patch, and there is one by now.`] };
	}
	if (fresh === undefined) {
		return live === old
			? { whole: [{ path, uri, kind: 'deleted', text: old }] }
			: { conflicts: [`${path} is deleted by the patch, and was changed since.`] };
	}
	const { text, conflicts } = mergeTexts(old, { mine: live, theirs: fresh }, 'mine');
	return {
		changed: hunksBetween(live, text).length === 0 ? [] : [{ path, document, live, proposed: text }],
		merged: live === old || conflicts.length > 0 ? [] : [path],
		conflicts: conflicts.map(
			({ startLine, mine }) => `${path} ${linesText(startLine, mine)} changed where the patch does.`,
		),
	};
}

function missingFile(path: string, uri: vscode.Uri, before: string | undefined, after: string | undefined): Part {
	if (before === undefined) {
		return { whole: [{ path, uri, kind: 'created', text: after ?? '' }] };
	}
	return after === undefined ? {} : { conflicts: [`${path} is not there any more.`] };
}

function linesText(startLine: number, text: string): string {
	const endLine = startLine + Math.max(1, text.split('\n').length - 1) - 1;
	return endLine === startLine ? `line ${startLine}` : `lines ${startLine}–${endLine}`;
}

import * as vscode from 'vscode';
import type { TextHunk } from '../../../core/diff/hunksBetween';
import { compareText } from '../../../core/util/compareText';
import type { WholeFile } from '../preparePatch';
import type { PatchReview } from './patchReview';
import type { ReviewedFile } from './reviewedFile';

/** Something to be decided, and where it is. */
export type PendingPlace =
	| { readonly path: string; readonly line: number; readonly file: ReviewedFile; readonly hunk: TextHunk }
	| { readonly path: string; readonly line: number; readonly whole: WholeFile };

/** In the order in which one walks through them: by path, then from top to bottom. */
export function pendingPlaces({ files, whole }: PatchReview): PendingPlace[] {
	const hunks = files.flatMap(file =>
		file.pending.hunks.map(hunk => ({ path: file.path, line: hunkLine(file, hunk), file, hunk })),
	);
	const wholes = whole.map(each => ({ path: each.path, line: 1, whole: each }));
	return [...hunks, ...wholes].sort((a, b) => compareText(a.path, b.path) || a.line - b.line);
}

/** 1-based; of lines that are gone, the one behind them. */
function hunkLine({ document }: ReviewedFile, { current }: TextHunk): number {
	return Math.min(current.startLine, document?.lineCount ?? current.startLine);
}

/** What VS Code's peek hands over: 1-based lines; an end of 0 for a deletion, which lies behind the start. */
export interface LineChange {
	readonly modifiedStartLineNumber: number;
	readonly modifiedEndLineNumber: number;
}

/** Hunks that share lines with a change as VS Code has worked it out, which may cut differently. */
export function hunksOfChange({ pending }: ReviewedFile, change: LineChange): TextHunk[] {
	const isDeletion = change.modifiedEndLineNumber === 0;
	const first = change.modifiedStartLineNumber + (isDeletion ? 1 : 0);
	const last = isDeletion ? first : change.modifiedEndLineNumber;
	return pending.hunks.filter(({ current: { startLine, nLines } }) => {
		return startLine <= last && first <= startLine + Math.max(1, nLines) - 1;
	});
}

export function isLineChange(value: unknown): value is LineChange {
	return (
		typeof value === 'object' &&
		value !== null &&
		'modifiedStartLineNumber' in value &&
		'modifiedEndLineNumber' in value &&
		typeof value.modifiedStartLineNumber === 'number' &&
		typeof value.modifiedEndLineNumber === 'number'
	);
}

/** Where the caret is, if that can be compared with what is pending. */
export function caretPlace(): { readonly uri: vscode.Uri; readonly line: number } | undefined {
	const editor = vscode.window.activeTextEditor;
	return editor && { uri: editor.document.uri, line: editor.selection.active.line + 1 };
}

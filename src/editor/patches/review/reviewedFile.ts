import type * as vscode from 'vscode';
import type { FileReview } from '../../../patches/pure/acceptance/fileReview';
import { selfRunning } from '../../../patches/pure/acceptance/selfRunning';
import type { TextHunk } from '../../../runs/pure/diff/hunksBetween';
import type { PendingHunks } from '../../../runs/pure/diff/textReview';
import { withLineEnds } from '../../../runs/pure/diff/withLineEnds';
import { openDocument } from '../userFiles';

/** A file under review and the document for its review. */
export class ReviewedFile {
	readonly path: string;
	/** URI of the review document. */
	readonly uri: vscode.Uri;
	/** URI of the user's file. */
	readonly fileUri: vscode.Uri;
	readonly review: FileReview;
	/** Why the file runs by itself: each of its changes must be accepted on its own. */
	readonly warning: string | undefined;
	/** Content of the last saved review document: the user's file with the pending hunks. */
	saved: string;
	/** When `saved` changed; the document's file system reports it. */
	modifiedMs = Date.now();
	/** The text of the open document before its next change. */
	lastText: string | undefined;

	constructor(path: string, uris: { readonly review: vscode.Uri; readonly file: vscode.Uri }, review: FileReview) {
		this.path = path;
		this.uri = uris.review;
		this.fileUri = uris.file;
		this.review = review;
		this.warning = selfRunning(path);
		this.saved = review.proposed;
	}

	get document(): vscode.TextDocument | undefined {
		return openDocument(this.uri);
	}

	/** The text under review, unsaved edits included, with `\n` line ends. */
	get live(): string {
		return withLineEnds(this.document?.getText() ?? this.saved, '\n');
	}

	get pending(): PendingHunks {
		return this.review.pending(this.live);
	}

	/** The hunk of a line; a hunk that only deletes belongs to the line below it, or to the last line. */
	hunkAt(line: number): TextHunk | undefined {
		return this.pending.hunks.find(hunk => {
			const first = this.lineOf(hunk);
			return first <= line && line < first + Math.max(1, hunk.current.nLines);
		});
	}

	/** The 1-based first line of a hunk, at most the last line of the document. */
	lineOf({ current }: TextHunk): number {
		const nLines = this.live.split('\n').length;
		return Math.min(current.startLine, nLines);
	}

	setSaved(text: string): void {
		this.saved = text;
		this.modifiedMs = Math.max(Date.now(), this.modifiedMs + 1);
	}
}

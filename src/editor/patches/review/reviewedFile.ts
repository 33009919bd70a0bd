import * as vscode from 'vscode';
import type { TextHunk } from '../../../core/diff/hunksBetween';
import { mergeTexts } from '../../../core/diff/mergeTexts';
import { type PendingHunks, pendingHunks, type TextReview } from '../../../core/diff/textReview';
import { withLineEnds } from '../../../core/diff/withLineEnds';

const nothing: PendingHunks = { baseline: '', hunks: [] };

/** One file under review. Its hunks are worked out from the buffer as it is, whenever somebody asks. */
export class ReviewedFile {
	readonly path: string;
	readonly uri: vscode.Uri;
	/** The person had changes of their own that were not saved, so saving stays with them. */
	readonly wasDirty: boolean;
	accepted: boolean;
	private texts: TextReview;
	private known: { readonly live: string; readonly texts: TextReview; readonly pending: PendingHunks } | undefined;

	constructor(path: string, uri: vscode.Uri, texts: TextReview, state: { wasDirty: boolean; accepted: boolean }) {
		this.path = path;
		this.uri = uri;
		this.texts = texts;
		this.wasDirty = state.wasDirty;
		this.accepted = state.accepted;
	}

	/** Undefined once it is closed: then nothing is pending any more. */
	get document(): vscode.TextDocument | undefined {
		const uri = this.uri.toString();
		return vscode.workspace.textDocuments.find(each => !each.isClosed && each.uri.toString() === uri);
	}

	/** In the line ends the buffer has by now. */
	get review(): TextReview {
		const end = this.document?.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
		return { baseline: withLineEnds(this.texts.baseline, end), proposed: withLineEnds(this.texts.proposed, end) };
	}

	set review(review: TextReview) {
		this.texts = review;
	}

	get pending(): PendingHunks {
		const live = this.document?.getText();
		if (live === undefined) {
			return nothing;
		}
		if (this.known?.live !== live || this.known.texts !== this.texts) {
			this.known = { live, texts: this.texts, pending: pendingHunks(this.review, live) };
		}
		return this.known.pending;
	}

	/** The hunk a line belongs to; one that only deletes belongs to the line behind it, or the last one. */
	hunkAt(line: number): TextHunk | undefined {
		const nLines = this.document?.lineCount ?? 0;
		return this.pending.hunks.find(({ current: { startLine, nLines: n } }) => {
			return n === 0 ? line === Math.min(startLine, nLines) : startLine <= line && line < startLine + n;
		});
	}

	/** Another text with what is pending in `before` put in again. */
	withPending(text: string, { baseline }: PendingHunks, before: string): string {
		return mergeTexts(baseline, { mine: text, theirs: before }, 'theirs').text;
	}
}

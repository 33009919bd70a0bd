import * as vscode from 'vscode';
import { withLineEnds } from '../../../runs/pure/diff/withLineEnds';
import { errorText } from '../../../system/pure/errors/errorText';
import { FlatFileSystem } from '../../flatFileSystem';
import type { ReviewedFile } from './reviewedFile';

export const reviewScheme = 'faultline-review';

/** Identifies the review of a file; it is part of the document's URI, so that a reloaded window finds the review. */
export interface ReviewRef {
	readonly run: string;
	readonly patch: string;
	/** A new review has a new id, so that VS Code does not restore the undo steps of the old one. */
	readonly review: string;
}

/** The URI of a review document. `title` and `path` are shown in the tab. */
export function reviewUri(
	scheme: string,
	{ title, path }: { title: string; path: string },
	ref: ReviewRef,
): vscode.Uri {
	return vscode.Uri.from({ scheme, path: `/${title}/${path}`, query: JSON.stringify(ref) });
}

/** The review that a document belongs to. */
export function reviewRefOf({ query }: vscode.Uri): ReviewRef {
	return JSON.parse(query) as ReviewRef;
}

/** Tabs with review documents. */
export function reviewTabs(scheme: string): { readonly tab: vscode.Tab; readonly uri: vscode.Uri }[] {
	const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
	return tabs.flatMap(tab => {
		const uri = tab.input instanceof vscode.TabInputText ? tab.input.uri : undefined;
		return uri?.scheme === scheme ? [{ tab, uri }] : [];
	});
}

/** The files under review, as `PatchReview` has them. */
export interface ReviewedFiles {
	readonly scheme: string;
	/** Resolves once the files are known. */
	readonly ready: Promise<void>;
	fileOf(uri: vscode.Uri): ReviewedFile | undefined;
	/** `text`: the whole review document, which is being saved. */
	writeSaved(file: ReviewedFile, text: string): Promise<void>;
}

/**
 * The file system of review documents. All saves of such a document (by the user, auto save, a formatter) come here, and
 * only decided and typed text is written to the user's file: pending text cannot reach it.
 */
export class ReviewDocuments extends FlatFileSystem {
	constructor(private readonly review: ReviewedFiles) {
		super(review.scheme);
	}

	async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
		const file = await this.file(uri);
		return { type: vscode.FileType.File, ctime: 0, mtime: file.modifiedMs, size: bytesOf(uri, file.saved).length };
	}

	async readFile(uri: vscode.Uri): Promise<Uint8Array> {
		return bytesOf(uri, (await this.file(uri)).saved);
	}

	async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
		const file = await this.file(uri);
		const encoding = file.document?.encoding ?? 'utf8';
		const text = (await vscode.workspace.decode(content, { encoding })).replace(/^\ufeff/, '');
		try {
			await this.review.writeSaved(file, withLineEnds(text, '\n'));
		} catch (error) {
			// VS Code shows the message beside "Failed to save".
			throw vscode.FileSystemError.Unavailable(errorText(error));
		}
		file.setSaved(text);
	}

	private async file(uri: vscode.Uri): Promise<ReviewedFile> {
		await this.review.ready;
		const file = this.review.fileOf(uri);
		if (file === undefined) {
			throw vscode.FileSystemError.FileNotFound(uri);
		}
		return file;
	}
}

/** UTF-8, with a byte order mark only where VS Code would read it in the encoding of the settings, or guess one. */
function bytesOf(uri: vscode.Uri, text: string): Uint8Array {
	const files = vscode.workspace.getConfiguration('files', uri);
	const isOfLanguages = (files.inspect('encoding')?.languageIds ?? []).length > 0;
	const isRead = files.get('encoding') === 'utf8' && !isOfLanguages && files.get('autoGuessEncoding') !== true;
	return new TextEncoder().encode(isRead ? text : `\ufeff${text}`);
}

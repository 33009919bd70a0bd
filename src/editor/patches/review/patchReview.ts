import * as vscode from 'vscode';
import { hunksBetween, type TextHunk } from '../../../core/diff/hunksBetween';
import { acceptAll, acceptHunk, rejectAll, rejectHunk } from '../../../core/diff/textReview';
import { uriOfPath } from '../../workspacePaths';
import type { PreparedPatch, WholeFile } from '../preparePatch';
import type { PatchRef } from '../restore/restorePoints';
import type { UserFiles } from '../userFiles';
import { ReviewedFile } from './reviewedFile';
import type { KeptReview, ReviewFile } from './reviewFile';

/** Buffers change with every key; what is shown of a review follows a moment later. */
const quietMs = 60;

export interface ReviewSubject extends PatchRef {
	/** `Patch 1`, as the list of candidates says. */
	readonly title: string;
}

export interface EndedReview {
	readonly subject: ReviewSubject;
	readonly accepted: boolean;
	/** Files that hold what was accepted, and that the person has to save, as they had changes of their own. */
	readonly unsaved: readonly string[];
}

/**
 * The patch that is being looked at in the editor: its changes are in the buffers and not on disk. One at a time in a
 * window. Accepting a hunk moves the baseline, rejecting one edits the buffer; a file is saved once all is decided.
 */
export class PatchReview implements vscode.Disposable {
	private readonly userFiles: UserFiles;
	private readonly file: ReviewFile;
	private readonly changed = new vscode.EventEmitter<void>();
	private readonly ended = new vscode.EventEmitter<EndedReview>();
	private readonly disposable: vscode.Disposable;
	private timer: NodeJS.Timeout | undefined;
	private anyAccepted = false;
	subject: ReviewSubject | undefined;
	files: readonly ReviewedFile[] = [];
	/** Files to be made or deleted that are still to be decided. */
	whole: readonly WholeFile[] = [];
	readonly onDidChange = this.changed.event;
	readonly onDidEnd = this.ended.event;

	constructor(userFiles: UserFiles, file: ReviewFile) {
		this.userFiles = userFiles;
		this.file = file;
		this.disposable = vscode.Disposable.from(
			...[this.changed, this.ended],
			vscode.workspace.onDidChangeTextDocument(({ document }) => this.fileOf(document.uri) && this.refreshSoon()),
			vscode.workspace.onDidCloseTextDocument(({ uri }) => this.fileOf(uri) && this.refreshSoon()),
		);
	}

	/** How much is still to be decided. */
	get nPending(): number {
		return this.files.reduce((sum, { pending }) => sum + pending.hunks.length, this.whole.length);
	}

	/** The file under review that a document shows, its hunks decided or not. */
	fileOf(uri: vscode.Uri): ReviewedFile | undefined {
		const text = uri.toString();
		return this.files.find(file => file.uri.toString() === text);
	}

	/** Puts a patch into the buffers, in one step of undo. */
	async start(subject: ReviewSubject, { changed, whole }: PreparedPatch): Promise<void> {
		const files = changed.map(({ path, document, live, proposed }) => {
			const state = { wasDirty: document.isDirty, accepted: false };
			return new ReviewedFile(path, document.uri, { baseline: live, proposed }, state);
		});
		await this.userFiles.editBuffers(
			changed.map(({ document, live, proposed }) => ({
				document,
				hunks: hunksBetween(live, proposed),
				from: 'baseline',
			})),
		);
		[this.subject, this.files, this.whole, this.anyAccepted] = [subject, files, whole, false];
		await this.refresh();
	}

	/** One hunk, or all of the file. */
	async accept(file: ReviewedFile, hunk?: TextHunk): Promise<void> {
		const { document, pending } = file;
		if (document !== undefined && this.subject !== undefined && pending.hunks.length > 0) {
			const live = document.getText();
			file.review = hunk === undefined ? acceptAll(file.review, live) : acceptHunk(file.review, live, hunk);
			file.accepted = true;
			this.anyAccepted = true;
			// Now, as what is accepted is on disk as soon as the person saves.
			await this.userFiles.keepBefore(document, pending.baseline, this.subject);
			await this.settle([file]);
		}
	}

	/** One hunk, or all of the file. */
	async reject(file: ReviewedFile, hunk?: TextHunk): Promise<void> {
		const { document, pending } = file;
		if (document !== undefined && pending.hunks.length > 0) {
			const [live, hunks] = [document.getText(), hunk === undefined ? pending.hunks : [hunk]];
			const { review } = hunk === undefined ? rejectAll(file.review, live) : rejectHunk(file.review, live, hunk);
			await this.userFiles.editBuffers([{ document, hunks, from: 'current' }]);
			file.review = review;
			await this.settle([file]);
		}
	}

	async decideWhole(whole: WholeFile, verdict: 'accept' | 'reject'): Promise<void> {
		if (verdict === 'accept' && this.subject !== undefined) {
			await this.userFiles.replaceWhole(whole.uri, whole.kind === 'created' ? whole.text : undefined, this.subject);
			this.anyAccepted = true;
		}
		this.whole = this.whole.filter(each => each !== whole);
		await this.settle([]);
	}

	/** All that is left, in all files. */
	async decideAll(verdict: 'accept' | 'reject'): Promise<void> {
		for (const file of this.files) {
			await this[verdict](file);
		}
		for (const whole of this.whole) {
			await this.decideWhole(whole, verdict);
		}
	}

	/**
	 * Goes on with the review of the last window. Answers the files whose text is neither what it was nor what it would
	 * be without the patch: they are left alone.
	 */
	async restore(): Promise<readonly string[]> {
		const kept = await this.file.read();
		if (kept === undefined || this.subject !== undefined) {
			return [];
		}
		const lost: string[] = [];
		const files: ReviewedFile[] = [];
		for (const each of kept.files) {
			const file = await this.restored(each);
			file === undefined ? lost.push(each.path) : files.push(file);
		}
		const { runId, patchId, title, anyAccepted } = kept;
		[this.subject, this.files, this.anyAccepted] = [{ runId, patchId, title }, files, anyAccepted];
		this.whole = kept.whole.flatMap(each => {
			const uri = uriOfPath(each.path);
			return uri === undefined ? [] : [{ ...each, uri }];
		});
		await this.refresh();
		return lost;
	}

	/** Tells everybody what is pending by now, and keeps it for the next window. */
	async refresh(): Promise<void> {
		clearTimeout(this.timer);
		this.timer = undefined;
		this.changed.fire();
		await this.file.write(this.nPending === 0 ? undefined : this.kept());
	}

	dispose(): void {
		clearTimeout(this.timer);
		this.disposable.dispose();
	}

	private refreshSoon(): void {
		this.timer ??= setTimeout(() => void this.refresh(), quietMs);
	}

	/** Saves files in which all is decided, and ends the review when that is so everywhere. */
	private async settle(files: readonly ReviewedFile[]): Promise<void> {
		const { subject } = this;
		if (subject === undefined) {
			return;
		}
		for (const file of files) {
			if (file.document !== undefined && file.pending.hunks.length === 0 && !file.wasDirty) {
				await this.userFiles.save(file.document, subject, file.accepted);
			}
		}
		await this.refresh();
		if (this.nPending === 0) {
			const unsaved = this.files.filter(({ wasDirty, accepted }) => wasDirty && accepted).map(({ path }) => path);
			this.ended.fire({ subject, accepted: this.anyAccepted, unsaved });
		}
	}

	private async restored(kept: KeptReview['files'][number]): Promise<ReviewedFile | undefined> {
		const uri = uriOfPath(kept.path);
		if (uri === undefined) {
			return undefined;
		}
		const document = await vscode.workspace.openTextDocument(uri);
		const file = new ReviewedFile(kept.path, uri, kept, kept);
		const hunks = hunksBetween(document.getText(), kept.live);
		if (hunks.length === 0) {
			return file;
		}
		// The window did not keep what was not saved: the patch is put in again.
		if (document.isDirty || !isWithoutPatch(kept, document.getText())) {
			return undefined;
		}
		await this.userFiles.editBuffers([{ document, hunks, from: 'baseline' }]);
		return file;
	}

	private kept(): KeptReview | undefined {
		return (
			this.subject && {
				v: 1,
				...this.subject,
				files: this.files.flatMap(({ path, review, document, wasDirty, accepted }) =>
					document === undefined ? [] : [{ path, ...review, live: document.getText(), wasDirty, accepted }],
				),
				whole: this.whole.map(({ path, kind, text }) => ({ path, kind, text })),
				anyAccepted: this.anyAccepted,
			}
		);
	}
}

function isWithoutPatch({ baseline, proposed, live }: KeptReview['files'][number], text: string): boolean {
	return rejectAll({ baseline, proposed }, live).live === text;
}

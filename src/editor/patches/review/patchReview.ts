import * as vscode from 'vscode';
import { FileReview, type Verdict } from '../../../patches/pure/acceptance/fileReview';
import type { TextHunk } from '../../../runs/pure/diff/hunksBetween';
import { UserError } from '../../../system/pure/errors/userError';
import { uriOfPath } from '../../workspacePaths';
import type { PreparedFile } from '../preparePatch';
import { FileDecisions, type FileDecisionsDeps, type PatchRef } from './fileDecisions';
import { reviewTabs, reviewUri } from './reviewDocuments';
import type { ReviewDrafts } from './reviewDrafts';
import { ReviewedFile } from './reviewedFile';

/** Text changes with every key; the review is redrawn after this delay. */
const quietMs = 60;

export interface ReviewSubject extends PatchRef {
	/** `Patch 1`, as in the list of patches. */
	readonly title: string;
	/** Distinguishes this review from earlier ones of the same patch. */
	readonly review: string;
}

interface PatchReviewDeps extends FileDecisionsDeps {
	readonly drafts: ReviewDrafts;
	/** URI scheme of review documents. */
	readonly scheme: string;
	readonly showError: (error: unknown) => void;
}

/**
 * The patch that is being reviewed, one at a time in a window, each of its files in a review document: the user's file
 * with the pending hunks. Accepting a hunk writes the user's file; rejecting one edits the review document; each is an
 * undo step there.
 */
export class PatchReview implements vscode.Disposable {
	private readonly decisions: FileDecisions;
	private readonly changed = new vscode.EventEmitter<void>();
	private readonly decidedAll = new vscode.EventEmitter<ReviewSubject>();
	private readonly disposable: vscode.Disposable;
	private watchers: readonly vscode.Disposable[] = [];
	private timer: NodeJS.Timeout | undefined;
	/** While the review ends, it follows no file: that would change a document between its saving and its closing. */
	private ending: Promise<void> | undefined;
	/** Decisions and saves, one at a time. */
	private queue: Promise<unknown> = Promise.resolve();
	/** Resolves once a review of the last window is resumed. */
	ready: Promise<void> = Promise.resolve();
	subject: ReviewSubject | undefined;
	files: readonly ReviewedFile[] = [];
	/** Files that were edited since the patch was written and merged with it. */
	mergedPaths: readonly string[] = [];
	readonly onDidChange = this.changed.event;
	readonly onDidDecideAll = this.decidedAll.event;

	constructor(private readonly deps: PatchReviewDeps) {
		this.decisions = new FileDecisions(deps);
		this.disposable = vscode.Disposable.from(
			...[this.changed, this.decidedAll],
			vscode.workspace.onDidChangeTextDocument(event => this.edited(event)),
			vscode.workspace.onDidOpenTextDocument(document => this.opened(document)),
		);
	}

	get scheme(): string {
		return this.deps.scheme;
	}

	get nPending(): number {
		return this.files.reduce((sum, { pending }) => sum + pending.hunks.length, 0);
	}

	/** The user's files have the pending changes. */
	get isInFiles(): boolean {
		return this.files.some(({ review }) => review.isInFile);
	}

	/** The file of a review document, its hunks decided or not. */
	fileOf(uri: vscode.Uri): ReviewedFile | undefined {
		const text = uri.toString();
		return this.files.find(file => file.uri.toString() === text);
	}

	isOf(runId: string, patchId: string): boolean {
		return this.subject?.runId === runId && this.subject.patchId === patchId;
	}

	/** Ends the review of another patch. Opens no document yet. */
	async start(subject: ReviewSubject, prepared: readonly PreparedFile[]): Promise<void> {
		await this.end();
		await this.resume(subject, prepared);
	}

	/** Continues a review whose documents may be open. */
	async resume(subject: ReviewSubject, prepared: readonly PreparedFile[]): Promise<void> {
		const { runId: run, patchId: patch, review, title } = subject;
		const files = prepared.map(async ({ patched, offered, now }) => {
			const { path } = patched;
			const isInFile = offered.baseline !== undefined;
			const draft = isInFile ? undefined : await this.deps.drafts.read(subject, path, { hunks: offered.hunks, now });
			const uris = {
				review: reviewUri(this.scheme, { title, path }, { run, patch, review }),
				file: uriOfPath(path) ?? vscode.Uri.file(path),
			};
			return new ReviewedFile(path, uris, new FileReview(patched, { ...offered, ...draft }, now));
		});
		this.files = await Promise.all(files);
		this.subject = subject;
		this.mergedPaths = prepared.filter(({ offered }) => offered.isMerged).map(({ patched }) => patched.path);
		this.watchers = this.files.map(({ fileUri }) => this.watch(fileUri));
		this.changed.fire();
	}

	/** Accepts hunks of a file. Writes the user's file, unless it has them. */
	accept(file: ReviewedFile, hunks: readonly TextHunk[]): Promise<void> {
		return this.perform(file, subject => this.decisions.decide('accept', subject, file, hunks));
	}

	/** Rejects hunks of a file. Edits the review document, and the user's file if it has them. */
	reject(file: ReviewedFile, hunks: readonly TextHunk[]): Promise<void> {
		return this.perform(file, subject => this.decisions.decide('reject', subject, file, hunks));
	}

	/**
	 * Decides all pending hunks of some files, by default of all. Accepts none in a file that runs by itself: returns these
	 * files, whose hunks stay pending.
	 */
	async decideAll(verdict: Verdict, files = this.files): Promise<readonly ReviewedFile[]> {
		const pending = files.filter(file => file.pending.hunks.length > 0);
		const left = pending.filter(({ warning }) => verdict === 'accept' && warning !== undefined);
		for (const file of pending.filter(each => !left.includes(each))) {
			await this[verdict](file, file.pending.hunks);
		}
		return left;
	}

	/** Writes decided and typed text to the user's file. `text`: the whole review document, which is being saved. */
	async writeSaved(file: ReviewedFile, text: string): Promise<void> {
		await this.inTurn(async subject => {
			const { review, path, document, live } = file;
			// An edit since the save began is part of what the review knows: with the older text, hunks pending before an undo
			// would look typed.
			const now = document === undefined ? text : live;
			await this.decisions.writeTyped(file, now);
			const { baseline, hunks } = review.pending(now);
			if (hunks.length > 0 && !review.isInFile) {
				await this.deps.drafts.write(subject, path, { hunks: review.offered, baseline, text: now });
			}
		});
	}

	/** Resolves once no decision and no save is under way, those that begin meanwhile included. */
	async settled(): Promise<void> {
		for (let last: Promise<unknown> | undefined; last !== this.queue; ) {
			last = this.queue;
			await last;
		}
	}

	/**
	 * Saves and closes the review documents. Pending hunks stay pending in the log. Throws `UserError`, and the review
	 * continues, if the user's edits cannot be saved.
	 */
	end(): Promise<void> {
		this.ending ??= this.endNow().finally(() => {
			this.ending = undefined;
		});
		return this.ending;
	}

	dispose(): void {
		clearTimeout(this.timer);
		vscode.Disposable.from(...this.watchers, this.disposable).dispose();
	}

	private async endNow(): Promise<void> {
		await this.settled();
		const unsaved = () => this.files.filter(({ document }) => document?.isDirty === true);
		// An undo that comes meanwhile is carried out, and makes a document dirty again.
		for (let nTries = 0; nTries < 3 && unsaved().length > 0; nTries++) {
			for (const file of unsaved()) {
				// If the user's file changed in the same lines, the typed text is saved as a pending change.
				await this.inTurn(subject => this.decisions.follow(subject, file));
				await this.clean(file);
			}
		}
		const [left] = unsaved();
		if (left !== undefined) {
			throw new UserError(`What was typed in ${left.path} under review could not be saved. Save or revert it first.`);
		}
		await vscode.window.tabGroups.close(reviewTabs(this.scheme).map(({ tab }) => tab));
		await this.settled();
		clearTimeout(this.timer);
		this.timer = undefined;
		vscode.Disposable.from(...this.watchers).dispose();
		[this.subject, this.files, this.watchers] = [undefined, [], []];
		this.changed.fire();
	}

	private async perform(file: ReviewedFile, work: (subject: ReviewSubject) => Promise<void>): Promise<void> {
		await this.inTurn(async subject => {
			await work(subject);
			await this.decisions.follow(subject, file);
		});
		await this.clean(file);
		this.changed.fire();
		if (this.subject !== undefined && this.nPending === 0) {
			this.decidedAll.fire(this.subject);
		}
	}

	/** Must not run within a turn: saving the document calls `writeSaved`. */
	private async clean({ document }: ReviewedFile): Promise<void> {
		if (document !== undefined) {
			await this.deps.userFiles.saveReview(document);
		}
	}

	private opened(document: vscode.TextDocument): void {
		const file = this.fileOf(document.uri);
		if (file !== undefined) {
			file.lastText = file.live;
			this.changed.fire();
		}
	}

	private edited({ document, contentChanges, reason }: vscode.TextDocumentChangeEvent): void {
		const file = this.fileOf(document.uri);
		if (file === undefined) {
			const uri = document.uri.toString();
			this.files.some(({ fileUri }) => fileUri.toString() === uri) && this.followSoon();
			return;
		}
		if (contentChanges.length === 0) {
			return;
		}
		const [from, to] = [file.lastText ?? file.live, file.live];
		file.lastText = to;
		const kind = reason === undefined ? 'typed' : reason === vscode.TextDocumentChangeReason.Undo ? 'undo' : 'redo';
		const step = file.review.followEdit(kind, from, to);
		if (step !== undefined && kind !== 'typed') {
			const replayed = this.perform(file, subject => this.decisions.replay(subject, file, step, kind));
			replayed.catch(this.deps.showError);
		}
		this.followSoon();
	}

	private watch(uri: vscode.Uri): vscode.Disposable {
		const watcher = vscode.workspace.createFileSystemWatcher(
			new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), '*'),
		);
		const follow = (changed: vscode.Uri) => changed.toString() === uri.toString() && this.followSoon();
		return vscode.Disposable.from(
			watcher,
			watcher.onDidChange(follow),
			watcher.onDidCreate(follow),
			watcher.onDidDelete(follow),
		);
	}

	private followSoon(): void {
		this.timer ??= setTimeout(() => {
			this.timer = undefined;
			this.changed.fire();
			void this.followAll().catch(this.deps.showError);
		}, quietMs);
	}

	private async followAll(): Promise<void> {
		for (const file of this.files) {
			// The user decides when to save typed text.
			const isToClean = await this.enqueue(async () => {
				const { subject, ending } = this;
				const wasDirty = file.document?.isDirty === true;
				// The review may end at any moment.
				const follows = subject !== undefined && ending === undefined && this.files.includes(file);
				return follows && (await this.decisions.follow(subject, file)) && !wasDirty;
			});
			await (isToClean && this.clean(file));
		}
		this.changed.fire();
	}

	private inTurn<T>(work: (subject: ReviewSubject) => Promise<T>): Promise<T> {
		return this.enqueue(() => {
			const { subject } = this;
			if (subject === undefined) {
				throw new UserError('The review has ended. Review the patch again.');
			}
			return work(subject);
		});
	}

	private enqueue<T>(work: () => Promise<T>): Promise<T> {
		const done = this.queue.then(work);
		this.queue = done.catch(() => undefined);
		return done;
	}
}

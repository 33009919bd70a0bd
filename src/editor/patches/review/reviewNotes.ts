import * as vscode from 'vscode';
import { commands } from '../../ids';
import { uriOfPath } from '../../workspacePaths';
import type { PatchDecisions } from '../patchDecisions';
import { fileName } from '../patchRows';
import type { LeftUnsaved } from './leftUnsaved';
import type { PatchReview, ReviewSubject } from './patchReview';

/** What the status bar says, and what a click on it does. */
export interface StatusNote {
	readonly text: string;
	/** In a whole sentence, or several. */
	readonly tooltip: string;
	readonly command: vscode.Command;
	readonly isWarning: boolean;
}

interface Parts {
	readonly review: PatchReview;
	readonly decisions: PatchDecisions;
	readonly left: LeftUnsaved;
}

/** What the person has to know of a review, each as long as it is so: nothing here goes away because time is up. */
export class ReviewNotes implements vscode.Disposable {
	private readonly parts: Parts;
	private readonly changed = new vscode.EventEmitter<void>();
	private readonly disposable: vscode.Disposable;
	/** The review the paths below are of. */
	private subject: ReviewSubject | undefined;
	private takenOut: readonly string[] = [];
	private lost: readonly string[] = [];
	private merged: readonly string[] = [];
	readonly onDidChange = this.changed.event;

	constructor(parts: Parts) {
		this.parts = parts;
		const { review, decisions, left } = parts;
		this.disposable = vscode.Disposable.from(
			this.changed,
			review.onDidChange(() => this.follow()),
			decisions.onDidChange(() => this.forgetDecided()),
			left.onDidChange(() => this.changed.fire()),
		);
	}

	/** Auto save took what is pending out of a file. So until it is there again, by undo or another review. */
	addTakenOut(path: string): void {
		this.takenOut = [...new Set([...this.takenOut, path])];
		this.changed.fire();
	}

	/** Files that changed while the window was closed, so that the review did not go on there. */
	addLost(paths: readonly string[]): void {
		this.subject = this.parts.review.subject;
		this.lost = paths;
		this.changed.fire();
	}

	/** Files that were not as they were when the patch was written, and took it all the same. */
	addMerged(paths: readonly string[]): void {
		this.merged = paths;
		this.changed.fire();
	}

	get mergedPaths(): readonly string[] {
		return this.merged;
	}

	/** In whole sentences, for the list of patches. */
	messages(): string[] {
		const isTold = this.parts.review.nPending > 0 && this.merged.length > 0;
		const merged = isTold ? [`Merged with your changes in ${this.merged.join(', ')}.`] : [];
		return [...this.warnings().map(({ tooltip }) => tooltip), ...merged];
	}

	/** The most pressing one; undefined where all is as it should be and nothing is to be decided. */
	status(): StatusNote | undefined {
		return this.warnings()[0] ?? this.pending();
	}

	dispose(): void {
		this.disposable.dispose();
	}

	private follow(): void {
		const { review } = this.parts;
		if (review.subject !== this.subject) {
			[this.subject, this.takenOut, this.lost, this.merged] = [review.subject, [], [], []];
		}
		const isThere = (path: string) => review.files.some(file => file.path === path && file.pending.hunks.length > 0);
		this.takenOut = this.takenOut.filter(path => !isThere(path));
		this.changed.fire();
	}

	/** A patch that is accepted or rejected needs no more words. */
	private forgetDecided(): void {
		const { review, decisions } = this.parts;
		if (this.subject && review.nPending === 0 && decisions.of(this.subject.runId, this.subject.patchId)) {
			[this.takenOut, this.lost, this.merged] = [[], [], []];
			this.changed.fire();
		}
	}

	private pending(): StatusNote | undefined {
		const { nPending, subject } = this.parts.review;
		return subject && nPending > 0
			? {
					text: `$(eye) ${subject.title}: ${nPending} to decide`,
					tooltip: `${nPending === 1 ? '1 change' : `${nPending} changes`} of ${subject.title} to accept or reject. Nothing of it is on disk. Click to go to the next one.`,
					command: { command: commands.hunkNext, title: 'Go to Next Change of the Patch' },
					isWarning: false,
				}
			: undefined;
	}

	private warnings(): StatusNote[] {
		return [this.takenOutNote(), this.lostNote(), this.unsavedNote()].filter(note => note !== undefined);
	}

	private takenOutNote(): StatusNote | undefined {
		return this.subject && this.takenOut.length > 0
			? {
					text: `$(warning) ${this.subject.title}: taken out by auto save`,
					tooltip: `Auto save took ${this.subject.title} out of ${this.takenOut.join(', ')}: nothing is written before you accept it. Turn auto save off to review in the editor.`,
					command: {
						command: 'workbench.action.openSettings',
						title: 'Open Setting',
						arguments: ['files.autoSave'],
					},
					isWarning: true,
				}
			: undefined;
	}

	private lostNote(): StatusNote | undefined {
		return this.subject && this.lost.length > 0
			? {
					text: `$(warning) ${this.subject.title}: not in the editor any more`,
					tooltip: `${this.lost.join(', ')} changed while the window was closed: the changes of ${this.subject.title} there are not in the editor any more. Open its diff, or review it again.`,
					command: { command: commands.patchOpenDiff, title: 'Open Diff', arguments: [this.subject.patchId] },
					isWarning: true,
				}
			: undefined;
	}

	private unsavedNote(): StatusNote | undefined {
		const { files } = this.parts.left;
		const [first] = files;
		return (
			first && {
				text: `$(save) ${files.length === 1 ? fileName(first.path) : `${files.length} files`} to save`,
				tooltip: `${first.subject.title} is accepted. ${files.map(({ path }) => path).join(', ')} had changes of yours that were not saved, so saving is left to you.`,
				command: { command: 'vscode.open', title: 'Open File', arguments: [uriOfPath(first.path)] },
				isWarning: true,
			}
		);
	}
}

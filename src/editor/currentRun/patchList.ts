import * as vscode from 'vscode';
import { shownPatches } from '../../patches/pure/acceptance/shownPatches';
import type { RunEvent } from '../../runs/pure/events/runEvent';
import { type PatchCandidate, patchCandidates, patchNumbers } from '../../runs/pure/fold/patchCandidates';
import { fixOf } from '../../runs/pure/fold/runFix';
import type { ShownPatch } from '../../runs/pure/fold/shownPatch';
import type { ShownRun } from './shownRun';

/** The patch under review, and how many of its changes are pending. */
interface Reviewed {
	readonly nPending: number;
	readonly mergedPaths: readonly string[];
	readonly onDidChange: vscode.Event<void>;
	isOf(runId: string, patchId: string): boolean;
}

/** The patches of the run shown, best first, as all views show them. */
export class PatchList implements vscode.Disposable {
	private readonly changed = new vscode.EventEmitter<void>();
	private readonly disposables: vscode.Disposable[];
	private review: Reviewed | undefined;
	/** Counting changed lines takes time; decisions and results are events. */
	private known: readonly ShownPatch[] | undefined;
	readonly onDidChange = this.changed.event;

	constructor(private readonly shown: ShownRun) {
		this.disposables = [
			this.changed,
			shown.onDidShow(() => this.refresh()),
			shown.onDidChange(event => isAboutPatches(event) && this.refresh()),
		];
	}

	/** Call once: the list then contains the state of this review. */
	follow(review: Reviewed): void {
		this.review = review;
		this.disposables.push(review.onDidChange(() => this.changed.fire()));
	}

	candidates(): PatchCandidate[] {
		return this.shown.run === undefined ? [] : patchCandidates(fixOf(this.shown.run));
	}

	/** Any patch of the run with its number, also one that another replaces. */
	written(id: string): Pick<PatchCandidate, 'number' | 'patch'> | undefined {
		const fix = this.shown.run && fixOf(this.shown.run);
		const patch = fix?.patches.find(each => each.id === id);
		const number = fix && patchNumbers(fix).get(id);
		return patch && number !== undefined ? { number, patch } : undefined;
	}

	patches(): readonly ShownPatch[] {
		const { run } = this.shown;
		this.known ??= run === undefined ? [] : shownPatches(run);
		const { nPending = 0, mergedPaths = [] } = this.review ?? {};
		const isReviewed = (id: string) => nPending > 0 && this.review?.isOf(run?.id ?? '', id) === true;
		const reviewed = { nPending, ...(mergedPaths.length > 0 && { merged: mergedPaths }) };
		return this.known.map(patch => (isReviewed(patch.id) ? { ...patch, ...reviewed } : patch));
	}

	patch(id: string): ShownPatch | undefined {
		return this.patches().find(patch => patch.id === id);
	}

	dispose(): void {
		vscode.Disposable.from(...this.disposables).dispose();
	}

	private refresh(): void {
		this.known = undefined;
		this.changed.fire();
	}
}

function isAboutPatches({ type }: Pick<RunEvent, 'type'>): boolean {
	return /^(?:patch|hunks|reproducerRan|validationRan|crashChecked)/.test(type);
}

import type { DecisionStep, FileReview, Verdict } from '../../src/patches/pure/acceptance/fileReview';

interface UndoStep {
	readonly before: string;
	readonly after: string;
}

/** A text editor with an undo stack, and the review of a file in it, as VS Code and the extension have them. */
export class ReviewedText {
	readonly review: FileReview;
	live: string;
	private done: UndoStep[] = [];
	private undone: UndoStep[] = [];
	/** The current verdict of each hunk of the patch. */
	private verdicts = new Map<number, Verdict>();

	constructor(review: FileReview) {
		this.review = review;
		this.live = review.proposed;
	}

	/** The user's file if the text were saved. */
	get file(): string | undefined {
		return this.review.decidedFile(this.live);
	}

	get seen(): string | undefined {
		return this.review.file;
	}

	pending(): string[] {
		return this.review.pending(this.live).hunks.map(({ current }) => current.text);
	}

	states(nHunks: number): (Verdict | undefined)[] {
		return Array.from({ length: nHunks }, (_, hunk) => this.verdicts.get(hunk));
	}

	type(text: string): void {
		if (text !== this.live) {
			this.push(text);
		}
	}

	/** Decides one of the pending hunks; returns the hunks of the patch it consists of. */
	decide(verdict: Verdict, at: number): readonly number[] {
		const { hunks } = this.review.pending(this.live);
		const hunk = hunks[at % Math.max(1, hunks.length)];
		if (hunk === undefined) {
			return [];
		}
		const before = this.live;
		const decision = this.review.decide(verdict, before, [hunk]);
		this.push(verdict === 'accept' ? before : decision.live);
		this.review.decided(decision, before);
		// The document is saved after each decision, and with it what was typed.
		this.review.file = this.file;
		for (const each of decision.hunks) {
			this.verdicts.set(each, verdict);
		}
		return decision.hunks;
	}

	/** False when there is nothing to undo or redo. */
	move(how: 'undo' | 'redo'): boolean {
		const [from, to] = how === 'undo' ? [this.done, this.undone] : [this.undone, this.done];
		const step = from.pop();
		if (step === undefined) {
			return false;
		}
		to.push(step);
		const before = this.live;
		this.live = how === 'undo' ? step.before : step.after;
		const decided = this.review.followEdit(how, before, this.live);
		if (decided !== undefined) {
			this.count(decided, how);
		}
		return true;
	}

	/** The user's file changed. */
	follow(file: string): void {
		const before = this.live;
		const merged = this.review.followed(file, before);
		this.type(merged);
		this.review.rebase(file, before, merged);
	}

	/** A copy with the same review, for one more decision or save, without undo. */
	copy(): ReviewedText {
		const review = Object.assign(Object.create(Object.getPrototypeOf(this.review)) as FileReview, this.review);
		const copy = new ReviewedText(review);
		copy.live = this.live;
		return copy;
	}

	private push(text: string): void {
		this.done.push({ before: this.live, after: text });
		this.undone = [];
		const before = this.live;
		this.live = text;
		this.review.followEdit('typed', before, text);
	}

	private count({ decision }: DecisionStep, how: 'undo' | 'redo'): void {
		this.review.file = this.file;
		for (const hunk of decision.hunks) {
			how === 'undo' ? this.verdicts.delete(hunk) : this.verdicts.set(hunk, decision.verdict);
		}
	}
}

import { hunksBetween, type TextHunk } from '../../../runs/pure/diff/hunksBetween';
import { mergeTexts } from '../../../runs/pure/diff/mergeTexts';
import {
	acceptHunks,
	type PendingHunks,
	pendingHunks,
	rejectHunks,
	type TextReview,
} from '../../../runs/pure/diff/textReview';
import type { PatchedFile } from '../../../runs/pure/model/patch';
import { type OfferedFile, patchHunks } from './offeredFile';

export type Verdict = 'accept' | 'reject';

/** A decision, with the state of the review and the text under review on either side of it. */
export interface Decision {
	readonly verdict: Verdict;
	/** Positions in the patch's own diff of the file. */
	readonly hunks: readonly number[];
	/** The user's file with the decision and the user's edits; undefined: no file. */
	readonly file: string | undefined;
	/** The text under review with the decision. */
	readonly live: string;
	readonly state: ReviewState;
}

interface ReviewState {
	readonly texts: TextReview;
	/** Positions in the patch's own diff of the hunks to be decided. */
	readonly offered: readonly number[];
	/** Whether the user has the file once this is written. */
	readonly exists: boolean;
}

/** A decision that is an undo step of the text under review. */
export interface DecisionStep {
	readonly decision: Decision;
	/** Text and state on either side. */
	readonly sides: { readonly before: Side; readonly after: Side };
	/** Id of the write that an acceptance made. */
	write: string | undefined;
}

interface Side {
	readonly live: string;
	state: ReviewState;
}

/**
 * The review of one file of a patch. The text under review is the user's file with the pending hunks in it, edited by the
 * user as they like; pending hunks are computed from texts each time, so typing cannot make them stale. Each decision is
 * an undo step that restores exactly the state before it. All texts have `\n` line ends.
 *
 * Of a change of the working tree the user's file has the pending hunks, too: it is the text under review.
 */
export class FileReview {
	private state: ReviewState;
	private done: DecisionStep[] = [];
	private undone: DecisionStep[] = [];
	private known: { readonly live: string; readonly state: ReviewState; readonly pending: PendingHunks } | undefined;
	/** The user's file has the pending hunks. */
	readonly isInFile: boolean;
	/** The user's file when it was last read or written; undefined: no file. */
	file: string | undefined;

	constructor(
		private readonly patched: PatchedFile,
		offered: Pick<OfferedFile, 'hunks' | 'text' | 'baseline'>,
		file: string | undefined,
	) {
		this.file = file;
		this.isInFile = offered.baseline !== undefined;
		const texts = { baseline: offered.baseline ?? file ?? '', proposed: offered.text };
		this.state = { texts, offered: offered.hunks, exists: file !== undefined };
		// Hunks that conflict with the user's edits, or that the user has made already, are not in the text.
		const present = this.numbers(offered.text, this.pending(offered.text).hunks);
		this.state = { ...this.state, offered: present };
	}

	/** Undefined for a file that is changed. */
	get whole(): 'created' | 'deleted' | undefined {
		const { before, after } = this.patched;
		return before === undefined ? 'created' : after === undefined ? 'deleted' : undefined;
	}

	/** The text under review as of the last decision. */
	get proposed(): string {
		return this.state.texts.proposed;
	}

	get offered(): readonly number[] {
		return this.state.offered;
	}

	pending(live: string): PendingHunks {
		if (this.known?.live !== live || this.known.state !== this.state) {
			const pending = pendingHunks(this.state.texts, live);
			const isEmptyFile = this.whole !== undefined && this.offered.length > 0 && live === '';
			const isHidden = isEmptyFile && pending.hunks.length === 0;
			this.known = { live, state: this.state, pending: isHidden ? { ...pending, hunks: [emptyHunk] } : pending };
		}
		return this.known.pending;
	}

	/** The user's file: without pending changes, unless it has them. */
	decidedFile(live: string): string | undefined {
		const text = this.isInFile ? live : this.pending(live).baseline;
		return this.state.exists || text !== '' ? text : undefined;
	}

	/** The decision that changes the user's file; the other one is only recorded. */
	get writing(): Verdict {
		return this.isInFile ? 'reject' : 'accept';
	}

	/** The result of a decision about some of the pending hunks. Changes nothing yet. */
	decide(verdict: Verdict, live: string, hunks: readonly TextHunk[]): Decision {
		const { texts, offered, exists } = this.state;
		const numbers = this.numbers(live, hunks);
		const decide = verdict === 'accept' ? acceptHunks : rejectHunks;
		const fresh = decide(texts, live, hunks);
		const text = this.isInFile ? fresh.proposed : fresh.baseline;
		// Taken back, a new file goes, and a deleted one is there again.
		const comes = this.isInFile ? 'deleted' : 'created';
		const existsAfter =
			verdict !== this.writing || this.whole === undefined ? exists : this.whole === comes || text !== '';
		// A file that is there again has the line ends that it had.
		const whole = this.isInFile && verdict === 'reject' && this.whole === 'deleted' ? this.patched.before : undefined;
		return {
			...{ verdict, hunks: numbers, live: fresh.proposed },
			file: existsAfter || text !== '' ? (whole ?? text) : undefined,
			state: { texts: fresh, offered: offered.filter(each => !numbers.includes(each)), exists: existsAfter },
		};
	}

	/**
	 * A decision about the text `live` is being carried out. Undo of the text takes it back, which `followEdit` recognizes
	 * from here on: it may come before all is written.
	 */
	decided(decision: Decision, live: string): DecisionStep {
		const after = decision.verdict === 'accept' ? live : decision.live;
		const sides = { before: { live, state: this.state }, after: { live: after, state: decision.state } };
		const step: DecisionStep = { decision, sides, write: undefined };
		this.done.push(step);
		this.undone = [];
		this.state = decision.state;
		return step;
	}

	/** This decision is no undo step of the text. */
	forget(step: DecisionStep): void {
		this.done = this.done.filter(each => each !== step);
		this.undone = this.undone.filter(each => each !== step);
	}

	/** This decision could not be carried out. */
	revoke(step: DecisionStep): void {
		this.forget(step);
		this.state = step.sides.before.state;
	}

	/** To be called for every change of the text under review. Returns the decision that it undid or redid. */
	followEdit(kind: 'typed' | 'undo' | 'redo', from: string, to: string): DecisionStep | undefined {
		if (kind === 'typed') {
			this.undone = [];
			return undefined;
		}
		const [source, target] = kind === 'undo' ? [this.done, this.undone] : [this.undone, this.done];
		const step = source.at(-1);
		const [left, entered] = kind === 'undo' ? (['after', 'before'] as const) : (['before', 'after'] as const);
		if (step === undefined || step.sides[left].live !== from || step.sides[entered].live !== to) {
			return undefined;
		}
		source.pop();
		target.push(step);
		this.state = step.sides[entered].state;
		return step;
	}

	/** The text under review when the user's file changes to `file`; if both changed the same lines, it keeps its own. */
	followed(file: string, live: string): string {
		return mergeTexts(this.file ?? file, { mine: live, theirs: file }, 'mine').text;
	}

	/** The user's file has changed to `file`, and the text under review from `before` to `live`. */
	rebase(file: string, before: string, live: string): void {
		const base = this.file ?? file;
		const moved = (text: string, keep: 'mine' | 'theirs') => mergeTexts(base, { mine: text, theirs: file }, keep).text;
		const { baseline } = this.pending(before);
		const keep = this.isInFile ? 'mine' : 'theirs';
		this.state = { ...this.state, texts: { baseline: moved(baseline, keep), proposed: live }, exists: true };
		for (const { sides } of [...this.done, ...this.undone]) {
			for (const side of [sides.before, sides.after]) {
				const { texts } = side.state;
				const carried = { baseline: moved(texts.baseline, keep), proposed: moved(texts.proposed, 'mine') };
				side.state = { ...side.state, texts: carried };
			}
		}
		this.file = file;
	}

	/** The step that `followEdit` reported could not be carried out: the state is as before it. */
	keep({ sides }: DecisionStep, kind: 'undo' | 'redo'): void {
		this.state = (kind === 'undo' ? sides.after : sides.before).state;
	}

	/** These hunks were decided elsewhere. */
	withdraw(hunks: readonly number[]): void {
		this.state = { ...this.state, offered: this.offered.filter(each => !hunks.includes(each)) };
	}

	/** Which hunks of the patch these are, even if the user typed in them or merged several into one. */
	numbers(live: string, hunks: readonly TextHunk[]): number[] {
		const { hunks: all } = this.pending(live);
		if (all.length === this.offered.length) {
			return this.offered.filter((_, at) => hunks.some(({ current }) => current.offset === all[at]?.current.offset));
		}
		const own = patchHunks(this.patched);
		const moves = hunksBetween(this.patched.after ?? '', live);
		return this.offered.filter(number => {
			const side = own[number]?.current;
			return side !== undefined && hunks.some(({ current }) => touches(current, movedLines(side, moves)));
		});
	}
}

const emptySide = { startLine: 1, nLines: 0, text: '', offset: 0 };
const emptyHunk: TextHunk = { baseline: emptySide, current: emptySide };

/** Lines from `start` up to, and without, `end`. */
interface Lines {
	readonly start: number;
	readonly end: number;
}

/** The position of lines of one text in another; for changed lines, all their replacements. */
function movedLines({ startLine, nLines }: TextHunk['current'], moves: readonly TextHunk[]): Lines {
	const moved = (line: number, isEnd: boolean) => {
		let shift = 0;
		for (const { baseline, current } of moves) {
			const end = baseline.startLine + baseline.nLines;
			if (end > line || (end === line && isEnd && baseline.nLines > 0 && baseline.startLine < line)) {
				const isInside = baseline.startLine < line;
				return isInside ? (isEnd ? current.startLine + current.nLines : current.startLine) : line + shift;
			}
			shift += current.nLines - baseline.nLines;
		}
		return line + shift;
	};
	return { start: moved(startLine, false), end: moved(startLine + nLines, true) };
}

function touches({ startLine, nLines }: TextHunk['current'], { start, end }: Lines): boolean {
	const last = startLine + nLines;
	return startLine === last || start === end ? startLine <= end && start <= last : startLine < end && start < last;
}

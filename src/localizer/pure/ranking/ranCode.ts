import type { CodeModel } from '../../../code/pure/calls/codeModel';
import type { ExecutedFunctionLine } from '../../../runs/pure/model/location';
import type { CallLink } from '../../../testing/pure/traces/callLinks';
import { type FoundEvidence, functionsFound, type SightingKind } from './foundEvidence';
import { type ScoredList, scaled } from './rankFusion';
import { reachedCode } from './reachedCode';

/** Executed code is exact, while words only suggest. Measured on issues of Django and SymPy without tests. */
const weights = { near: 2, spectrum: 2 };
/** The score of a function that was called, if others have a measured one. */
const notMeasured = 1e-6;

/** The known facts about the code that a failing program executed. */
export class RanCode {
	/** By their positions. */
	private readonly called = new Map<number, ExecutedFunctionLine>();

	constructor(private readonly model: CodeModel) {}

	/** Of several lines of a function the most suspicious counts. */
	addCalled(lines: readonly ExecutedFunctionLine[]): void {
		for (const each of lines) {
			const at = this.model.functionAt(each.file, each.line);
			const known = this.called.get(at);
			if (at >= 0 && (known === undefined || (known.score ?? 0) < (each.score ?? 0))) {
				this.called.set(at, each);
			}
		}
	}

	calledAs(at: number): ExecutedFunctionLine | undefined {
		return this.called.get(at);
	}

	/** The most suspicious functions of a run whose calls are known: they come before everything else. */
	get tracedFirst(): readonly number[] {
		const traced = [...this.called].filter(([, { isTraced }]) => isTraced === true);
		return traced
			.sort(([, a], [, b]) => (b.score ?? 0) - (a.score ?? 0))
			.slice(0, nFirst.traced)
			.map(([at]) => at);
	}

	/**
	 * Lists the code near the frames that come first, and the functions a failing program called: the fewer functions it
	 * called, the more that says, and if tests were measured, functions that passing tests execute say less.
	 */
	lists(first: readonly number[], found: readonly FoundEvidence[], links: readonly CallLink[]): ScoredList[] {
		const near = first.length === 0 ? [] : [{ name: 'near a frame', ...this.nearList(first, found, links) }];
		if (this.called.size === 0) {
			return near;
		}
		const isMeasured = [...this.called.values()].some(({ score }) => score !== undefined);
		const scores = new Float64Array(this.model.nFunctions);
		for (const [at, { score = notMeasured }] of this.called) {
			scores[at] = score;
		}
		return [...near, { name: 'ran', scores, weight: isMeasured ? weights.spectrum : 1 }];
	}

	/** How near each function is to the first ones, along calls. */
	private nearList(first: readonly number[], found: readonly FoundEvidence[], links: readonly CallLink[]) {
		const lines = new Map<number, number>();
		for (const { kind, codeLine } of found) {
			const at = kind === 'trace' && codeLine !== undefined ? this.model.functionAt(codeLine.file, codeLine.line) : -1;
			if (at >= 0 && codeLine !== undefined) {
				lines.set(at, Math.max(lines.get(at) ?? 0, codeLine.line));
			}
		}
		const starts = first.map((at, rank) => {
			const untilLine = lines.get(at);
			return [at, { weight: 1 / (rank + 1), ...(untilLine !== undefined && { untilLine }) }] as const;
		});
		return { scores: reachedCode(links, new Map(starts), this.model.nFunctions), weight: weights.near };
	}
}

/** So many of each kind come first. */
const nFirst = { frames: 3, writers: 2, traced: 5 };

/**
 * In the output of a program, the frames of its traces come before everything else, then code that sets values a frame
 * reads, and then functions a failing test calls.
 */
export function firstInOutput(model: CodeModel, found: readonly FoundEvidence[]): readonly number[] {
	const of = (kind: SightingKind) => functionsOfKind(model, found, kind);
	return [...new Set([...of('trace').slice(0, nFirst.frames), ...of('state').slice(0, nFirst.writers), ...of('test')])];
}

export function functionsOfKind(model: CodeModel, found: readonly FoundEvidence[], kind: SightingKind): number[] {
	return functionsFound(
		model,
		found.filter(each => each.kind === kind),
	);
}

/** Scores of the positions put first, and the best score of all others: the list may end before these. */
const shares = { first: 1, following: 0.7, others: 0.6 };

/** Scores in which some positions are the first ones, in their order, regardless of their score. */
export function putFirst(first: readonly number[], scores: Float64Array): Float64Array {
	if (first.length === 0) {
		return scores;
	}
	const raised = new Map(
		first.map((at, rank) => [at, shares.following + (shares.first - shares.following) / (rank + 1)]),
	);
	const others = scores.map((score, at) => (raised.has(at) ? 0 : score));
	return scaled(others).map((score, at) => raised.get(at) ?? score * shares.others);
}

import type { Run } from '../../../runs/pure/fold/run';
import { fixOf } from '../../../runs/pure/fold/runFix';
import { orderedBySeed } from '../../../system/pure/orderedBySeed';
import { eachDiffOnce, type Shareable } from './shareablePatches';
import { isRight, isWrong, type TestScores, testScores } from './testScores';

/** Patches for one issue one of them right; the keys are a contract. */
export interface LabelledSet extends Pick<Shareable, 'issue'> {
	readonly run: string;
	readonly patches: readonly LabelledPatch[];
	/** The number of the right one, from 1. */
	readonly best: number;
}

export interface LabelledPatch {
	/** Unified. */
	readonly diff: string;
	/**
	 * Whether it fixes the bug, and whether it breaks nothing: 2, 1 in part, 0 not. `risk` is null if no test shows it.
	 */
	readonly fix: number;
	readonly risk: number | null;
}

interface ScoredPatch extends LabelledPatch {
	readonly failingKey: string;
}

export interface SetOptions {
	readonly seed: string;
	/** The id of the fix that was committed, if it is among the patches: it is the right one if no other is. */
	readonly committed?: string;
}

/** Patches in one set. */
const mostPatches = 6;
/** Sets of each size for each right patch. */
const nDraws = 2;

/**
 * For each right patch, sets of it and of 1 to 5 wrong ones, each in an order by the seed. Wrong ones are drawn from buckets
 * by the exact set of failing tests, in proportion to the sizes of the buckets, and from each bucket once before twice.
 */
export async function labelledSets(
	run: Run,
	shareable: Shareable,
	{ seed, committed }: SetOptions,
): Promise<readonly LabelledSet[]> {
	const { right, wrong } = scoredPatches(run, shareable, committed);
	const sets = new Map<string, LabelledSet>();
	for (const { best, nWrong, draw } of drawsFor(right, wrong.length)) {
		const drawn = drawWrong(await orderedBySeed(wrong, `${seed} ${nWrong} ${draw}`, ({ diff }) => diff), nWrong);
		const shown = await orderedBySeed([best, ...drawn], `${seed} order ${nWrong} ${draw}`, ({ diff }) => diff);
		const patches = shown.map(({ diff, fix, risk }) => ({ diff, fix, risk }));
		const key = JSON.stringify(patches.map(({ diff }) => diff).sort());
		// A set drawn twice counts once.
		if (!sets.has(key)) {
			sets.set(key, { run: run.id, issue: shareable.issue, patches, best: shown.indexOf(best) + 1 });
		}
	}
	return [...sets.values()];
}

function drawsFor(right: readonly ScoredPatch[], nWrong: number) {
	const sizes = Array.from({ length: Math.min(mostPatches - 1, nWrong) }, (_, at) => at + 1);
	const draws = sizes.flatMap(size => Array.from({ length: nDraws }, (_, draw) => ({ nWrong: size, draw })));
	return right.flatMap(best => draws.map(each => ({ best, ...each })));
}

function scoredPatches(run: Run, { patches }: Shareable, committed: string | undefined) {
	const fix = fixOf(run);
	const scored = patches.flatMap(({ patch: { id }, diff }) => {
		const own = fix.patches.find(each => each.id === id);
		const scores = own && testScores(own, fix);
		return scores === undefined ? [] : [{ scores, patch: scoredPatch(diff, scores) }];
	});
	const passing = scored.filter(({ scores }) => isRight(scores, fix)).map(({ patch }) => patch);
	const failing = scored.filter(({ scores }) => isWrong(scores)).map(({ patch }) => patch);
	// The same change with both results shows nothing.
	const right = eachDiffOnce(passing, failing);
	const known = patches.find(({ patch }) => patch.id === committed);
	const isKnown = right.length === 0 && known !== undefined;
	return {
		right: isKnown ? [scoredPatch(known.diff, committedScores)] : right,
		wrong: eachDiffOnce(failing, isKnown ? [...passing, known] : passing),
	};
}

const committedScores: TestScores = { fix: 2, risk: 2, failingKey: '[]' };

function scoredPatch(diff: string, { fix, risk, failingKey }: TestScores): ScoredPatch {
	return { diff, fix, risk: risk ?? null, failingKey };
}

/** The first ones, each from another bucket while there is one: in a random order, a large bucket comes sooner. */
function drawWrong(wrong: readonly ScoredPatch[], n: number): readonly ScoredPatch[] {
	const taken = new Set<string>();
	const firsts = wrong.filter(({ failingKey }) => !taken.has(failingKey) && taken.add(failingKey));
	return [...firsts, ...wrong.filter(each => !firsts.includes(each))].slice(0, n);
}

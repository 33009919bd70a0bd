import type { RunFix } from '../../../runs/pure/fold/runFix';
import type { RankedPatch } from '../../../runs/pure/model/patch';
import { counted } from '../../../system/pure/text/counted';
import { type GradedPatch, type Grades, gradePatch } from './gradePatch';
import type { Tally } from './tally';

/** The grades in the order they decide in. */
const order = [
	'refuted',
	'regression',
	'cleared',
	'reproducer',
	'tested',
	'review',
	'votes',
	'score',
	'size',
] as const satisfies readonly (keyof Grades)[];

/**
 * The candidates, best first: by how the project's own commands, its tests and the reproducer end with each, then by
 * the newest review, then by the votes, then by how few lines it changes; of equals the later one comes first. So
 * execution weighs more than reading, and a patch without evidence never comes before a proven one.
 *
 * `groups`: the ids of patches; patches with the same change are grouped. The first of each group is the best known of
 * them.
 */
export function rankPatches(fix: RunFix, groups: readonly (readonly string[])[], tally?: Tally): RankedPatch[] {
	const ranked = gradedPatches(fix, groups, tally);
	return ranked.map(({ best: { patch, reasons }, same }, at) => ({
		patch: patch.id,
		...(at === 0 && {
			why: whyFirst(
				ranked.map(({ best }) => best),
				tally,
			),
		}),
		...(same.length > 0 && { same }),
		reasons,
	}));
}

interface RankedGroup {
	readonly best: GradedPatch;
	/** Ids of the others. */
	readonly same: readonly string[];
}

function gradedPatches(fix: RunFix, groups: readonly (readonly string[])[], tally: Tally | undefined): RankedGroup[] {
	const at = new Map(fix.patches.map(({ id }, position) => [id, position]));
	const graded = groups.map((ids): RankedGroup | undefined => {
		const patches = fix.patches.filter(({ id }) => ids.includes(id)).map(patch => gradePatch(patch, fix));
		const [best, ...others] = patches.sort((a, b) => compared(a, b) || later(at, a, b));
		return best && { best: withVotes(best, tally), same: others.map(({ patch }) => patch.id) };
	});
	return graded.flatMap(each => each ?? []).sort((a, b) => compared(a.best, b.best) || later(at, a.best, b.best));
}

function later(at: ReadonlyMap<string, number>, a: GradedPatch, b: GradedPatch): number {
	return (at.get(b.patch.id) ?? 0) - (at.get(a.patch.id) ?? 0);
}

function compared(a: GradedPatch, b: GradedPatch): number {
	const decisive = order.find(grade => a.grades[grade] !== b.grades[grade]);
	return decisive === undefined ? 0 : b.grades[decisive] - a.grades[decisive];
}

function withVotes(graded: GradedPatch, tally: Tally | undefined): GradedPatch {
	const own = tally?.patches.get(graded.patch.id);
	if (tally === undefined || own === undefined) {
		return graded;
	}
	const { nVotes: votes, score } = own;
	const text = `${votes} of ${counted(tally.nReadable, 'vote')} ${votes === 1 ? 'prefers' : 'prefer'} it.`;
	const { reasons } = graded;
	return {
		...graded,
		grades: { ...graded.grades, votes, score },
		reasons: [...reasons.slice(0, -1), text, ...reasons.slice(-1)],
	};
}

/** Patches that may be the fix and that nothing but a vote or their size distinguishes from the best one. */
export function equalPatches(fix: RunFix, groups: readonly (readonly string[])[]): readonly GradedPatch[] {
	const graded = gradedPatches(fix, groups, undefined).map(({ best }) => best);
	const [first] = graded;
	const isEqual = ({ grades }: GradedPatch) =>
		first !== undefined &&
		(['refuted', 'regression', 'cleared', 'reproducer', 'tested', 'review'] as const).every(
			each => grades[each] === first.grades[each],
		);
	const { refuted, regression, reproducer } = first?.grades ?? { refuted: -1, regression: 0, reproducer: 0 };
	return refuted === 0 && regression === 0 && reproducer >= 0 ? graded.filter(isEqual) : [];
}

/** One line: the difference between the first and the next one. */
function whyFirst([first, second]: readonly GradedPatch[], tally: Tally | undefined): string {
	if (first === undefined) {
		return '';
	}
	const breaks = -first.grades.regression;
	const isRefuted = first.grades.refuted < 0;
	if (second === undefined) {
		const [reason = ''] = first.reasons;
		return isRefuted
			? `The only patch, and it is wrong. ${reason}`
			: breaks > 0
				? `The only patch, and it breaks ${counted(breaks, 'test')}.`
				: 'The only patch.';
	}
	const decisive = order.find(grade => first.grades[grade] !== second.grades[grade]);
	const [own, other] = [first.grades, second.grades].map(grades => (decisive === undefined ? 0 : grades[decisive]));
	const why =
		decisive === undefined
			? 'Nothing distinguishes it from the next one; it is the later one.'
			: whyTexts[decisive](own ?? 0, other ?? 0, tally);
	return isRefuted
		? `No patch builds and ends the crash. ${why}`
		: breaks > 0
			? `Every patch breaks something. ${why}`
			: why;
}

const whyTexts: Readonly<
	Record<(typeof order)[number], (own: number, other: number, tally: Tally | undefined) => string>
> = {
	refuted: () => 'The next one does not build, or crashes as before.',
	regression: (own, other) =>
		own === 0
			? `It breaks no test; the next one breaks ${-other}.`
			: `It breaks the fewest tests: ${-own}, the next one ${-other}.`,
	cleared: () => 'The reproducer command crashes without it and not with it; of the next one that is not known.',
	reproducer: (own, other) =>
		own > 0
			? `The reproducer passes with it; ${other < 0 ? 'with the next one it does not' : 'it was not run with the next one'}.`
			: 'The reproducer does not pass with the next one.',
	tested: () => "The project's tests pass with it; they do not judge the next one.",
	review: (own, other) =>
		own > 0
			? `The review approves it; ${other < 0 ? 'it rejects the next one' : 'the next one was not reviewed'}.`
			: 'The review rejects the next one.',
	votes: (own, _other, tally) => voteWhy(own, tally),
	score: (_own, _other, tally) => `The votes are split; it has the better scores. ${tally?.reason ?? ''}`.trimEnd(),
	size: (own, other) =>
		`It changes fewer lines than the next one: ${-own}, not ${-other}; nothing else distinguishes them.`,
};

function voteWhy(own: number, tally: Tally | undefined): string {
	return `${own} of ${counted(tally?.nReadable ?? own, 'vote')} ${own === 1 ? 'prefers' : 'prefer'} it: ${tally?.reason ?? ''}`;
}

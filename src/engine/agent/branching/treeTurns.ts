import type { Run } from '../../../runs/pure/fold/run';
import { fixOf, type RunFix } from '../../../runs/pure/fold/runFix';
import type { RunNode } from '../../../runs/pure/fold/runNode';
import { pathTo, subtreeOf } from '../../../runs/pure/fold/runTree';
import type { Patch } from '../../../runs/pure/model/patch';
import { gradePatch } from '../../stages/select/gradePatch';
import type { TreeTurn } from './scheduler';
import type { BranchKind, TreeRules } from './treeRules';

/** The key of a node for the agent's next turn. */
export const turnKey = 'turn';

const alternativePrefix = 'alternative ';

/** The key of a node for an alternative to that turn: `number` from 1. */
export function alternativeKey(number: number): string {
	return `${alternativePrefix}${number}`;
}

/** The key of a node at which the changes of a turn were submitted. */
export const submitKey = 'submit';

/** The same before the run stopped at a turn that follows. */
export const submitAtHandKey = 'submit at hand';

const kindOfTool: ReadonlyMap<string, BranchKind> = new Map([
	['submit', 'submit'],
	['create', 'create'],
	['append', 'append'],
	['edit', 'edit'],
]);

/**
 * The finished turns after node `start`, oldest first, and the remarks of the user. One that a killed process left is taken
 * again, as if it had not begun.
 */
export function treeTurns(run: Run, start: string, rules: TreeRules): readonly TreeTurn[] {
	const nodes = ownNodes(run, start).filter(
		node => node.kind === 'feedback' || (isTurn(node) && node.state === 'closed'),
	);
	const fix = fixOf(run);
	return nodes.map((node): TreeTurn => {
		const { id, exit, compared, isPruned } = node;
		const submitted = submittedPatches(run, id);
		const parent = turnBefore(run, node, start);
		const kind = turnKind(node, rules);
		const replaces = replacedBy(run, node)?.id;
		return {
			...{ id, isLast: exit !== undefined },
			...(parent !== undefined && { parent }),
			...(kind !== undefined && { kind }),
			...(replaces !== undefined && { replaces }),
			// Changes made before a remark are no answer to it.
			...(node.kind === 'feedback' ? { isRemark: true } : submitted.some(isAccepted(fix, rules)) && { isProven: true }),
			...(isPruned === true && { isPruned }),
			...(compared?.score !== undefined && { score: compared.score }),
		};
	});
}

/** A node and all that follows it, without other trajectories. */
function ownNodes(run: Run, start: string): readonly RunNode[] {
	const nodes = subtreeOf(run, start);
	const others = new Set(
		nodes
			.filter(({ id, kind }) => kind === 'trajectory' && id !== start)
			.flatMap(({ id }) => subtreeOf(run, id).map(each => each.id)),
	);
	return nodes.filter(({ id }) => !others.has(id));
}

/** Rounds of a search for locations before are none. */
function isTurn({ kind, expansion }: RunNode): boolean {
	return kind === 'round' && expansion !== undefined;
}

/** The turn or remark that a node follows, with stages in between; undefined at the start. */
export function turnBefore({ nodes }: Pick<Run, 'nodes'>, { parent }: RunNode, start: string): string | undefined {
	let before = nodes[parent ?? ''];
	while (before !== undefined && before.id !== start && before.kind !== 'feedback' && !isTurn(before)) {
		before = nodes[before.parent ?? ''];
	}
	return before === undefined || before.id === start ? undefined : before.id;
}

/** The node that the turn after this one follows: the last one of its judgement, if it submitted its changes. */
export function endOfTurn(run: Pick<Run, 'nodes'>, turn: string): string {
	const next = judgementIn(run, turn);
	return next === undefined ? turn : endOfTurn(run, next.id);
}

/** The stage that continues the judgement of a turn's changes. */
function judgementIn({ nodes }: Pick<Run, 'nodes'>, id: string): RunNode | undefined {
	const children = (nodes[id]?.children ?? []).flatMap(child => nodes[child] ?? []);
	return children.find(({ kind, key, isAside }) => kind === 'stage' && isAside !== true && key !== submitAtHandKey);
}

/** The kind of action of a turn, if a branch may begin at it: of its calls, the one that decides most. */
export function turnKind(
	{ calls, named }: Pick<RunNode, 'calls' | 'named'>,
	{ limits }: TreeRules,
): BranchKind | undefined {
	if (limits.error > 0 && calls.some(({ answer }) => answer?.ok === false)) {
		return 'error';
	}
	const isNamed = named !== undefined && named.isProvisional !== true;
	const kinds = [...(isNamed ? (['place'] as const) : []), ...calls.flatMap(({ tool }) => kindOfTool.get(tool) ?? [])];
	return kinds.find(kind => (limits[kind] ?? 0) > 0) ?? kinds[0];
}

/** The turn that this one is an alternative to. */
export function replacedBy(run: Pick<Run, 'nodes'>, { key, parent = '' }: RunNode): RunNode | undefined {
	return key.startsWith(alternativePrefix) ? followingTurn(run, parent) : undefined;
}

/** The turn that follows a turn, other than as an alternative. */
export function nextTurn(run: Pick<Run, 'nodes'>, id: string): RunNode | undefined {
	return followingTurn(run, endOfTurn(run, id));
}

function followingTurn({ nodes }: Pick<Run, 'nodes'>, id: string): RunNode | undefined {
	return nodes[id]?.children.flatMap(child => nodes[child] ?? []).find(({ key }) => key === turnKey);
}

/** The nodes at which the changes of a turn were submitted, oldest first. */
export function submissionsOf({ nodes }: Pick<Run, 'nodes'>, turn: string): readonly RunNode[] {
	return (nodes[turn]?.children ?? []).flatMap(child => nodes[child] ?? []).filter(isSubmission);
}

/** Whether the changes of a turn were submitted in a node. */
export function isSubmission({ key }: RunNode): boolean {
	return key === submitKey || key === submitAtHandKey;
}

/** Whether a turn that submitted its changes is the last one of its path: they are accepted, or were improved often enough. */
export function endsPath(run: Run, turn: string, rules: TreeRules): boolean {
	const submitted = submissionsOf(run, turn);
	const patches = submittedPatches(run, turn);
	return submitted.length > 0 && (isLastTry(run, turn, rules) || patches.some(isAccepted(fixOf(run), rules)));
}

/** The patches that were judged in the submissions of a turn; also one that another turn submitted before. */
function submittedPatches(run: Run, turn: string): readonly Patch[] {
	const nodes = submissionsOf(run, turn).flatMap(({ id }) => judgementFrom(run, id));
	const ids = nodes.flatMap(({ patches, reviews }) => [
		...patches.map(each => each.id),
		...reviews.map(each => each.patch),
	]);
	return fixOf(run).patches.filter(({ id }) => ids.includes(id));
}

/** The stages of a judgement from one on. */
function judgementFrom(run: Pick<Run, 'nodes'>, id: string): readonly RunNode[] {
	const [own, next] = [run.nodes[id], judgementIn(run, id)];
	return [...(own === undefined ? [] : [own]), ...(next === undefined ? [] : judgementFrom(run, next.id))];
}

/** Whether changes that are submitted in a turn may not be improved any more on its path. */
export function isLastTry(run: Run, turn: string, { maxRepairs }: Pick<TreeRules, 'maxRepairs'>): boolean {
	const all = pathTo(run, turn);
	const path = all.slice(all.findLastIndex(({ kind }) => kind === 'feedback') + 1);
	const isAlternative = ({ key }: RunNode) => key.startsWith(alternativePrefix);
	const nAlternatives = path.filter(isAlternative).length;
	const before = path.slice(Math.max(0, path.findLastIndex(isAlternative)), -1);
	const nBefore = before.filter(({ id }) => submissionsOf(run, id).length > 0).length;
	return nBefore >= Math.max(0, maxRepairs - nAlternatives);
}

/** Whether a patch makes a reproducer pass that fails without it, breaks no test of a project that has some, and is approved. */
export function isProven(run: Run, id: string | undefined): boolean {
	return isAcceptedPatch(run, id, { accepts: 'proven' });
}

/** Whether a patch ends its path. */
export function isAcceptedPatch(run: Run, id: unknown, rules: Pick<TreeRules, 'accepts'>): boolean {
	const fix = fixOf(run);
	return fix.patches.filter(each => each.id === id).some(isAccepted(fix, rules));
}

function isAccepted(fix: RunFix, { accepts }: Pick<TreeRules, 'accepts'>): (patch: Patch) => boolean {
	const hasTests = ({ id }: Patch) =>
		fix.validationRuns.some(({ patch, verdict, tests, execution }) =>
			// If all tests take too long, only a patch that some are near to can be judged by them.
			patch === undefined ? verdict !== 'failed' && (tests !== undefined || !execution.timedOut) : patch === id,
		);
	return patch => {
		const { refuted, regression, reproducer, tested, review } = gradePatch(patch, fix).grades;
		const isUnrefuted = refuted === 0 && regression === 0 && reproducer >= 0 && review >= 0;
		// If its reproducer is rejected, another one may show what is wrong with it.
		const isDoubted = fix.reviews.findLast(each => each.patch === patch.id)?.testCorrect === false;
		// In another way than without it: whether that is its fault only its author can tell.
		const crashes = fix.crashChecks.findLast(each => each.patch === patch.id)?.verdict === 'otherCrash';
		const isProof = reproducer === 1 && review === 1 && (tested === 1 || !hasTests(patch));
		return isUnrefuted && !isDoubted && !crashes && (accepts === 'unrefuted' || isProof);
	};
}

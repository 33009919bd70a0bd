import type { Run } from '../../../runs/pure/fold/run';
import { fixOf, type RunFix } from '../../../runs/pure/fold/runFix';
import type { RunNode } from '../../../runs/pure/fold/runNode';
import { subtreeOf } from '../../../runs/pure/fold/runTree';
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
	['create', 'create'],
	['append', 'append'],
	['edit', 'edit'],
]);

/**
 * The finished turns after node `start`, oldest first, and the remarks of the user. One that a killed process left is taken
 * again, as if it had not begun.
 */
export function treeTurns(run: Run, start: string, rules: TreeRules): readonly TreeTurn[] {
	const nodes = subtreeOf(run, start).filter(
		({ kind, state }) => kind === 'feedback' || (kind === 'round' && state === 'closed'),
	);
	const fix = fixOf(run);
	return nodes.map((node): TreeTurn => {
		const { id, parent, exit, compared, isPruned } = node;
		const submitted = submissionsOf(run, id).flatMap(({ patches }) => patches);
		const kind = turnKind(node, rules);
		const replaces = replacedBy(run, node)?.id;
		return {
			...{ id, isLast: exit !== undefined },
			...(parent !== undefined && parent !== start && { parent }),
			...(kind !== undefined && { kind }),
			...(replaces !== undefined && { replaces }),
			// Changes made before a remark are no answer to it.
			...(node.kind === 'feedback' ? { isRemark: true } : submitted.some(isProvenBy(fix)) && { isProven: true }),
			...(isPruned === true && { isPruned }),
			...(compared?.score !== undefined && { score: compared.score }),
		};
	});
}

/** The kind of action of a turn, if a branch may begin at it. */
export function turnKind({ exit, calls }: RunNode, { limits }: TreeRules): BranchKind | undefined {
	const [call] = calls;
	if (exit === 'submitted') {
		return 'submit';
	}
	const isFailed = call?.answer?.ok === false;
	return isFailed && limits.error > 0 ? 'error' : kindOfTool.get(call?.tool ?? '');
}

/** The turn that this one is an alternative to. */
export function replacedBy(run: Pick<Run, 'nodes'>, { key, parent = '' }: RunNode): RunNode | undefined {
	return key.startsWith(alternativePrefix) ? nextTurn(run, parent) : undefined;
}

/** The turn that follows a node, other than as an alternative. */
export function nextTurn({ nodes }: Pick<Run, 'nodes'>, id: string): RunNode | undefined {
	return nodes[id]?.children.flatMap(child => nodes[child] ?? []).find(({ key }) => key === turnKey);
}

/** The nodes at which the changes of a turn were submitted, oldest first. */
function submissionsOf({ nodes }: Pick<Run, 'nodes'>, turn: string): readonly RunNode[] {
	return (nodes[turn]?.children ?? []).flatMap(child => nodes[child] ?? []).filter(isSubmission);
}

/** Whether the changes of a turn were submitted in a node. */
export function isSubmission({ key }: RunNode): boolean {
	return key === submitKey || key === submitAtHandKey;
}

/** Whether a patch makes a reproducer pass that fails without it, and breaks no test of a project that has some. */
export function isProven(run: Run, id: string | undefined): boolean {
	const fix = fixOf(run);
	return fix.patches.filter(each => each.id === id).some(isProvenBy(fix));
}

function isProvenBy(fix: RunFix): (patch: Patch) => boolean {
	const hasTests = ({ id }: Patch) =>
		fix.validationRuns.some(({ patch, verdict, tests, execution }) =>
			// If all tests take too long, only a patch that some are near to can be judged by them.
			patch === undefined ? verdict !== 'failed' && (tests !== undefined || !execution.timedOut) : patch === id,
		);
	return patch => {
		const { refuted, regression, reproducer, tested } = gradePatch(patch, fix).grades;
		return refuted === 0 && regression === 0 && reproducer === 1 && (tested === 1 || !hasTests(patch));
	};
}

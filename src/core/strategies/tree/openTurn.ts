import { limitsAfter, type Move, type TreeTurn } from './scheduler';
import type { TreeContext } from './treeContext';
import { alternativeKey, turnKey } from './treeTurns';

/** Opens the node of the turn that the scheduler chose; one that a killed process left is returned as it is. */
export function openTurn(
	{ log, start, options }: TreeContext,
	turns: readonly TreeTurn[],
	move: Extract<Move, { kind: 'continue' | 'branch' }>,
): Promise<string> {
	const parent = move.at ?? start;
	const left = limitsAfter(turns, options, move.at);
	const node = { kind: 'round', phase: 'patch' } as const;
	if (move.kind === 'continue') {
		return log.open(parent, { ...node, key: turnKey, title: 'Take the next action', expansion: { left } });
	}
	const replaces = turns.find(({ id }) => id === move.replaces)?.kind ?? '';
	const number = 1 + turns.filter(turn => turn.replaces === move.replaces).length;
	return log.open(parent, {
		...{ ...node, key: alternativeKey(number), title: `Look for an alternative to ${replaces}` },
		expansion: { replaces, left },
	});
}

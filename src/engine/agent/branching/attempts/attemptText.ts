import type { Run } from '../../../../runs/pure/fold/run';
import type { RunNode } from '../../../../runs/pure/fold/runNode';
import { pathTo } from '../../../../runs/pure/fold/runTree';
import type { TreeOptions } from '../treeRules';
import { nextTurn } from '../treeTurns';
import { turnAction } from './actionText';

/** How much of a path is shown; `characters`: of all its observations together. */
type Shown = Pick<TreeOptions, 'nLookahead' | 'observationCharacters'> & { readonly characters: number };

/** A turn and those that followed it, up to the end of its branch: each action, and the end of its observation. */
export function attemptText(run: Run, turn: string, shown: Shown): string {
	const turns: RunNode[] = [];
	for (
		let node = run.nodes[turn];
		node !== undefined && turns.length < shown.nLookahead;
		node = nextTurn(run, node.id)
	) {
		turns.push(node);
	}
	return turnsText(turns, shown);
}

/** The turns from after node `start` up to a node. */
export function pathText(run: Run, start: string, node: string, shown: Shown): string {
	const path = pathTo(run, node);
	const turns = path.slice(path.findIndex(({ id }) => id === start) + 1).filter(({ kind }) => kind === 'round');
	return turns.length === 0 ? 'Nothing.' : turnsText(turns.slice(-shown.nLookahead), shown);
}

function turnsText(turns: readonly RunNode[], { observationCharacters, characters }: Shown): string {
	const most = Math.min(observationCharacters, Math.floor(characters / Math.max(1, turns.length)));
	return turns
		.map(turn => {
			const observation = turn.calls.map(({ answer }) => answer?.text ?? '').join('\n\n');
			const result = observation === '' ? '' : `\nRESULT:\n${endOf(observation, most)}`;
			return `ACTION: ${turnAction(turn)}${result}`;
		})
		.join('\n\n');
}

function endOf(text: string, nCharacters: number): string {
	return text.length <= nCharacters ? text : `[…]${text.slice(text.length - nCharacters)}`;
}

import { type Run, rootNode } from './run';
import { compareIds } from './runTree';

/**
 * The round numbers that users see, by node: counted from 1 along the path. Each branch that searches has its own
 * letter, in the order in which branches were opened: 1, 2, 3, and beside the last one 3a, 4a.
 */
export function roundNumbers({ nodes }: Pick<Run, 'nodes'>): ReadonlyMap<string, string> {
	const numbers = new Map<string, string>();
	const starts = new Set<string>();
	const rounds: { readonly id: string; readonly count: number; readonly start: string }[] = [];
	const open = [{ id: rootNode, nRounds: 0, start: '' }];
	for (const { id, nRounds, start } of open) {
		const node = nodes[id];
		const isRound = node?.kind === 'round';
		const count = nRounds + Number(isRound);
		const own = isBranchStart(nodes, id) ? id : start;
		if (isRound || node?.kind === 'feedback') {
			starts.add(own);
		}
		if (isRound) {
			rounds.push({ id, count, start: own });
		}
		open.push(...(node?.children ?? []).map(child => ({ id: child, nRounds: count, start: own })));
	}
	starts.delete('');
	const letters = new Map([...starts].sort(compareIds).map((id, at) => [id, letter(at)]));
	for (const { id, count, start } of rounds) {
		numbers.set(id, `${count}${letters.get(start) ?? ''}`);
	}
	return numbers;
}

/** Feedback begins a branch, and so does every further child of a node. */
function isBranchStart(nodes: Run['nodes'], id: string): boolean {
	const node = nodes[id];
	const siblings = nodes[node?.parent ?? '']?.children ?? [];
	const first = siblings.find(each => nodes[each]?.kind !== 'feedback' && nodes[each]?.isAside !== true);
	return node?.kind === 'feedback' || (first !== undefined && first !== id);
}

/** a, b, …, z, aa, bb, … */
function letter(at: number): string {
	return String.fromCharCode('a'.charCodeAt(0) + (at % 26)).repeat(Math.floor(at / 26) + 1);
}

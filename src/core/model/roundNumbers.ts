import type { RunNode } from './runNode';

/**
 * What people call the rounds, by node: counted from 1 in the order they were opened. A branch counts on from the rounds it
 * shares, with a letter of its own: 1, 2, 3, and beside the last one 3a, 4a.
 */
export function roundNumbers(nodes: readonly RunNode[]): ReadonlyMap<string, string> {
	const branches = nodes.filter(({ kind }) => kind === 'branch');
	const counts = new Map<string, number>();
	const newest = new Map<string, number>();
	const numbers = new Map<string, string>();
	for (const { id, parent } of nodes.filter(({ kind }) => kind === 'round')) {
		const at = branches.findIndex(branch => branch.id === parent);
		const branch = branches[at];
		const line = branch?.id ?? '';
		const count = (newest.get(line) ?? counts.get(branch?.after ?? '') ?? 0) + 1;
		newest.set(line, count);
		counts.set(id, count);
		numbers.set(id, `${count}${branch === undefined ? '' : letter(at)}`);
	}
	return numbers;
}

/** a, b, …, z, aa, bb, … */
function letter(at: number): string {
	return String.fromCharCode('a'.charCodeAt(0) + (at % 26)).repeat(Math.floor(at / 26) + 1);
}

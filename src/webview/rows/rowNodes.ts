import { rootNode } from '../../core/model/run/run';
import type { Item } from './item';
import { rowIds } from './rowIds';

/** Which node of the run each row is about, and the row of each node. */
export interface RowNodes {
	/** By the id of the row; rows of phases, locations and patches are about none. */
	readonly nodeOf: ReadonlyMap<string, string>;
	/** By the id of the node. The row of the root, which is the run, is its issue. */
	readonly rowOf: ReadonlyMap<string, Item>;
}

export function rowNodes(items: readonly Item[]): RowNodes {
	const nodeOf = new Map<string, string>();
	const rowOf = new Map<string, Item>();
	const add = (siblings: readonly Item[], around: string | undefined): void => {
		for (const item of siblings) {
			const node = nodeIn(item) ?? around;
			if (node !== undefined) {
				nodeOf.set(item.id, node);
			}
			if (node !== undefined && item.id === rowOfNode(node)) {
				rowOf.set(node, item);
			}
			add(item.children, node);
		}
	};
	add(items, undefined);
	return { nodeOf, rowOf };
}

/** The id of the row of a node. */
export function rowOfNode(node: string): string {
	return node === rootNode ? rowIds.issue : rowIds.node(node);
}

function nodeIn({ content }: Item): string | undefined {
	switch (content.kind) {
		case 'node':
		case 'branch':
			return content.node;
		case 'next':
			return content.after;
		case 'issue':
			return rootNode;
		default:
			return undefined;
	}
}

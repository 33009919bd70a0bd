import { type Run, rootNode } from '../../runs/pure/fold/run';
import type { Item } from './item';
import { rowIds } from './rowIds';

/** Which node of the run each row is about, and the row of each node. */
export interface RowNodes {
	/** By the id of the row: a patch's row is about the node that wrote it, rows of phases and locations about none. */
	readonly nodeOf: ReadonlyMap<string, string>;
	/** By the id of the node. */
	readonly rowOf: ReadonlyMap<string, Item>;
}

export function rowNodes(items: readonly Item[], { nodes }: Pick<Run, 'nodes'>): RowNodes {
	const writers = new Map(Object.values(nodes).flatMap(({ id, patches }) => patches.map(patch => [patch.id, id])));
	const nodeOf = new Map<string, string>();
	const rowOf = new Map<string, Item>();
	const add = (siblings: readonly Item[], around: string | undefined): void => {
		for (const item of siblings) {
			const node = nodeIn(item, writers) ?? around;
			if (node !== undefined) {
				nodeOf.set(item.id, node);
			}
			if (node !== undefined && item.id === rowIds.node(node)) {
				rowOf.set(node, item);
			}
			add(item.children, node);
		}
	};
	add(items, undefined);
	return { nodeOf, rowOf };
}

function nodeIn({ content }: Item, writers: ReadonlyMap<string, string>): string | undefined {
	switch (content.kind) {
		case 'node':
		case 'branch':
			return content.node;
		case 'next':
			return content.after;
		case 'patch':
			return writers.get(content.patch.id);
		case 'issue':
			return rootNode;
		default:
			return undefined;
	}
}

import type { Row, TreeItem } from './treeItem';

/** Items the user opened (true) or closed (false), by id. All others keep their initial state. */
export type Toggles = Readonly<Record<string, boolean>>;

/** The rows on screen, top down. */
export function flattenTree<Content>(items: readonly TreeItem<Content>[], toggles: Toggles): Row<Content>[] {
	const rows: Row<Content>[] = [];
	const add = (siblings: readonly TreeItem<Content>[], level: number, parent?: string): void => {
		for (const [idx, item] of siblings.entries()) {
			const { id, label, content, children } = item;
			const open = toggles[id] ?? item.startsOpen;
			rows.push({
				...{ id, label, content, level },
				...{ posInSet: idx + 1, setSize: siblings.length },
				...(children.length === 0 ? {} : { open }),
				...(parent === undefined ? {} : { parent }),
			});
			if (open) {
				add(children, level + 1, id);
			}
		}
	};
	add(items, 1);
	return rows;
}

/** The ids of everything around an item, outermost first; undefined if it is not in the tree. */
export function pathTo<Content>(items: readonly TreeItem<Content>[], id: string): string[] | undefined {
	for (const item of items) {
		if (item.id === id) {
			return [];
		}
		const inner = pathTo(item.children, id);
		if (inner !== undefined) {
			return [item.id, ...inner];
		}
	}
	return undefined;
}

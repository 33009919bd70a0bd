import type { MapLayout } from './mapLayout';

/** The action of a key on the map. */
export type MapAction =
	| { readonly do: 'select'; readonly id: string }
	/** Brings the row of this node into view and moves the focus to it. */
	| { readonly do: 'show'; readonly id: string }
	| { readonly do: 'zoom'; readonly by: MapZoom };

export type MapZoom = 'in' | 'out' | 'fit';

/**
 * The keyboard of the map: the arrows lead along the tree, `n` and `p` in the order of the run. `key` is a
 * `KeyboardEvent.key`. Undefined: the map does not handle the key.
 */
export function mapKeyAction(layout: MapLayout, selected: string, key: string): MapAction | undefined {
	const node = layout.nodes.get(selected);
	const siblings = layout.nodes.get(node?.parent ?? '')?.children ?? [];
	const inOrder = (by: number) => layout.inOrder[Math.max(layout.inOrder.indexOf(selected) + by, 0)];
	switch (key) {
		case 'ArrowDown':
			return select(node?.children[0]);
		case 'ArrowUp':
			return select(node?.parent);
		case 'ArrowRight':
			return select(siblings[node?.posInSet ?? 0]);
		case 'ArrowLeft':
			return select(siblings[(node?.posInSet ?? 0) - 2]);
		case 'Home':
			return select(layout.inOrder[0]);
		case 'End':
			return select(layout.inOrder.at(-1));
		case 'n':
			return select(inOrder(1));
		case 'p':
			return select(inOrder(-1));
		case 'Enter':
		case ' ':
			return { do: 'show', id: selected };
		case '+':
		case '=':
			return { do: 'zoom', by: 'in' };
		case '-':
			return { do: 'zoom', by: 'out' };
		case '0':
			return { do: 'zoom', by: 'fit' };
		default:
			return undefined;
	}
}

function select(id: string | undefined): MapAction | undefined {
	return id === undefined ? undefined : { do: 'select', id };
}

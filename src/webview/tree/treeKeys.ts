import type { Row } from './treeItem';

/** The action of a key on a tree. */
export type TreeAction =
	| { readonly do: 'focus'; readonly id: string }
	| { readonly do: 'toggle'; readonly ids: readonly string[]; readonly open: boolean }
	| { readonly do: 'activate'; readonly id: string };

type Rows = readonly Row<unknown>[];

/**
 * The keyboard of a tree, as WAI-ARIA's authoring practices describe it, without type-ahead (see `typeAhead`).
 * `key` is a `KeyboardEvent.key`. Undefined: the tree does not handle the key.
 */
export function treeKeyAction(rows: Rows, focused: string, key: string): TreeAction | undefined {
	const idx = rows.findIndex(row => row.id === focused);
	const row = rows[idx];
	if (row === undefined) {
		return focus(rows[0]);
	}
	switch (key) {
		case 'ArrowDown':
			return focus(rows[idx + 1]);
		case 'ArrowUp':
			return focus(rows[idx - 1]);
		case 'Home':
			return focus(rows[0]);
		case 'End':
			return focus(rows[rows.length - 1]);
		case 'PageDown':
			return focus(rows[Math.min(idx + pageRows, rows.length - 1)]);
		case 'PageUp':
			return focus(rows[Math.max(idx - pageRows, 0)]);
		case 'ArrowRight':
			return openOrEnter(rows, idx, row);
		case 'ArrowLeft':
			return closeOrLeave(rows, row);
		case '*':
			return openSiblings(rows, row);
		case 'Enter':
		case ' ':
			return { do: 'activate', id: row.id };
		default:
			return undefined;
	}
}

/** Rows differ in height, so a page is a number of rows. */
const pageRows = 10;

function focus(row: Row<unknown> | undefined): TreeAction | undefined {
	return row === undefined ? undefined : { do: 'focus', id: row.id };
}

function openOrEnter(rows: Rows, idx: number, row: Row<unknown>): TreeAction | undefined {
	if (row.open === undefined) {
		return undefined;
	}
	return row.open ? focus(rows[idx + 1]) : { do: 'toggle', ids: [row.id], open: true };
}

function closeOrLeave(rows: Rows, row: Row<unknown>): TreeAction | undefined {
	return row.open === true
		? { do: 'toggle', ids: [row.id], open: false }
		: focus(rows.find(other => other.id === row.parent));
}

function openSiblings(rows: Rows, row: Row<unknown>): TreeAction {
	const siblings = rows.filter(other => other.parent === row.parent && other.open === false);
	return { do: 'toggle', ids: siblings.map(({ id }) => id), open: true };
}

import type { TreeItem } from '../tree/treeItem';
import type { RowContent } from './rowContent';

/** A row of the trajectory, with those below it. */
export type Item = TreeItem<RowContent>;

/** A row with nothing below it. */
export function leaf(id: string, label: string, content: RowContent): Item {
	return { id, label, content, startsOpen: false, children: [] };
}

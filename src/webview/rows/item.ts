import type { TreeItem } from '../tree/treeItem';
import type { RowContent } from './rowContent';

/** A row of the trajectory, with those below it. */
export type Item = TreeItem<RowContent>;

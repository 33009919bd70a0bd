import { issueItems } from './issueItems';
import type { Item } from './item';
import { locationItems } from './locationItems';
import { nodeItems } from './nodeItems';
import type { RunView } from './runView';

/** The trajectory as a tree: the issue, what was understood of it, the rounds, the locations. */
export function runItems(view: RunView): readonly Item[] {
	return [...issueItems(view), ...nodeItems(view), ...locationItems(view)];
}

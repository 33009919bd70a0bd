import type { Run } from '../../core/model/run';
import type { AnswerRead, CallRef, Detail, Session } from '../../protocol/messages';
import type { StreamedText } from '../appState';
import type { TreeItem } from '../tree/treeItem';
import { issueItems } from './issueItems';
import { locationItems } from './locationItems';
import { nodeItems } from './nodeItems';
import type { RowContent } from './rowContent';

export type Item = TreeItem<RowContent>;

/** Everything a run looks like depends on. */
export interface RunView {
	readonly run: Run;
	readonly session: Session;
	readonly detail: Detail;
	readonly maxLocations: number;
	readonly clipped: readonly CallRef[];
	/** Whole answers fetched so far, by `rowIds.call`. */
	readonly answers: ReadonlyMap<string, AnswerRead>;
	readonly streamed?: StreamedText;
}

/** The trajectory as a tree: the issue, what was understood of it, the rounds, the locations. */
export function runItems(view: RunView): readonly Item[] {
	return [...issueItems(view), ...nodeItems(view), ...locationItems(view)];
}

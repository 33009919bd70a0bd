import type { Run } from '../../runs/pure/fold/run';
import type { ShownPatch } from '../../runs/pure/fold/shownPatch';
import type { AnswerRead, CurrentLines, Detail, Session } from '../protocol/messages';
import type { StreamedText } from './streamedText';

/** Everything the rows of a run depend on. */
export interface RunView {
	readonly run: Run;
	readonly session: Session;
	readonly detail: Detail;
	readonly maxLocations: number;
	readonly patches: readonly ShownPatch[];
	/** Calls whose answers were cut, by `rowIds.call`. */
	readonly clipped: ReadonlySet<string>;
	/** Whole answers fetched so far, by `rowIds.call`. */
	readonly answers: ReadonlyMap<string, AnswerRead>;
	/** The current lines of locations, if their code moved. */
	readonly lines: CurrentLines;
	readonly streamed?: StreamedText;
	/** Types of actions whose alternatives, and the nodes after them, are not shown. */
	readonly hiddenAlternatives?: readonly string[];
}

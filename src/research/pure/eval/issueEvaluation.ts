import type { Ranking } from '../../../runs/pure/model/location';
import type { ExplainedPlaces } from './explainedPlaces';

/** What is kept of an issue besides its report. */
export interface IssueEvaluation {
	/** Plain BM25 over the same files and functions. */
	readonly baseline: Ranking;
	readonly explained: ExplainedPlaces;
	/** Ids of the rounds, to which the evidence of locations refers. */
	readonly rounds: readonly string[];
}

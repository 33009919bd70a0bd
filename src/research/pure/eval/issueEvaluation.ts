import type { Ranking } from '../../../runs/pure/model/location';
import type { ExplainedPlaces } from './explainedPlaces';

/** The data kept for an issue in addition to its report. */
export interface IssueEvaluation {
	/** Plain BM25 over the same files and functions. */
	readonly baseline: Ranking;
	readonly explained: ExplainedPlaces;
	/** Ids of the rounds that the evidence of locations refers to. */
	readonly rounds: readonly string[];
}

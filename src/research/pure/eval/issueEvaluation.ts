import type { Ranking } from '../../../runs/pure/model/location';
import type { ExplainedPlaces } from './explainedPlaces';
import type { ShownByWay } from './lineReport';

/** The data kept for an issue in addition to its report. */
export interface IssueEvaluation {
	/** Plain BM25 over the same files and functions. */
	readonly baseline: Ranking;
	readonly explained: ExplainedPlaces;
	/** The lines that answers show; absent if no line that can be found was changed. */
	readonly shown?: ShownByWay;
	/** Ids of the rounds that the evidence of locations refers to. */
	readonly rounds: readonly string[];
}

import type { AdditiveModel } from './additiveModel';
import type { LikelihoodCurve } from './likelihood';
import weights from './rankingWeights.json';

/** What was learnt from the fixes of public projects: how much each feature counts. */
export interface RankingWeights {
	/** From what, and how it is made again. */
	readonly provenance: Readonly<Record<string, string | number>>;
	readonly functions: AdditiveModel;
	readonly files: AdditiveModel;
	/** Of functions. */
	readonly likelihood: LikelihoodCurve;
}

export const rankingWeights: RankingWeights = weights;

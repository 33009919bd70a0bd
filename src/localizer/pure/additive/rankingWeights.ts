import type { LikelihoodCurve } from '../features/likelihood';
import type { AdditiveModel } from './additiveModel';
import weights from './rankingWeights.json';

/** What was learnt from the fixes of public projects: how much each feature counts. */
export interface RankingWeights extends LearntWeights {
	/** What counts besides where the history of the code is indexed, and what a share is worth then. */
	readonly history: LearntWeights;
}

export interface LearntWeights {
	/** From what, and how it is made again. */
	readonly provenance: Readonly<Record<string, string | number>>;
	readonly functions: AdditiveModel;
	readonly files: AdditiveModel;
	/** Of functions. */
	readonly likelihood: LikelihoodCurve;
}

/** The weights where the history of the code counts as well. */
export function withHistory({ history, functions, files }: RankingWeights): LearntWeights {
	return { ...history, functions: [...functions, ...history.functions], files: [...files, ...history.files] };
}

export const rankingWeights: RankingWeights = weights;

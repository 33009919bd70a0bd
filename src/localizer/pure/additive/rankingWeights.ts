import type { BelongingWeights } from '../features/belonging';
import type { LikelihoodCurve, ReportScale } from '../features/likelihood';
import type { AdditiveModel } from './additiveModel';
import weights from './rankingWeights.json';

/** Weights learnt from the fixes of public projects: how much each feature counts. */
export interface RankingWeights extends LearntWeights {
	/** Additional weights if the history of the code is indexed, and the value of a share then. */
	readonly history: LearntWeights;
	/** Whether an issue is about the code at all. */
	readonly belonging: BelongingWeights;
	/** Of a likelihood, if the issue was written by a user; made by `npm run bench -- foreign --calibrate`. */
	readonly reports: ReportScale;
}

export interface LearntWeights {
	/** The source of the weights, and the way to make them again. */
	readonly provenance: Readonly<Record<string, string | number>>;
	readonly functions: AdditiveModel;
	readonly files: AdditiveModel;
	/** Of functions. */
	readonly likelihood: LikelihoodCurve;
}

/** The weights if the history of the code counts as well. */
export function withHistory({ history, functions, files, belonging, reports }: RankingWeights): RankingWeights {
	return {
		...{ ...history, history, belonging, reports },
		functions: [...functions, ...history.functions],
		files: [...files, ...history.files],
	};
}

export const rankingWeights: RankingWeights = weights;

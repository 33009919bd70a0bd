import type { CodeModel } from '../../../code/pure/calls/codeModel';
import type { Contribution, Ranked } from '../../../localizer/pure/additive/rankedCode';
import { bestFirst } from '../../../localizer/pure/ranking/rankFusion';
import type { StatedPlace } from './calibration';
import { fixedAround, type Gold } from './gold';

/** A function with the basis of its place in the ranking. */
export interface ExplainedFunction {
	readonly id: string;
	/** From 1; absent if there is no evidence for it. */
	readonly rank?: number;
	/** The sum of the contributions, in units of log-odds; absent for functions that were no candidates. */
	readonly score?: number;
	readonly contributions: readonly Contribution[];
}

export interface ExplainedPlaces {
	/** The fixed functions; if only classes or files were fixed, the most suspicious function of each file. */
	readonly gold: readonly ExplainedFunction[];
	/** The first ones that are not fixed. */
	readonly others: readonly ExplainedFunction[];
	/** The first functions of the ranking. */
	readonly stated: readonly StatedPlace[];
}

const nOthers = 3;
const nStated = 10;

/** Explains the places of the fixed functions, compared with the first one. */
export function explainPlaces(model: CodeModel, ranked: Ranked, gold: Gold): ExplainedPlaces {
	const { functions } = ranked.scores;
	const order = bestFirst(functions, model.nFunctions);
	const rankOf = new Map(order.map((at, rank) => [at, rank + 1]));
	const fixed = goldPositions(model, gold, order);
	const others = order.filter(at => !fixed.includes(at)).slice(0, nOthers);
	const positions = [...fixed, ...others];
	const explained = positions.map((at): ExplainedFunction => {
		const [rank, score] = [rankOf.get(at), ranked.scoreOf(at)];
		return {
			id: model.unit(at)?.id ?? '',
			...(rank !== undefined && { rank }),
			...(score !== undefined && { score }),
			contributions: ranked.contributionsOf(at),
		};
	});
	const stated = order.slice(0, nStated).map(at => ({
		likelihood: ranked.likelihoodOf(at),
		isFixed: fixedAround(model.unit(at)?.id ?? '', gold) !== undefined,
	}));
	return { gold: explained.slice(0, fixed.length), others: explained.slice(fixed.length), stated };
}

function goldPositions(model: CodeModel, gold: Gold, order: readonly number[]): number[] {
	const { files } = gold;
	const inFile = files.flatMap(file => model.functionsIn(model.filePosition(file)));
	if (gold.functions.length > 0) {
		return inFile.filter(at => fixedAround(model.unit(at)?.id ?? '', gold) !== undefined);
	}
	const first = files.map(file => order.find(at => model.pathOf(at) === file));
	return first.filter(at => at !== undefined);
}

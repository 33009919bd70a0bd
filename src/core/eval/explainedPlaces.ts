import type { CodeModel } from '../rank/codeModel';
import { bestFirst, type Contribution } from '../rank/rankFusion';
import type { Suspiciousness } from '../rank/suspiciousness';
import type { Gold } from './gold';

/** A function with what its place in the ranking rests on. */
export interface ExplainedFunction {
	readonly id: string;
	/** From 1; absent where no list has it. */
	readonly rank?: number;
	/** The suspiciousness: the sum of the contributions, weighed by third-party code, frames and what ran. */
	readonly score: number;
	readonly contributions: readonly Contribution[];
}

export interface ExplainedPlaces {
	/** The fixed functions; where only classes or files were fixed, the most suspicious function of each file. */
	readonly gold: readonly ExplainedFunction[];
	/** The first ones that are not fixed. */
	readonly others: readonly ExplainedFunction[];
}

const nOthers = 3;

/** Where the fixed functions are in the lists of the fusion, beside what is first. */
export function explainPlaces(suspiciousness: Suspiciousness, gold: Gold): ExplainedPlaces {
	const { model } = suspiciousness;
	const { functions } = suspiciousness.scores();
	const order = bestFirst(functions, model.nFunctions);
	const rankOf = new Map(order.map((at, rank) => [at, rank + 1]));
	const fixed = goldPositions(model, gold, order);
	const others = order.filter(at => !fixed.includes(at)).slice(0, nOthers);
	const positions = [...fixed, ...others];
	const contributions = suspiciousness.contributions(positions);
	const explained = positions.map((at, each): ExplainedFunction => {
		const rank = rankOf.get(at);
		return {
			id: model.unit(at)?.id ?? '',
			...(rank !== undefined && { rank }),
			...{ score: functions[at] ?? 0, contributions: contributions[each] ?? [] },
		};
	});
	return { gold: explained.slice(0, fixed.length), others: explained.slice(fixed.length) };
}

function goldPositions(model: CodeModel, { functions, files }: Gold, order: readonly number[]): number[] {
	const inFile = files.flatMap(file => model.functionsIn(model.filePosition(file)));
	if (functions.length > 0) {
		return inFile.filter(at => functions.includes(model.unit(at)?.id ?? ''));
	}
	const first = files.map(file => order.find(at => model.pathOf(at) === file));
	return first.filter(at => at !== undefined);
}

import type { CodeModel } from '../../../code/pure/calls/codeModel';
import { type ScoredList, scaled } from './rankFusion';

/** The scores of the code, from all rankings so far. */
export interface SuspiciousnessScores {
	/** By position of the function, 0..1: 1 means first in every list. */
	readonly functions: Float64Array;
	/** By position of the file, 0..1: 1 means first in every list, as is its function. */
	readonly files: Float64Array;
}

/** The weight of a file's most suspicious function: half the weight of all lists of files. */
const functionShare = 0.5;

/** Adds up the scaled lists of files and each file's most suspicious function. */
export function fileScores(model: CodeModel, functions: Float64Array, lists: readonly ScoredList[]): Float64Array {
	const best = bestInFiles(model, functions);
	const filled = lists.filter(({ scores }) => scores.some(score => score > 0));
	const sums = scaled(best).map(score => score * functionShare * Math.max(1, filled.length));
	for (const { scores } of filled) {
		for (const [file, score] of scaled(scores).entries()) {
			sums[file] = (sums[file] ?? 0) + score;
		}
	}
	const most = (1 + functionShare) * Math.max(1, filled.length);
	return sums.map(score => score / most);
}

/** The score of the most suspicious function of each file, by position; 0 if it has none. */
export function bestInFiles({ files, fileOf }: CodeModel, functions: Float64Array): Float64Array {
	const best = new Float64Array(files.length);
	for (let at = 0; at < functions.length; at++) {
		const file = fileOf[at] ?? 0;
		best[file] = Math.max(best[file] ?? 0, functions[at] ?? 0);
	}
	return best;
}

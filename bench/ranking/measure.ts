import { type AdditiveModel, weightAt } from '../../src/localizer/pure/additive/additiveModel';
import type { CollectedIssue } from './collected';
import type { IssueRows } from './trainingSet';

/** The scores of all rows. */
export function rowScores(model: AdditiveModel, { issue, columns, nRows }: IssueRows): Float64Array {
	const sums = new Float64Array(nRows);
	for (const { name, knots, weights } of model) {
		const column = columns.get(name);
		for (let row = 0; row < nRows; row++) {
			sums[row] = (sums[row] ?? 0) + weightAt(knots, weights[issue.query], column?.[row] ?? Number.NaN);
		}
	}
	return sums;
}

export function orderOf(scores: Float64Array): number[] {
	return Array.from(scores, (_, row) => row).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
}

export const measureNames = ['file@1', 'file@3', 'file@5', 'func@1', 'func@5', 'func@10', 'mod@5', 'mod@10'];

/** Whether all that was fixed is among the first k: functions at 1, 5, 10, modules at 5, 10. */
export function functionHits(
	{ functions, goldModules, nGoldModules }: CollectedIssue,
	order: readonly number[],
): boolean[] {
	const { gold, nMissing, modules = [] } = functions;
	const hit = (k: number) => nMissing === 0 && gold.every(row => order.indexOf(row) < k);
	const moduleOrder = [...new Set(order.map(row => modules[row] ?? -1))];
	const moduleHit = (k: number) =>
		goldModules.length === nGoldModules &&
		goldModules.every(each => moduleOrder.indexOf(each) < k && moduleOrder.includes(each));
	return [hit(1), hit(5), hit(10), moduleHit(5), moduleHit(10)];
}

/** Files at 1, 3, 5. */
export function fileHits({ files }: CollectedIssue, order: readonly number[]): boolean[] {
	return [1, 3, 5].map(k => files.nMissing === 0 && files.gold.every(row => order.indexOf(row) < k));
}

import type { FeatureGround } from '../ranking/featureGround';
import { bestFirst, placesIn } from '../ranking/rankFusion';
import { bestInFiles } from '../ranking/suspiciousnessScores';
import { FeatureTable } from './featureTable';
import { addHistoryFeatures } from './historyFeatures';
import { sharesOf } from './likelihood';
import { addFileNameFeatures } from './nameFeatures';

const firsts = [1, 10, 50];

/** The features for the ranking of files other than their functions, for some of them. */
export function fileFeatures(ground: FeatureGround, positions: readonly number[]): FeatureTable {
	const { model, lists, scores } = ground;
	const features = new FeatureTable(positions);
	features.addPlaces(placesIn({ name: 'fusion', scores: scores.files }, positions));
	for (const list of lists.files) {
		features.addPlaces(placesIn(list, positions));
	}
	features.addPlaces(placesIn({ name: 'best function', scores: bestInFiles(model, scores.functions) }, positions));
	for (const limit of firsts) {
		const counts = new Map<number, number>();
		for (const at of bestFirst(scores.functions, limit)) {
			const file = model.fileOf[at] ?? 0;
			counts.set(file, (counts.get(file) ?? 0) + 1);
		}
		features.add(`functions in the first ${limit}`, at => Math.log2(1 + (counts.get(at) ?? 0)));
	}
	addFileNameFeatures(features, ground);
	addHistoryFeatures(
		features,
		positions.map(at => model.files[at] ?? ''),
		ground.history,
	);
	return features;
}

/** So many functions are the first ones. */
const mostFirst = 10;

/**
 * Features of files from the scores of their functions, in columns with a row for each file; NaN if a file has none.
 */
export function functionScoresOfFiles(
	files: readonly number[],
	{ fileOf, scores }: { readonly fileOf: readonly number[]; readonly scores: Float64Array },
): ReadonlyMap<string, Float64Array> {
	const shareOf = sharesOf(scores);
	const shares = new Map<number, number>();
	const ranks = new Map<number, number>();
	const counts = new Map<number, number>();
	const order = Array.from(scores, (_, row) => row).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
	for (const [rank, row] of order.entries()) {
		const file = fileOf[row] ?? -1;
		shares.set(file, (shares.get(file) ?? 0) + (shareOf[row] ?? 0));
		ranks.set(file, ranks.get(file) ?? ranks.size + 1);
		counts.set(file, (counts.get(file) ?? 0) + Number(rank < mostFirst));
	}
	const columnOf = (column: ReadonlyMap<number, number>, shown: (value: number) => number) =>
		Float64Array.from(files, file => shown(column.get(file) ?? Number.NaN));
	return new Map([
		['functions: likelihood', columnOf(shares, Math.log2)],
		['functions: rank of the best', columnOf(ranks, Math.log2)],
		[`functions: in the first ${mostFirst}`, columnOf(counts, n => Math.log2(1 + (Number.isNaN(n) ? 0 : n)))],
	]);
}

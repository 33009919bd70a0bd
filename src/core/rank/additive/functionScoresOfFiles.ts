import { sharesOf } from './likelihood';

/** So many functions are the first ones. */
const first = 10;

/** What the scores of functions say of their files, in columns with a row for each file; NaN where a file has none. */
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
		counts.set(file, (counts.get(file) ?? 0) + Number(rank < first));
	}
	const columnOf = (column: ReadonlyMap<number, number>, shown: (value: number) => number) =>
		Float64Array.from(files, file => shown(column.get(file) ?? Number.NaN));
	return new Map([
		['functions: likelihood', columnOf(shares, Math.log2)],
		['functions: rank of the best', columnOf(ranks, Math.log2)],
		[`functions: in the first ${first}`, columnOf(counts, n => Math.log2(1 + (Number.isNaN(n) ? 0 : n)))],
	]);
}

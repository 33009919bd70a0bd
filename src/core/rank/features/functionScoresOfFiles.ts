/** What the scores of functions say of their files, in columns with a row for each file; NaN where a file has none. */
export function functionScoresOfFiles(
	files: readonly number[],
	functions: { readonly fileOf: readonly number[]; readonly scores: Float64Array },
): ReadonlyMap<string, Float64Array> {
	const { fileOf, scores } = functions;
	const best = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
	const total = scores.reduce((sum, score) => sum + Math.exp(score - best), 0);
	const shares = new Map<number, number>();
	const ranks = new Map<number, number>();
	const counts = new Map<number, number>();
	const order = Array.from(scores, (_, row) => row).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
	for (const [rank, row] of order.entries()) {
		const file = fileOf[row] ?? -1;
		shares.set(file, (shares.get(file) ?? 0) + Math.exp((scores[row] ?? 0) - best) / total);
		if (!ranks.has(file)) {
			ranks.set(file, ranks.size + 1);
		}
		if (rank < first) {
			counts.set(file, (counts.get(file) ?? 0) + 1);
		}
	}
	const columnOf = (valueAt: (file: number) => number | undefined) =>
		Float64Array.from(files, file => valueAt(file) ?? Number.NaN);
	const log2 = (value: number | undefined) => (value === undefined ? undefined : Math.log2(value));
	return new Map([
		['functions: likelihood', columnOf(file => log2(shares.get(file)))],
		['functions: rank of the best', columnOf(file => log2(ranks.get(file)))],
		[`functions: in the first ${first}`, columnOf(file => Math.log2(1 + (counts.get(file) ?? 0)))],
	]);
}

const first = 10;

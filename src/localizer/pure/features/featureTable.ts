import type { ListPlaces } from '../ranking/rankFusion';

/** Named values of some functions or files: a row for each position, NaN if it has no such value. */
export class FeatureTable {
	private readonly columns = new Map<string, Float64Array>();

	constructor(readonly positions: readonly number[]) {}

	get names(): readonly string[] {
		return [...this.columns.keys()];
	}

	column(name: string): Float64Array | undefined {
		return this.columns.get(name);
	}

	/** Adds a value for each position; undefined if it has none. */
	add(name: string, valueAt: (position: number, row: number) => number | undefined): void {
		this.columns.set(
			name,
			Float64Array.from(this.positions, (position, row) => valueAt(position, row) ?? Number.NaN),
		);
	}

	/**
	 * Adds the places of the positions in a list: the logarithm of the rank, to base 2, and the share of the best score.
	 */
	addPlaces({ name, ranks, shares }: ListPlaces): void {
		this.columns.set(`${name}: rank`, ranks.map(Math.log2));
		this.columns.set(`${name}: share`, shares);
	}
}

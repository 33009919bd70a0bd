import { createHash } from 'node:crypto';

/** Items in an order that depends only on the seed and their ids. */
export function seededOrder<Item>(items: readonly Item[], idOf: (item: Item) => string, seed: number): Item[] {
	const keyOf = (item: Item) =>
		createHash('sha256')
			.update(`${seed} ${idOf(item)}`)
			.digest('hex');
	return items
		.map(item => ({ item, key: keyOf(item) }))
		.sort((a, b) => (a.key < b.key ? -1 : 1))
		.map(({ item }) => item);
}

import { createHash } from 'node:crypto';

/** The items in an order that depends on the seed and on their keys alone: adding an item moves no other two. */
export function seededOrder<Item>(items: readonly Item[], seed: string, keyOf: (item: Item) => string): Item[] {
	const keyed = items.map(item => ({
		item,
		key: createHash('sha256')
			.update(`${seed} ${keyOf(item)}`)
			.digest('hex'),
	}));
	return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item);
}

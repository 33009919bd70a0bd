import { contentHash } from './text/contentHash';

/** Items in an order that looks random, and depends on nothing but the seed and their texts. */
export async function orderedBySeed<Item>(
	items: readonly Item[],
	seed: string,
	textOf: (item: Item) => string,
): Promise<Item[]> {
	const keyed = await Promise.all(items.map(async item => ({ item, key: await contentHash([seed, textOf(item)]) })));
	return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item);
}

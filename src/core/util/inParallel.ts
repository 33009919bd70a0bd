/**
 * Processes the items, so many at once. Rejects with the first failure once all that were started have ended, and then
 * starts no further item.
 */
export async function inParallel<T>(items: Iterable<T>, act: (item: T) => Promise<void>, atOnce = 16): Promise<void> {
	const waiting = items[Symbol.iterator]();
	let hasFailed = false;
	const work = async () => {
		for (let next = waiting.next(); !next.done && !hasFailed; next = waiting.next()) {
			await act(next.value).catch((error: unknown) => {
				hasFailed = true;
				throw error;
			});
		}
	};
	const ended = await Promise.allSettled(Array.from({ length: atOnce }, work));
	for (const each of ended) {
		if (each.status === 'rejected') {
			throw each.reason;
		}
	}
}

/**
 * Processes the items, so many at once; returns the results in the order of the items. Rejects with the first failure
 * once all that were started have ended, and then starts no further item.
 */
export async function inParallel<T, R>(items: Iterable<T>, act: (item: T) => Promise<R>, atOnce = 16): Promise<R[]> {
	const waiting = items[Symbol.iterator]();
	const results: R[] = [];
	let nStarted = 0;
	let hasFailed = false;
	const work = async () => {
		for (let next = waiting.next(); !next.done && !hasFailed; next = waiting.next()) {
			const at = nStarted++;
			results[at] = await act(next.value).catch((error: unknown) => {
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
	return results;
}

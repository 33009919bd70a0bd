import type { ReproducerData, ReproducerWay } from '../../index/reproducerData';
import { type Files, FileUnreadableError } from '../../ports';

/** The ways to run a reproducer whose required files exist, the preferred one first. */
export async function usableWays(
	files: Files,
	{ ways }: Pick<ReproducerData, 'ways'>,
): Promise<readonly ReproducerWay[]> {
	const usable: ReproducerWay[] = [];
	for (const way of ways) {
		const needed = [way.needs ?? []].flat();
		const found = await Promise.all(needed.map(path => exists(files, path)));
		if (found.every(Boolean)) {
			usable.push(way);
		}
	}
	return usable;
}

/** A file behind a link, as installed packages are, exists as well. */
export async function exists(files: Files, path: string): Promise<boolean> {
	try {
		await files.readText(path);
		return true;
	} catch (error) {
		if (error instanceof FileUnreadableError) {
			return error.reason !== 'missing';
		}
		throw error;
	}
}

import type { Files } from '../../src/core/files';
import { buildTrigrams } from '../../src/core/index/trigrams/buildTrigrams';
import type { TrigramIndex } from '../../src/core/index/trigrams/trigramIndex';
import type { Progress } from '../../src/core/progress';

/** The trigrams of some files, with all progress that was reported. */
export async function builtTrigrams(
	files: Files,
	known?: TrigramIndex,
): Promise<{ readonly trigrams: TrigramIndex; readonly progress: readonly Progress[] }> {
	const building = buildTrigrams({ files, ...(known && { known }) });
	const progress: Progress[] = [];
	let step = await building.next();
	for (; step.done !== true; step = await building.next()) {
		progress.push(step.value);
	}
	return { trigrams: step.value, progress };
}

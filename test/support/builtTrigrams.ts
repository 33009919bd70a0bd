import { buildTrigrams } from '../../src/code/pure/index/trigrams/buildTrigrams';
import type { TrigramIndex } from '../../src/code/pure/index/trigrams/trigramIndex';
import type { Files } from '../../src/system/pure/files';
import type { Progress } from '../../src/system/pure/progress';

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

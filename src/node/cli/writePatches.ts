import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '../../core/model/run';

/** Writes the patches of a run as files, best first, for `git apply`; returns their paths. */
export function writePatches({ fix }: Run, folder: string): string[] {
	mkdirSync(folder, { recursive: true });
	return fix.ranking.flatMap(({ patch }, at) => {
		const found = fix.patches.find(({ id }) => id === patch);
		const path = join(folder, `${at + 1}-${patch}.diff`);
		if (found === undefined) {
			return [];
		}
		writeFileSync(path, found.diff);
		return [path];
	});
}

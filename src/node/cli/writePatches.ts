import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '../../core/model/run';
import { diffBytes } from './diffBytes';

/** Writes the patches of a run as files, best first, for `git apply` in the workspace folder; returns their paths. */
export function writePatches({ fix }: Run, workspace: string, out: string): string[] {
	mkdirSync(out, { recursive: true });
	return fix.ranking.flatMap(({ patch }, at) => {
		const found = fix.patches.find(({ id }) => id === patch);
		const path = join(out, `${at + 1}-${patch}.diff`);
		if (found === undefined) {
			return [];
		}
		writeFileSync(path, diffBytes(workspace, found.files));
		return [path];
	});
}

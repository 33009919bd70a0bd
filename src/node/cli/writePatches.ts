import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from '../../core/model/run';
import { fixOf } from '../../core/model/runFix';
import { diffBytes } from './diffBytes';

/** Writes the patches of a run as files, best first, for `git apply` in the workspace folder; returns their paths. */
export function writePatches(run: Run, workspace: string, out: string): string[] {
	const fix = fixOf(run);
	mkdirSync(out, { recursive: true });
	return fix.ranking.flatMap(({ patch }, at) => {
		const found = fix.patches.find(({ id }) => id === patch);
		const path = join(out, `patch-${at + 1}.diff`);
		if (found === undefined) {
			return [];
		}
		writeFileSync(path, diffBytes(workspace, found.files));
		return [path];
	});
}

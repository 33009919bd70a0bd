import { existsSync, readFileSync } from 'node:fs';
import { treeChanges } from '../../../src/patches/node/treeChanges';
import type { TreeChanges } from '../../../src/patches/pure/acceptance/recordChanges';
import { withLineEnds } from '../../../src/runs/pure/diff/withLineEnds';
import { decodeText } from '../../../src/system/pure/text/decodeText';

/** The changes of a folder since a revision, as its files are on disk. */
export function changesSince(revision: string, folder: string): Promise<TreeChanges> {
	return treeChanges(folder, revision, {
		pathOf: path => path,
		now: async path => {
			const file = `${folder}/${path}`;
			const text = existsSync(file) ? decodeText(readFileSync(file)) : undefined;
			return text && withLineEnds(text, '\n');
		},
		decode: async (_path, bytes) => decodeText(bytes) ?? '',
	});
}

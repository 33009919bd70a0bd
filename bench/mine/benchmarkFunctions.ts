import { type Parsing, parseLimitBytes } from '../../src/code/pure/index/indexText';
import { blobTexts, gitOutput } from './commits';
import { functionTexts } from './functionTexts';
import type { NearCopies } from './nearCopies';

const filesAtOnce = 200;

/** Adds every function of a commit. */
export async function addFunctions(
	gitDir: string,
	commit: string,
	parsing: Parsing,
	copies: NearCopies,
): Promise<void> {
	const rows = gitOutput(gitDir, ['ls-tree', '-r', commit]).toString().split('\n');
	const files = rows.flatMap(row => {
		const [, id = '', path = ''] = /^100\d+ blob (\w+)\t(.+)$/.exec(row) ?? [];
		return parsing.languages.of(path) === undefined ? [] : [{ id, path }];
	});
	for (let at = 0; at < files.length; at += filesAtOnce) {
		const some = files.slice(at, at + filesAtOnce);
		const texts = blobTexts(
			gitDir,
			some.map(({ id }) => id),
			parseLimitBytes,
		);
		for (const { id, path } of some) {
			for (const text of (await functionTexts(path, texts.get(id) ?? '', parsing)).values()) {
				copies.add(text);
			}
		}
	}
}

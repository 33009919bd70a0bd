import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../support/repoRoot';
import { type DeclaredTool, languageModelTools } from './languageModelTools';

const file = join(repoRoot, 'package.json');

describe('the language model tools of package.json', () => {
	it('are the table of public tools; UPDATE_TOOLS=1 writes them', () => {
		const manifest = JSON.parse(readFileSync(file, 'utf8'));
		const declared: readonly DeclaredTool[] = manifest.contributes.languageModelTools;
		const expected = languageModelTools(declared);
		if (process.env.UPDATE_TOOLS === '1') {
			manifest.contributes.languageModelTools = expected;
			writeFileSync(file, `${JSON.stringify(manifest, undefined, '\t')}\n`);
		}
		assert.deepEqual(process.env.UPDATE_TOOLS === '1' ? expected : declared, expected);
		const unwritten = expected.filter(({ icon, userDescription }) => !/^\$\([a-z-]+\)$/.test(icon) || !userDescription);
		assert.deepEqual(
			unwritten.map(({ name }) => name),
			[],
			'icon and userDescription are written by hand',
		);
	});
});

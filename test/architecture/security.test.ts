import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../support/repoRoot';

describe('SECURITY.md', () => {
	const text = readFileSync(join(repoRoot, 'SECURITY.md'), 'utf8');
	const named = [...text.matchAll(/`(test\/[\w/]+)`/g)].map(([, path = '']) => path);

	it('names tests that exist, one at least for every attack', () => {
		const missing = named.filter(
			path => !existsSync(join(repoRoot, `${path}.test.ts`)) && !existsSync(join(repoRoot, path)),
		);
		assert.deepEqual(missing, []);
		const [, table = ''] = /^## Attacks and tests\n([\s\S]*?)^## /m.exec(text) ?? [];
		const guarantees = table.split('\n').filter(line => /^\| (?!attack \|)/.test(line));
		assert.ok(guarantees.length >= 12);
		assert.deepEqual(
			guarantees.filter(line => !line.includes('`test/')),
			[],
		);
	});

	it('names every test of hostile input', () => {
		const hostile = globSync('test/hostile/*.test.ts', { cwd: repoRoot }).map(path =>
			path.replaceAll('\\', '/').replace('.test.ts', ''),
		);
		assert.deepEqual(
			hostile.filter(path => !named.includes(path)),
			[],
		);
	});
});

import assert from 'node:assert/strict';
import { patchKey } from '../../../../src/engine/stages/select/patchKey';
import { memoryWorkspace } from '../../../support/memoryWorkspace';
import { patchOf } from '../../../support/patchRun';

const { signal } = new AbortController();

async function areSame(path: string, before: string, a: string, b: string): Promise<boolean> {
	const workspace = await memoryWorkspace({ [path]: before });
	const [one, other] = [a, b].map((after, at) => patchOf(`p${at}`, { path, before, after }));
	assert.ok(one && other);
	return (await patchKey(one, workspace, signal)) === (await patchKey(other, workspace, signal));
}

describe('two patches are the same change', () => {
	const python = 'def total(items):\n    return sum(items)\n\n\ndef count(items):\n    return len(items)\n';

	it('where they differ in comments and blanks only', async () => {
		const plain = python.replace('sum(items)', 'sum(items, 0)');
		const other = python.replace(
			'    return sum(items)\n',
			'    # Begin at zero.\n\n    return sum( items,0 )  # now\n',
		);
		assert.ok(await areSame('a.py', python, plain, other));
	});

	it('not where a comment sign is in a string, nor where blanks in one differ', async () => {
		const js = 'const a = 1;\n';
		assert.ok(!(await areSame('a.js', js, 'const a = "// one";\n', 'const a = "// two";\n')));
		assert.ok(!(await areSame('a.js', js, 'const a = `x  y`;\n', 'const a = `x y`;\n')));
		assert.ok(await areSame('a.js', js, 'const a = 2; // two\n', '/* 2 */ const a =\n\t2;\n'));
	});

	it('not where indentation makes a difference', async () => {
		const loop = 'for a in b:\n    c()\n';
		assert.ok(!(await areSame('a.py', loop, `${loop}    d()\n`, `${loop}d()\n`)));
	});

	it('also without a grammar, or with a syntax error, where lines differ at their ends', async () => {
		assert.ok(await areSame('a.txt', 'a\n', 'a\nb\n', 'a  \n\n\nb\n'));
		assert.ok(!(await areSame('a.txt', 'a\n', 'a\n b\n', 'a\nb\n')));
		assert.ok(await areSame('a.py', python, 'def (:\n    # x\n', 'def (:\n\n    # x\n'));
		assert.ok(!(await areSame('a.py', python, 'def (:\n    # x\n', 'def (:\n    # y\n')));
	});

	it('whatever else of a file stays as it was', async () => {
		const workspace = await memoryWorkspace({});
		const fix = { path: 'a.py', before: python, after: python.replace('len(', 'max(') };
		const comment = { path: 'b.py', before: python, after: `# b\n${python}` };
		const keys = [patchOf('p1', fix), patchOf('p2', comment, fix)].map(patch => patchKey(patch, workspace, signal));
		const [one, other] = await Promise.all(keys);
		assert.equal(one, other);
	});
});

import assert from 'node:assert/strict';
import { OverlayWorkbench } from '../../../../src/sandbox/pure/workbench/overlayWorkbench';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

const texts = { 'calc.py': 'def add(a, b):\n    return a - b\n', 'key.pem': 'secret\n', '.aiignore': 'key.pem\n' };
const fixed = 'def add(a, b):\n    return a + b\n';
const { signal } = new AbortController();

describe('a workbench in memory', () => {
	const open = async (given: Record<string, string> = texts) =>
		OverlayWorkbench.open(await memoryWorkspace(given), signal);

	it('changes nothing but its own texts and index, and takes changes back', async () => {
		const workspace = await memoryWorkspace(texts);
		const bench = await OverlayWorkbench.open(workspace, signal);
		await bench.write('calc.py', `${fixed}\n\ndef twice(a):\n    return a * 2\n`);
		await bench.write('pkg/new.py', 'A = 1\n');
		assert.match(await bench.diff(), /^\+ {4}return a \+ b$[\s\S]*^\+A = 1$/m);
		assert.equal(bench.workspace.index.named('twice').length, 1);
		assert.equal(workspace.index.named('twice').length, 0);
		assert.equal(await workspace.files.readText('calc.py'), texts['calc.py']);
		const undone = [await bench.undo(), await bench.undo(), await bench.undo()];
		assert.deepEqual(undone, ['pkg/new.py', 'calc.py', undefined]);
		assert.equal(await bench.diff(), '');
		assert.equal(bench.workspace.index.named('twice').length, 0);
	});

	it('restores its state, also in another process, unless the files have changed meanwhile', async () => {
		const bench = await open();
		const first = await bench.snapshot();
		await bench.write('calc.py', fixed);
		await bench.write('try_it.py', 'print(1)\n', 'reproducer');
		const second = await bench.snapshot();
		const diff = await bench.diff();
		assert.doesNotMatch(diff, /try_it/);
		await bench.restore(first);
		assert.equal(await bench.diff(), '');
		const other = await open();
		await other.restore(second);
		assert.deepEqual([await other.diff(), other.reproducers], [diff, ['try_it.py']]);
		assert.equal(await other.undo(), 'try_it.py');
		const changed = await open({ ...texts, 'calc.py': '# by the user\n' });
		await assert.rejects(changed.restore(second), /calc\.py has changed since this run began\./);
	});

	it('leads to no file outside of the workspace, to none that is hidden from models, and runs nothing', async () => {
		const bench = await open();
		for (const path of ['/etc/passwd', '../a.py', 'a/../../b.py', '']) {
			await assert.rejects(bench.write(path, 'x'), /is not a path of the workspace/, path);
		}
		await assert.rejects(bench.write('key.pem', 'x'), /key\.pem/);
		await assert.rejects(bench.run(), /No program may be run in this fix\./);
		assert.equal(await bench.diff(), '');
	});
});

import assert from 'node:assert/strict';
import { changedCode } from '../../../../src/engine/stages/review/changedCode';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

/** Lines `  x1`, `  x2`, …, as the body of a function. */
const body = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, at) => `    x${from + at} = 1`).join('\n');

async function shown(path: string, before: string, after: string): Promise<string> {
	return changedCode([{ path, before, after }], await memoryWorkspace({}));
}

describe('the code around a patch, for its reviewer', () => {
	const others = 'import os\n\ndef other():\n    pass\n\n';

	it('is each changed function, whole, as it is with the patch', async () => {
		const text = (value: string) => `${others}class A:\n    def run(self):\n        a = 1\n        return ${value}\n`;
		assert.equal(
			await shown('a.py', text('a'), text('a + 1')),
			'a.py:7-9\n```\n    def run(self):\n        a = 1\n        return a + 1\n```',
		);
	});

	it('is shown once for several changes in it', async () => {
		const text = (a: number, b: number) => `def run():\n    a = ${a}\n    c = 0\n    return ${b}\n`;
		assert.equal((await shown('a.py', text(1, 2), text(3, 4))).match(/def run/g)?.length, 1);
	});

	it('is cut around the change where the function is long', async () => {
		const text = (value: string) => `def run():\n${body(1, 200)}\n    y = ${value}\n${body(201, 400)}\n`;
		const code = await shown('a.py', text('1'), text('2'));
		assert.match(code, /^a\.py:1-402\n```\ndef run\(\):\n {4}x1 = 1\n {4}x2 = 1\n\.\.\.\n {4}x171 = 1\n/);
		assert.match(code, /\n {4}y = 2\n[\s\S]*\n {4}x230 = 1\n\.\.\.\n```$/);
	});

	it('is its surroundings where it is in no function, and in a text without a grammar', async () => {
		const text = (value: string) => `${body(1, 100)}\n    y = ${value}\n${body(101, 200)}\n`;
		for (const path of ['a.py', 'a.txt']) {
			const code = await shown(path, text('1'), text('2'));
			assert.match(code, /:71-131\n```\n[\s\S]*\n {4}y = 2\n/, path);
		}
	});

	it('has no line twice where the surroundings of changes overlap', async () => {
		const text = (first: string, second: string) =>
			`${body(1, 40)}\n    y = ${first}\n${body(41, 60)}\n    z = ${second}\n${body(61, 100)}\n`;
		const code = await shown('a.py', text('1', '1'), text('2', '2'));
		assert.equal(code.match(/^ {4}x50 = 1$/gm)?.length, 1);
		assert.match(code, /y = 2\n[\s\S]*z = 2\n/);
	});

	it('leaves out new and deleted files, which the patch has whole', async () => {
		const files = [
			{ path: 'new.py', after: 'x = 1\n' },
			{ path: 'old.py', before: 'x = 1\n' },
		];
		assert.equal(await changedCode(files, await memoryWorkspace({})), '');
	});
});

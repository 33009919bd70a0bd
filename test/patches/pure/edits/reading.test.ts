import assert from 'node:assert/strict';
import { readAnswer, toolCallEdits } from '../../../../src/patches/pure/edits/reading/readAnswer';
import { Lander, triple } from './applyOn';

const lander = new Lander();

function read(answer: string) {
	return readAnswer(answer).edits.map(({ file, original, patched }) => [file, original, patched]);
}

describe('an answer', () => {
	const code = 'const a = `\n```\n`;';

	it('holds triples, in fences or not, in open fences, and with fences in the code', () => {
		const one = triple('a.ts', code, 'const b = 1;');
		const expected = [['a.ts', code, 'const b = 1;']];
		assert.deepEqual(read(one), expected);
		assert.deepEqual(read(`# modification 1\n\`\`\`ts\n${one}\`\`\`\nThat is it.`), expected);
		assert.deepEqual(read(`  \`\`\`\n${one}`), expected);
		assert.deepEqual(read('<file>a.ts</file><original>x</original><patched>y</patched>'), [['a.ts', 'x', 'y']]);
	});

	it('holds several pairs for one file, over one or several fences', () => {
		const second = '<original>\nc\n</original>\n<patched>\nd\n</patched>\n';
		assert.deepEqual(read(`${triple('a.ts', 'a', 'b')}\`\`\`\nand\n\`\`\`\n${second}`), [
			['a.ts', 'a', 'b'],
			['a.ts', 'c', 'd'],
		]);
	});

	it('holds search and replace blocks', () => {
		const block = '<<<<<<< SEARCH\na\n\n=======\nb\n>>>>>>> REPLACE\n';
		const expected = [['src/a.ts', 'a\n', 'b']];
		assert.deepEqual(read(`src/a.ts\n${block}`), expected);
		assert.deepEqual(read(`### \`src/a.ts\`\n\n\`\`\`ts\n${block}\`\`\`\n`), expected);
		assert.deepEqual(read(block.replace('SEARCH', 'SEARCH src/a.ts')), expected);
		assert.deepEqual(read(`src/a.ts\n${block}${block}`), [...expected, ...expected]);
		assert.equal(readAnswer(`a.ts\n${block.replace('\n\n', '\n=======\n')}`).edits[0]?.flaw, 'mixedUp');
		assert.equal(readAnswer(`a.ts\n${block.slice(0, -20)}`).edits[0]?.flaw, 'cutOff');
	});

	it('holds unified diffs, of which every hunk is an edit', () => {
		const diff = '```diff\n--- a/a.ts\n+++ b/a.ts\n@@ -7 +9,99 @@\n a\n-b\n+c\n@@ @@\n-d\n+e\n```\n';
		assert.deepEqual(read(diff), [
			['a.ts', 'a\nb', 'a\nc'],
			['a.ts', 'd', 'e'],
		]);
		assert.deepEqual(
			readAnswer(diff).edits.map(({ nearLine }) => nearLine),
			[7, undefined],
		);
	});

	it('holds edits of several forms in their order', () => {
		const diff = '--- a/b.ts\n+++ b/b.ts\n@@ -1 +1 @@\n-a\n+b\n\n';
		assert.deepEqual(
			read(`${triple('a.ts', 'a', 'b')}${diff}${triple('c.ts', 'a', 'b')}`).map(([file]) => file),
			['a.ts', 'b.ts', 'c.ts'],
		);
	});

	it('holds calls of edit tools as JSON', () => {
		const call = { path: 'a.ts', old_text: 'a', new_text: 'b' };
		assert.deepEqual(read(JSON.stringify(call)), [['a.ts', 'a', 'b']]);
		assert.deepEqual(read(JSON.stringify({ path: 'a.ts', edits: [{ old_text: 'a', new_text: 'b' }] })), [
			['a.ts', 'a', 'b'],
		]);
		const asCalls = { tool_calls: [{ function: { name: 'edit', arguments: JSON.stringify(call) } }] };
		assert.deepEqual(read(JSON.stringify(asCalls)), [['a.ts', 'a', 'b']]);
		const [edit] = toolCallEdits([{ id: '1', name: 'edit', arguments: JSON.stringify(call) }]);
		assert.deepEqual([edit?.file, edit?.original, edit?.patched], ['a.ts', 'a', 'b']);
	});

	it('holds whole functions and files in fences that name a path, if it holds nothing else', async () => {
		const texts = { 'src/a.ts': 'function one() {\n\treturn 1;\n}\n\nfunction two() {\n\treturn 2;\n}\n' };
		const two = 'function two() {\n  return 22;\n}\n';
		for (const answer of [
			`\`\`\`ts src/a.ts\n${two}\`\`\``,
			`\`\`\`ts:src/a.ts\n${two}\`\`\``,
			`In \`src/a.ts\`:\n\`\`\`ts\n${two}\`\`\``,
			`\`\`\`ts\n// src/a.ts\n${two}\`\`\``,
		]) {
			assert.deepEqual(await lander.applied(texts, answer), {
				'src/a.ts': texts['src/a.ts'].replace('return 2', 'return 22'),
			});
		}
		const whole = 'function one() {\n\treturn 3;\n}\n\nfunction two() {}\n';
		assert.deepEqual(await lander.applied(texts, `\`\`\`ts src/a.ts\n${whole}\`\`\``), { 'src/a.ts': whole });
		assert.deepEqual(await lander.applied(texts, `\`\`\`ts src/b.ts\n${whole}\`\`\``), { 'src/b.ts': whole });
		assert.deepEqual(read(`\`\`\`ts src/b.ts\nx\n\`\`\`\n${triple('a.ts', 'a', 'b')}`), [['a.ts', 'a', 'b']]);
	});

	it('with diffs of wrong numbers applies as one with right ones', async () => {
		const texts = { 'a.c': 'int a(void)\n{\n\treturn 1;\n}\n\nint b(void)\n{\n\treturn 1;\n}\n' };
		const diff = '--- a/a.c\n+++ b/a.c\n@@ -700,2 +1,1 @@\n int b(void)\n {\n-\treturn 1;\n+\treturn 2;\n }\n';
		assert.deepEqual(await lander.applied(texts, diff), { 'a.c': texts['a.c'].replace(/1;\n}\n$/, '2;\n}\n') });
	});
});

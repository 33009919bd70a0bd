import assert from 'node:assert/strict';
import { embeddedCode } from '../../../../../src/code/pure/definitions/embedded/embeddedCode';
import { LanguageTable } from '../../../../../src/code/pure/definitions/languageTable';
import { SourceParser } from '../../../../../src/code/pure/definitions/sourceParser';
import type { EmbeddedData } from '../../../../../src/code/pure/languages/embeddedData';
import { installedGrammars } from '../../../../support/grammars';

const tagged: EmbeddedData = { tag: 'script', attributes: { lang: ['ts', 'js'] } };
const cells: EmbeddedData = { notebook: ['python'], leftOut: { line: '^[%!]', cell: '^%%(?!time)' } };

/** The rows with code, from 1. */
const codeRows = async (data: EmbeddedData, text: string) => {
	const rows = (await embeddedCode(data, text)).split('\n');
	assert.equal(rows.length, text.split('\n').length);
	return rows.flatMap((row, at) => (row.trim() === '' ? [] : [`${at + 1}: ${row}`]));
};

describe('code between tags', () => {
	it('stays in its rows, of each block', async () => {
		const page = [
			'<script>',
			'export default {}',
			'</script>',
			'<template><p :title="a > b ? 1 : 2">{{ x }} a < b</p></template>',
			'<script setup lang="ts" generic="T extends Map<string, string>">const a = 1;',
			'\tconst html = "<p></p>";',
			'</script>',
		];
		assert.deepEqual(await codeRows(tagged, page.join('\n')), [
			'2: export default {}',
			'5: const a = 1;',
			'6: \tconst html = "<p></p>";',
		]);
	});

	it('is left out in a comment, in another language, of another tag, and where a tag is empty', async () => {
		const page = [
			'<!-- <script>const a = 1;</script> -->',
			'<script lang="coffee">a = -> 1</script>',
			'<Script>const b = 1;</Script>',
			'<script src="./a.js" />',
			'<style>.script { color: red }</style>',
			'<script>const c = 1;</script>',
		];
		assert.deepEqual(await codeRows(tagged, page.join('\r\n')), ['6: const c = 1;']);
	});

	it('ends with the text where its tag has no end', async () => {
		assert.deepEqual(await codeRows(tagged, '<script>\nconst a = 1;'), ['2: const a = 1;']);
	});
});

describe('code in cells', () => {
	const notebook = (indent: number | undefined, language = 'python') =>
		JSON.stringify(
			{
				cells: [
					{ cell_type: 'markdown', metadata: {}, source: ['# Title\n', 'def no(): pass'] },
					{
						cell_type: 'code',
						execution_count: 1,
						metadata: { tags: ['source'] },
						outputs: [{ output_type: 'stream', name: 'stdout', text: ['def printed(): pass\n'] }],
						source: ['%matplotlib inline\n', 'def f(x):\n', '    return "a\\t\\"b"\n', '!ls'],
					},
					{ cell_type: 'code', metadata: {}, outputs: [], source: ['%%bash\n', 'f() { :; }'] },
					{ cell_type: 'code', metadata: {}, outputs: [], source: ['%%time\n', 'y = 1'] },
					{ metadata: {}, source: ['z = 2'], outputs: [], cell_type: 'code' },
				],
				metadata: { kernelspec: { display_name: 'X', language, name: 'x' } },
				nbformat: 4,
			},
			undefined,
			indent,
		);

	it('is in the row of its JSON string, whatever the order of the keys', async () => {
		const text = notebook(1);
		const rowOf = (part: string) => text.split('\n').findIndex(row => row.includes(part)) + 1;
		assert.deepEqual(await codeRows(cells, text), [
			`${rowOf('"def f(x)')}: def f(x):`,
			`${rowOf('return')}:     return "a\\t\\"b"`,
			`${rowOf('y = 1')}: y = 1`,
			`${rowOf('z = 2')}: z = 2`,
		]);
	});

	it('is none where lines share a row, in another language, and in what is no notebook', async () => {
		for (const text of [notebook(undefined), notebook(1, 'julia'), '', '{"cells": [', '"\\"\\"\\"', '[]', 'words']) {
			assert.deepEqual(await codeRows(cells, text), [], text);
		}
	});
});

describe('embedded code', () => {
	const parser = new SourceParser(installedGrammars());
	const languageOf = (path: string) => new LanguageTable(parser.languages).of(path) ?? assert.fail();

	it('has syntax errors and references in the lines of the file', async () => {
		const page = '<template>\n<p>{{ ( }}</p>\n</template>\n\n<script>\nrun();\nconst = 1;\n</script>\n';
		const language = languageOf('a.vue');
		assert.deepEqual(
			(await parser.references(language, page)).map(({ name, line }) => [name, line]),
			[['run', 6]],
		);
		assert.deepEqual(await parser.syntaxErrors(language, page), [{ startLine: 7, endLine: 7 }]);
	});

	it('is not all of a text, so that texts are not compared by it', async () => {
		assert.equal(await parser.tokens(languageOf('a.vue'), '<template></template>\n<script>\n</script>\n'), undefined);
	});

	it('is in no language that a script is written in', () => {
		assert.deepEqual(
			['a.vue', 'a.svelte', 'a.ipynb'].map(path => languageOf(path).reproducer),
			[undefined, undefined, undefined],
		);
	});
});

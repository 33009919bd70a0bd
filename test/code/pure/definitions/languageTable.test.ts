import assert from 'node:assert/strict';
import { LanguageTable } from '../../../../src/code/pure/definitions/languageTable';
import type { LanguageData } from '../../../../src/code/pure/languages/languageData';

function language(id: string, fields: Partial<LanguageData>): LanguageData {
	return {
		id,
		name: id,
		extensions: [],
		grammar: '',
		tags: [],
		descend: [],
		comments: [],
		keywords: [],
		definitions: {},
		...fields,
	};
}

const table = new LanguageTable([
	language('plain', { extensions: ['.x', '.h'], fileNames: ['Makefile', 'x.y'], testFiles: ['*_test.x'] }),
	language('rich', { extensions: ['.y', '.h'], recognize: '^class \\w+', testFiles: ['*.{spec,test}.y'] }),
]);

describe('LanguageTable', () => {
	it('knows a file by its extension, wherever it lies', () => {
		assert.equal(table.of('a/b.c/main.x')?.id, 'plain');
		assert.equal(table.of('main.tar.y')?.id, 'rich');
	});

	it('knows a file by its whole name before its extension', () => {
		assert.equal(table.of('a/Makefile')?.id, 'plain');
		assert.equal(table.of('x.y')?.id, 'plain');
	});

	it('claims nothing else', () => {
		assert.equal(table.of('a.x/readme'), undefined);
		assert.equal(table.of('main.X'), undefined);
		assert.equal(table.of('x'), undefined);
	});

	it('gives an extension of two languages to the first, unless the other recognizes the text', () => {
		assert.equal(table.of('a.h')?.id, 'plain');
		assert.equal(table.of('a.h', 'int a;')?.id, 'plain');
		assert.equal(table.of('a.h', 'int a;\nclass A {}')?.id, 'rich');
		assert.equal(table.of('a.x', 'class A {}')?.id, 'plain');
	});

	it('knows files that hold tests by a folder or by their name', () => {
		for (const path of ['test/a.x', 'a/Tests/b/c.x', 'a/__tests__/b.y', 'spec/a.txt', 'a/b_test.x', 'b.spec.y']) {
			assert.equal(table.isTest(path), true, path);
		}
		for (const path of ['a/test.x', 'contest/a.x', 'a/testing_tools.x', 'latest/b.y', 'a/b_test.y.x']) {
			assert.equal(table.isTest(path), false, path);
		}
	});
});

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../support/repoRoot';
import { DataReaders } from './dataReaders.mts';
import { LanguageUsers } from './languageUsers.mts';
import { productParts } from './productParts.mts';
import { selectTests } from './selectTests.mts';

const cli = 'test/support/product/commandLineFile.ts';
const worker = 'test/support/product/workerFile.ts';
/** Test -> its text and what it imports. */
const tests = {
	'test/code/edits/hunks.test.ts': ['', 'src/code/edits/hunks.ts'],
	'test/code/diff/diff.test.ts': ['', 'src/code/diff/diff.ts'],
	'test/code/index/skeleton.test.ts': [
		`skeletonOf('python')`,
		'src/code/index/skeleton.ts',
		'test/support/grammars.ts',
	],
	'test/code/index/words.test.ts': [`read('a.go')`, 'src/code/index/skeleton.ts', 'test/support/grammars.ts'],
	'test/cli/locate.test.ts': [`['--workspace', 'sample/python']`, cli],
	'test/localizer/node/process.test.ts': ['', worker],
	'test/languages/fixtures.test.ts': [`globSync('test/languages/fixtures/*/*.json')`],
	'test/node/history/imports.test.ts': [`join(repoRoot, 'test', 'fixtures', 'imports')`],
	'test/architecture/budgets.test.ts': [`globSync('src/**/*.{ts,tsx}')`],
	'test/hostile/kills.test.ts': [`join(__dirname, 'writes.js')`],
	'test/e2e/locate.test.ts': ['', 'test/support/product/productFolder.ts'],
} as const;
const imports = new Map<string, readonly string[]>([
	...Object.entries(tests).map(([path, [, ...imported]]) => [path, imported] as const),
	['src/code/edits/hunks.ts', ['src/code/diff/diff.ts']],
	['src/cli/runCli.ts', ['src/code/edits/hunks.ts', 'src/code/words.md']],
	['src/localizer/node/indexWorker.ts', ['src/code/index/skeleton.ts']],
	['src/webview/main.tsx', ['src/webview/row.tsx']],
	['src/extension.ts', ['src/editor/locate.ts']],
	['test/hostile/writes.ts', ['src/code/acceptance/writes.ts']],
	...productParts.map(({ door }) => [door, []] as const),
]);
const texts = new Map<string, string>(Object.entries(tests).map(([path, [text]]) => [path, text]));
const project = {
	...{ tests: Object.keys(tests), imports, readers: new DataReaders(texts) },
	languages: new LanguageUsers(
		[
			{ id: 'python', extensions: ['.py'] },
			{ id: 'go', extensions: ['.go'] },
		],
		{
			...{ tests: Object.keys(tests), imports, texts, doors: [cli] },
		},
	),
	programs: new Map([['test/hostile/writes.ts', ['test/hostile/kills.test.ts']]]),
};
const selected = (...changed: string[]) =>
	selectTests(changed, project)
		.map(({ path }) => path.replace(/^test\/|\.test\.ts$/g, ''))
		.sort();
const always = 'architecture/budgets';

describe('the tests of a change', () => {
	it('are those that import it over whatever files, with the part of the product that is made of it', () => {
		const ofProduct = ['cli/locate', 'e2e/locate'];
		assert.deepEqual(selected('src/code/edits/hunks.ts'), [always, 'code/edits/hunks', ...ofProduct].sort());
		assert.deepEqual(
			selected('src/code/diff/diff.ts'),
			[always, 'code/diff/diff', 'code/edits/hunks', ...ofProduct].sort(),
		);
		assert.deepEqual(selected('src/code/words.md'), ofProduct);
	});

	it('are those alone that start the part', () => {
		assert.deepEqual(selected('src/webview/row.tsx'), [always, 'e2e/locate']);
		assert.deepEqual(selected('src/editor/locate.ts'), [always, 'e2e/locate']);
		const ofWorker = ['code/index/skeleton', 'code/index/words', 'localizer/node/process', 'cli/locate'];
		assert.deepEqual(selected('src/code/index/skeleton.ts'), [always, 'e2e/locate', ...ofWorker].sort());
	});

	it('are those that read it by path: by its name, its folder or a pattern', () => {
		assert.deepEqual(selected('test/languages/fixtures/python/a.json'), ['languages/fixtures']);
		assert.deepEqual(selected('test/fixtures/imports/tally/run.json'), ['node/history/imports']);
		assert.deepEqual(selected('sample/python/ISSUE.md'), ['cli/locate']);
		assert.deepEqual(selected('media/walkthrough/a.svg'), []);
		assert.deepEqual(selected('test/program.mjs'), []);
	});

	it('are those of a language that name it, and all of test/languages', () => {
		const ofPython = ['cli/locate', 'code/index/skeleton', 'languages/fixtures'];
		assert.deepEqual(selected('syntaxes/python/language.json'), ofPython);
		assert.deepEqual(selected('syntaxes/go/tags.scm'), ['code/index/words', 'languages/fixtures']);
	});

	it('are those that start a program of tests by its path', () => {
		assert.deepEqual(selected('src/code/acceptance/writes.ts'), [always, 'hostile/kills']);
	});

	it('are itself, and all of them where it decides how they are built', () => {
		assert.deepEqual(selected('test/code/diff/diff.test.ts'), ['code/diff/diff']);
		assert.equal(selected('esbuild.config.mjs').length, project.tests.length);
	});

	it('are near where they are in its folder', () => {
		const near = selectTests(['src/code/edits/inner/more.ts', 'src/code/edits/hunks.ts'], project).filter(
			({ isNear }) => isNear,
		);
		assert.deepEqual(
			near.map(({ path, distance, startsProduct }) => [path, distance, startsProduct]),
			[['test/code/edits/hunks.test.ts', 1, false]],
		);
	});
});

describe('the product', () => {
	it('is reached by tests through its doors only, so that a change of it selects them', () => {
		const doors = productParts.map(({ door }) => door);
		const others = globSync('test/**/*.{ts,tsx}', { cwd: repoRoot })
			.map(path => path.replaceAll('\\', '/'))
			.filter(path => !doors.includes(path) && !/^test\/(?:languages\/(?:fixtures|reproducers)|harness)\//.test(path));
		const reaching = others.filter(path =>
			/repoRoot, *['"`]dist|\[['"`]dist\/cli\.js/.test(readFileSync(join(repoRoot, path), 'utf8')),
		);
		assert.deepEqual(reaching, []);
	});
});

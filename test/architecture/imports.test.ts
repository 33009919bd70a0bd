import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { houseDrawing } from '../../bench/house/houseDrawing';
import { repoRoot } from '../support/repoRoot';
import { brokenDoors, brokenFloors, mutualRooms, nodeGlobalsInPure } from './doors';
import { importEdges } from './importGraph';
import { parseSource, readSources } from './sourceFile';
import { parseSubject, readSubjects } from './subjects';

describe('doors', () => {
	it('are kept by all of src', async () => {
		assert.deepEqual(brokenDoors(importEdges(await readSources())), []);
	});

	const closed: [path: string, text: string, rule: string][] = [
		['src/code/pure/a.ts', `import type { Uri } from 'vscode';`, 'vscode is imported only'],
		['src/code/pure/a.ts', `import { join } from 'node:path';`, 'node: modules'],
		['src/code/pure/a.ts', `import { join } from 'path';`, 'node: modules'],
		['src/code/pure/a.ts', `import { build } from 'esbuild';`, 'pure code imports only'],
		['src/code/pure/a.ts', `import { b } from '../node/b';`, 'pure code imports only'],
		['src/engine/a.ts', `type B = import('../cli/b').B;`, 'pure code imports only'],
		['src/engine/stages/patch/a.ts', `import { b } from '../locate/b';`, 'a stage imports'],
		['src/code/node/a.ts', `const vscode = require('vscode');`, 'vscode is imported only'],
		['src/webview/a.tsx', `import { b } from '../code/pure/b';`, 'webview imports'],
		['src/webview/a.tsx', `import { readFile } from 'node:fs/promises';`, 'webview imports'],
		['src/cli.ts', `import * as vscode from 'vscode';`, 'vscode is imported only'],
		['src/editor/a.ts', `import { activate } from '../extension';`, 'an entry file'],
		['src/code/node/a.ts', `await import('../../localizer/node/indexWorker');`, 'an entry file'],
		['src/code/node/a.ts', `import { b } from '../../../test/support/b';`, 'nothing outside src'],
	];
	for (const [path, text, rule] of closed) {
		it(`stay closed for ${path} with ${text}`, async () => {
			const entries = ['src/extension.ts', 'src/localizer/node/indexWorker.ts'].map(entry => parseSource(entry, ''));
			const sources = await Promise.all([parseSource(path, text), ...entries]);
			const broken = brokenDoors(importEdges(sources));
			assert.ok(
				broken.some(line => line.includes(rule)),
				broken.join('\n'),
			);
		});
	}

	const open: [path: string, text: string][] = [
		[
			'src/code/pure/a.ts',
			`import { Parser } from 'web-tree-sitter'; import { b } from '../../runs/pure/b'; import text from './a.md';`,
		],
		['src/engine/stages/patch/a.ts', `import { b } from './b'; import { c } from '../../../models/pure/c';`],
		['src/code/node/a.ts', `import { join } from 'node:path'; import type { Files } from '../../system/pure/files';`],
		['src/editor/runs/a.ts', `import * as vscode from 'vscode'; import { b } from '../../runs/node/b';`],
		[
			'src/webview/a.tsx',
			`import { render } from 'preact'; import { useState } from 'preact/hooks'; import type { Run } from '../runs/pure/run';`,
		],
		['src/extension.ts', `import type { ExtensionContext } from 'vscode'; import { b } from './editor/b';`],
	];
	for (const [path, text] of open) {
		it(`stay open for ${path} with ${text}`, async () => {
			assert.deepEqual(brokenDoors(importEdges([await parseSource(path, text)])), []);
		});
	}
});

describe('floors', () => {
	const subjects = [
		parseSubject('runs', 'Floor 1\n\n## Face\n\n- everything: `pure/`, `node/`\n- `pure/`, `node/store`: all of it\n'),
		parseSubject(
			'code',
			'# Code\n\nFloor 3, of which much is said.\n\n## Face\n\n- `pure/search/`\n\n## More\n\n- `pure/`',
		),
	];
	const broken = async (path: string, text: string) =>
		brokenFloors(importEdges([await parseSource(path, text)]), subjects);

	it('are kept by all of src, and so are the faces of its subjects', async () => {
		const all = readSubjects();
		const folders = globSync('src/*/', { cwd: repoRoot }).map(path => basename(path));
		assert.deepEqual(all.map(({ name }) => name).sort(), folders.sort());
		assert.deepEqual(
			all.map(({ floor }) => floor),
			all.map((_, at) => at),
		);
		assert.deepEqual(brokenFloors(importEdges(await readSources()), all), []);
	});

	it('are stated by the README of a subject, with its face', () => {
		assert.deepEqual(subjects, [
			{ name: 'runs', floor: 1, face: ['pure/', 'node/store'] },
			{ name: 'code', floor: 3, face: ['pure/search/'] },
		]);
		assert.throws(() => parseSubject('code', '## Face\n\n- `pure/`'), /needs a line "Floor N"/);
		assert.throws(() => parseSubject('code', 'Floor 1\n'), /section "Face"/);
	});

	it('have a README of at most 60 lines each', () => {
		const long = readSubjects().filter(
			({ name }) => readFileSync(join(repoRoot, 'src', name, 'README.md'), 'utf8').split('\n').length > 61,
		);
		assert.deepEqual(long, []);
	});

	it('are drawn as they are (npm run bench -- house --draw)', async () => {
		const drawing = houseDrawing(importEdges(await readSources()), readSubjects());
		assert.equal(readFileSync(join(repoRoot, 'src', 'house.svg'), 'utf8'), drawing);
	});

	it('are not climbed', async () => {
		assert.deepEqual(await broken('src/runs/pure/a.ts', `import type { B } from '../../code/pure/search/b';`), [
			'src/runs/pure/a.ts:1 imports src/code/pure/search/b: floor 1 imports only floors below, not floor 3',
		]);
		assert.deepEqual(await broken('src/code/pure/a.ts', `import { b } from '../../runs/node/store';`), []);
	});

	it('are entered through a face, by files beside the subjects as well', async () => {
		for (const path of ['src/cli.ts', 'src/code/node/a.ts']) {
			const from = path === 'src/cli.ts' ? '.' : '../..';
			const [first = '', ...more] = await broken(path, `import { b } from '${from}/runs/node/locks';`);
			assert.ok(first.endsWith('it is not in the face of runs (its README)'), first);
			assert.deepEqual(more, []);
		}
		assert.deepEqual(await broken('src/code/node/a.ts', `import { b } from '../pure/index/b';`), []);
	});

	it('have no two rooms that import each other', async () => {
		assert.deepEqual(mutualRooms(importEdges(await readSources())), []);
	});

	it('have rooms whose imports of each other are seen', async () => {
		const sources = await Promise.all([
			parseSource('src/code/pure/calls/a.ts', `import { b } from '../search/deep/b';`),
			parseSource(
				'src/code/pure/search/deep/b.ts',
				`import type { C } from '../../calls/c'; import { d } from '../../calls/d';`,
			),
		]);
		assert.deepEqual(mutualRooms(importEdges(sources)), [
			'code/pure/calls and code/pure/search import each other: src/code/pure/calls/a.ts:1 imports src/code/pure/search/deep/b.ts',
		]);
	});
});

describe('globals of node', () => {
	it('are not used in pure code', async () => {
		assert.deepEqual((await readSources()).flatMap(nodeGlobalsInPure), []);
	});

	it('are found in pure code and nowhere else', async () => {
		const text = `const path = process.env.PATH;\nconst bytes = Buffer.from(path);\nconst process2 = { env: 1 };`;
		assert.deepEqual(nodeGlobalsInPure(await parseSource('src/code/pure/a.ts', text)), [
			'src/code/pure/a.ts:1 uses process',
			'src/code/pure/a.ts:2 uses Buffer',
		]);
		assert.deepEqual(nodeGlobalsInPure(await parseSource('src/code/node/a.ts', text)), []);
	});

	it('include the clock, however it is read', async () => {
		const text = `const a = Date.now();\nconst b = new Date();\nconst c = performance.now();\ntype D = Date;`;
		assert.deepEqual(nodeGlobalsInPure(await parseSource('src/engine/a.ts', text)), [
			'src/engine/a.ts:1 uses Date',
			'src/engine/a.ts:2 uses Date',
			'src/engine/a.ts:3 uses performance',
		]);
	});
});

import assert from 'node:assert/strict';
import { brokenDoors, mutualRooms, nodeGlobalsInCore } from './doors';
import { importEdges } from './importGraph';
import { parseSource, readSources } from './sourceFile';

describe('doors', () => {
	it('are kept by all of src', async () => {
		assert.deepEqual(brokenDoors(importEdges(await readSources())), []);
	});

	it('are never open both ways between two rooms', async () => {
		assert.deepEqual(mutualRooms(importEdges(await readSources())), []);
	});

	it('are seen where they are open both ways', async () => {
		const sources = await Promise.all([
			parseSource('src/core/rank/a.ts', `import { b } from '../search/deep/b';`),
			parseSource(
				'src/core/search/deep/b.ts',
				`import type { C } from '../../rank/c'; import { d } from '../../rank/d';`,
			),
		]);
		assert.deepEqual(mutualRooms(importEdges(sources)), [
			'core/rank and core/search import each other: src/core/rank/a.ts:1 imports src/core/search/deep/b.ts',
		]);
	});

	const closed: [path: string, text: string, rule: string][] = [
		['src/core/rank/a.ts', `import type { Uri } from 'vscode';`, 'vscode is imported only'],
		['src/core/rank/a.ts', `import { join } from 'node:path';`, 'node: modules'],
		['src/core/rank/a.ts', `import { join } from 'path';`, 'node: modules'],
		['src/core/rank/a.ts', `import { build } from 'esbuild';`, 'core imports only core'],
		['src/core/rank/a.ts', `import { b } from '../../node/b';`, 'core imports only core'],
		['src/core/rank/a.ts', `type B = import('../../editor/b').B;`, 'core imports only core'],
		['src/core/model/a.ts', `import { b } from '../util/b';`, 'core/model imports'],
		['src/core/model/a.ts', `import ignore from 'ignore';`, 'core/model imports'],
		['src/core/search/a.ts', `import { b } from '../tools/b';`, 'search knows no tool'],
		['src/core/tools/a.ts', `import { b } from '../stages/locate/b';`, 'tools, agent, testing'],
		['src/core/agent/a.ts', `export { b } from '../strategies/b';`, 'tools, agent, testing'],
		['src/core/testing/a.ts', `import { b } from '../stages/validate/b';`, 'tools, agent, testing'],
		['src/core/edits/a.ts', `import { b } from '../stages/patch/b';`, 'edits, workbench'],
		['src/core/eval/a.ts', `import { b } from '../stages/patch/b';`, 'workbench and eval'],
		['src/core/stages/patch/a.ts', `import { b } from '../locate/b';`, 'a stage imports'],
		['src/core/stages/patch/a.ts', `import { b } from '../../strategies/b';`, 'a stage imports'],
		['src/node/a.ts', `import { b } from '../editor/b';`, 'node implements'],
		['src/node/a.ts', `const vscode = require('vscode');`, 'vscode is imported only'],
		['src/editor/a.ts', `import { b } from '../webview/b';`, 'editor imports'],
		['src/protocol/a.ts', `import { b } from '../core/rank/b';`, 'protocol imports'],
		['src/webview/a.tsx', `import { b } from '../core/rank/b';`, 'webview imports'],
		['src/webview/a.tsx', `import { readFile } from 'node:fs/promises';`, 'webview imports'],
		['src/cli.ts', `import * as vscode from 'vscode';`, 'vscode is imported only'],
		['src/editor/a.ts', `import { activate } from '../extension';`, 'an entry file'],
		['src/node/a.ts', `await import('./indexing/indexWorker');`, 'an entry file'],
		['src/node/a.ts', `import { b } from '../../test/support/b';`, 'nothing outside src'],
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
			'src/core/rank/a.ts',
			`import { Parser } from 'web-tree-sitter'; import { b } from '../index/b'; import text from './a.md';`,
		],
		['src/core/model/a.ts', `import type { B } from './b';`],
		['src/core/stages/patch/a.ts', `import { b } from './b'; import { c } from '../../agent/c';`],
		['src/node/a.ts', `import { join } from 'node:path'; import type { Files } from '../core/ports';`],
		[
			'src/editor/runs/a.ts',
			`import * as vscode from 'vscode'; import { b } from '../../node/b'; import { c } from '../../protocol/c';`,
		],
		[
			'src/webview/a.tsx',
			`import { render } from 'preact'; import { useState } from 'preact/hooks'; import type { Run } from '../core/model/run';`,
		],
		['src/extension.ts', `import type { ExtensionContext } from 'vscode'; import { b } from './editor/b';`],
	];
	for (const [path, text] of open) {
		it(`stay open for ${path} with ${text}`, async () => {
			assert.deepEqual(brokenDoors(importEdges([await parseSource(path, text)])), []);
		});
	}
});

describe('globals of node', () => {
	it('are not used in core', async () => {
		assert.deepEqual((await readSources()).flatMap(nodeGlobalsInCore), []);
	});

	it('are found in core and nowhere else', async () => {
		const text = `const path = process.env.PATH;\nconst bytes = Buffer.from(path);\nconst process2 = { env: 1 };`;
		assert.deepEqual(nodeGlobalsInCore(await parseSource('src/core/a.ts', text)), [
			'src/core/a.ts:1 uses process',
			'src/core/a.ts:2 uses Buffer',
		]);
		assert.deepEqual(nodeGlobalsInCore(await parseSource('src/node/a.ts', text)), []);
	});

	it('include the clock, however it is read', async () => {
		const text = `const a = Date.now();\nconst b = new Date();\nconst c = performance.now();\ntype D = Date;`;
		assert.deepEqual(nodeGlobalsInCore(await parseSource('src/core/a.ts', text)), [
			'src/core/a.ts:1 uses Date',
			'src/core/a.ts:2 uses Date',
			'src/core/a.ts:3 uses performance',
		]);
	});
});

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type OutgoingWords, outgoingWords } from '../../src/code/pure/codeSearch/outgoingWords';
import { CodeSearch } from '../../src/editor/codeSearch/codeSearch';
import { settingNames } from '../../src/editor/settings/settingNames';
import { TestPages } from '../support/testPages';
import { eventually } from './eventually';
import { memoryMemento } from './runParts';

describe('the code search server of the settings', () => {
	const pages = new TestPages();
	const words = outgoingWords('first thing') as OutgoingWords;
	let memory: vscode.Memento;
	let questions: string[];
	const set = (address: string | undefined) =>
		vscode.workspace
			.getConfiguration()
			.update(settingNames.codeSearchServer, address, vscode.ConfigurationTarget.Global);
	const answering = (answer: 'Allow' | 'Never in This Workspace' | undefined) =>
		new CodeSearch(memory, async text => {
			questions.push(text);
			return answer;
		});

	beforeEach(async () => {
		memory = memoryMemento();
		questions = [];
		await set(pages.origin);
		pages.always(200, '{"Result":{"FileCount":1,"Files":[{"FileName":"a.c"}]}}', {
			'content-type': 'application/json',
		});
	});
	afterEach(() => set(undefined));

	it('is none unless it is set, and no folder can set it', async () => {
		await set(undefined);
		assert.equal(answering('Allow').server(), undefined);
		for (const name of [settingNames.codeSearchServer, settingNames.codeSearchRepository]) {
			const { Workspace } = vscode.ConfigurationTarget;
			await assert.rejects(async () =>
				vscode.workspace.getConfiguration().update(name, 'https://a.example', Workspace),
			);
		}
	});

	it('is sent nothing before the user agrees, and the search does not wait for that', async () => {
		const search = answering(undefined);
		for (let nth = 0; nth < 2; nth++) {
			await assert.rejects(async () => search.server()?.filesWith(words), /was not asked, as the user has not agreed/);
		}
		assert.equal(questions.length, 1);
		assert.match(questions[0] ?? '', new RegExp(`${new URL(pages.origin).host} where it could not search\\?`));
		assert.deepEqual(pages.requests, []);
	});

	it('is asked from then on, also in another window, until what was agreed is taken back', async () => {
		const search = answering('Allow');
		await assert.rejects(async () => search.server()?.filesWith(words));
		const found = await eventually(() =>
			search
				.server()
				?.filesWith(words)
				.catch(() => undefined),
		);
		assert.deepEqual(found, { paths: ['a.c'], isAll: true });
		const another = answering(undefined);
		assert.deepEqual((await another.server()?.filesWith(words))?.paths, ['a.c']);
		assert.equal(questions.length, 1);
		await another.decisions.forget(pages.origin);
		await assert.rejects(async () => another.server()?.filesWith(words));
		assert.equal(questions.length, 2);
	});

	it('is none from then on where the user refuses it, and another one brings a question of its own', async () => {
		const search = answering('Never in This Workspace');
		await assert.rejects(async () => search.server()?.filesWith(words));
		await eventually(() => search.server() === undefined);
		await set('https://search.example.com');
		await assert.rejects(async () => search.server()?.filesWith(words));
		assert.equal(questions.length, 2);
		assert.deepEqual(pages.requests, []);
	});
});

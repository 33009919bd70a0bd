import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { LazyCommands } from '../../src/editor/lazyCommands';

const [first, second, third] = ['faultline.testFirst', 'faultline.testSecond', 'faultline.testThird'] as const;
const ids = [first, second, third];

describe('commands of features that load on first use', () => {
	const made: vscode.Disposable[] = [];
	let shown: string[] = [];
	afterEach(() => {
		vscode.Disposable.from(...made.splice(0)).dispose();
		shown = [];
	});
	const show = (error: unknown) => shown.push(String(error));
	const registered = (id: string) =>
		made.push(vscode.commands.registerCommand(id, (...args: readonly unknown[]) => [id, ...args]));
	const call = (id: string, ...args: readonly unknown[]) => vscode.commands.executeCommand(id, ...args);

	it('start the features once, and are theirs from then on', async () => {
		let nStarts = 0;
		const start = async (makeWay: () => void) => {
			nStarts++;
			makeWay();
			ids.forEach(registered);
		};
		made.push(new LazyCommands(ids, { start, show }));
		assert.equal(nStarts, 0);
		const results = await Promise.all([call(first, 1, 'two'), call(second)]);
		assert.deepEqual(results, [[first, 1, 'two'], [second]]);
		assert.deepEqual([nStarts, shown], [1, []]);
	});

	it('show why, each time, where the features could not start', async () => {
		const start = async (makeWay: () => void) => {
			makeWay();
			registered(second);
			throw new Error('no storage');
		};
		made.push(new LazyCommands(ids, { start, show }));
		for (const id of [first, first, third]) {
			assert.equal(await call(id), undefined);
		}
		assert.deepEqual(shown, ['Error: no storage', 'Error: no storage', 'Error: no storage']);
		// What was registered before the failure stays.
		assert.deepEqual(await call(second, 1), [second, 1]);
	});

	it('show why, each time, where the features could not be loaded', async () => {
		made.push(new LazyCommands(ids, { start: () => Promise.reject(new Error('no file')), show }));
		for (const id of [first, second, first]) {
			assert.equal(await call(id), undefined);
		}
		assert.deepEqual(shown, ['Error: no file', 'Error: no file', 'Error: no file']);
	});
});

import assert from 'node:assert/strict';
import { foundNodes } from '../../../src/core/model/run/findNodes';
import { foldRun } from '../../../src/core/model/run/runFold';
import { importedTally } from '../../support/importedTally';
import { numbered } from '../../support/runEvents';
import { treeEvents, treeOf } from '../../support/treeOf';

describe('foundNodes', () => {
	const path = (action: number) => action - 1;

	it('finds titles, thoughts, actions, what these printed, and candidates with the reasons; case does not count', async () => {
		const run = await importedTally();
		const find = (text: string) => [...foundNodes(run, text)].flat();
		assert.deepEqual(find('INSTRUCTIONS to'), ['n1']);
		assert.deepEqual(find('create notes.txt'), ['n7']);
		assert.deepEqual(find('Zero is a guess.'), ['n11']);
		assert.deepEqual(find('states the true hours'), ['n11']);
		assert.deepEqual(find('not in this run'), []);
	});

	it('finds what a tool printed, and nothing without a text', () => {
		const run = treeOf(20, path);
		assert.deepEqual([...foundNodes(run, 'wrote FILE 12')].flat(), ['n12']);
		assert.deepEqual([...foundNodes(run, '')], [[]]);
	});

	it('pauses after parts of the same length, however many nodes there are', () => {
		const printed = 'x'.repeat(10_000);
		const parts = (nActions: number) => {
			const events = treeEvents(nActions, path).map(event =>
				event.type === 'toolAnswered' ? { ...event, text: printed } : event,
			);
			return [...foundNodes(foldRun(numbered(events)), 'X')].map(({ length }) => length);
		};
		const [few, many] = [parts(100), parts(1000)];
		assert.equal(Math.max(...many), Math.max(...few));
		assert.equal(
			many.reduce((sum, n) => sum + n, 0),
			1000,
		);
	});
});

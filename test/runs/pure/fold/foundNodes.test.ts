import assert from 'node:assert/strict';
import { foundNodes } from '../../../../src/runs/pure/fold/foundNodes';
import { type Run, rootNode } from '../../../../src/runs/pure/fold/run';
import { foldRun } from '../../../../src/runs/pure/fold/runFold';
import { exampleRun } from '../../../support/exampleRun';
import { importedTally } from '../../../support/importedTally';
import { patchOf, patchRunEvents } from '../../../support/patchRun';
import { numbered } from '../../../support/runEvents';
import { treeEvents, treeOf } from '../../../support/treeOf';

describe('foundNodes', () => {
	const path = (action: number) => action - 1;
	const find = (run: Run, text: string) => [...foundNodes(run, text)].flatMap(({ nodes }) => nodes);

	it('are searched as they are shown, too', () => {
		const run = exampleRun();
		const shown = (text: string) => (text.startsWith('Reading') ? '阅读' : text);
		const nodes = (text: string) => [...foundNodes(run, text, shown)].flatMap(part => part.nodes);
		assert.deepEqual(nodes('阅读'), ['r1']);
		assert.deepEqual(nodes('Reading the names'), ['r1']);
	});

	it('finds titles, thoughts, actions, what these printed, and candidates with the reasons; case does not count', async () => {
		const run = await importedTally();
		assert.deepEqual(find(run, 'INSTRUCTIONS to'), ['n1']);
		assert.deepEqual(find(run, 'create notes.txt'), ['n7']);
		assert.deepEqual(find(run, 'Zero is a guess.'), ['n11']);
		assert.deepEqual(find(run, 'states the true hours'), ['n11']);
		assert.deepEqual(find(run, 'not in this run'), []);
	});

	it('finds reproducers and what they printed, patched paths, and what reviews, tests and evaluations found', async () => {
		const patch = patchOf('p1', { path: 'notes/hours.txt', before: 'old\n', after: 'new\n' });
		const run = foldRun(numbered(patchRunEvents('a', 'Hours', [patch])));
		for (const text of [
			...['reproducer.py', 'assert minutes_between', 'got -1275', 'Its assertion fails as the issue'],
			...['notes/hours.txt', 'python -m unittest', 'The tests pass.', 'the END counts as'],
		]) {
			assert.deepEqual(find(run, text), [rootNode], text);
		}
		assert.deepEqual(find(await importedTally(), 'instances RESOLVED: 1'), ['n12']);
	});

	it('finds what a tool printed, and nothing without a text', () => {
		const run = treeOf(20, path);
		assert.deepEqual([...foundNodes(run, 'wrote FILE 12')], [{ nodes: ['n12'], isLast: true }]);
		assert.deepEqual([...foundNodes(run, '')], [{ nodes: [], isLast: true }]);
	});

	it('pauses after parts of the same length, however many nodes there are', () => {
		const printed = 'x'.repeat(10_000);
		const parts = (nActions: number) => {
			const events = treeEvents(nActions, path).map(event =>
				event.type === 'toolAnswered' ? { ...event, text: printed } : event,
			);
			return [...foundNodes(foldRun(numbered(events)), 'X')].map(({ nodes }) => nodes.length);
		};
		const [few, many] = [parts(100), parts(1000)];
		assert.equal(Math.max(...many), Math.max(...few));
		assert.equal(
			many.reduce((sum, n) => sum + n, 0),
			1000,
		);
	});
});

import assert from 'node:assert/strict';
import type { RunEventBody } from '../../../../src/runs/pure/events/runEvent';
import { roundNumbers } from '../../../../src/runs/pure/fold/roundNumbers';
import { rootNode } from '../../../../src/runs/pure/fold/run';
import { exampleRun } from '../../../support/exampleRun';
import { runStarted } from '../../../support/runEvents';

type Step = readonly [string, RunEventBody];

function round(id: string, parent = rootNode): Step {
	return [id, { type: 'nodeOpened', parent, key: 'round', kind: 'round', title: id }];
}

function feedback(id: string, parent: string): Step {
	return [id, { type: 'nodeOpened', parent, key: id, kind: 'feedback', title: id }];
}

function numbersOf(...steps: readonly Step[]): [string, string][] {
	return [...roundNumbers(exampleRun([[rootNode, runStarted('id')], ...steps]))];
}

describe('roundNumbers', () => {
	it('counts the rounds of a run from 1', () => {
		assert.deepEqual(numbersOf(round('x'), round('y', 'x')), [
			['x', '1'],
			['y', '2'],
		]);
	});

	it('counts on from the last round a branch shares, with a letter for each branch', () => {
		const steps = [round('n1'), round('n2', 'n1'), round('n3', 'n2')];
		const first = [feedback('n4', 'n2'), round('n5', 'n4'), round('n6', 'n5')];
		const second = [feedback('n7', 'n5'), round('n8', 'n7')];
		assert.deepEqual(
			new Map(numbersOf(...steps, ...first, ...second)),
			new Map([
				['n1', '1'],
				['n2', '2'],
				['n3', '3'],
				['n5', '3a'],
				['n6', '4a'],
				['n8', '4b'],
			]),
		);
	});

	it('gives feedback on the last round a separate branch', () => {
		assert.deepEqual(numbersOf(round('n1'), feedback('n2', 'n1'), round('n3', 'n2')).at(-1), ['n3', '2a']);
	});

	it('gives rounds side by side a letter each, and stages none', () => {
		const stage: Step = ['n2', { type: 'nodeOpened', parent: 'n1', key: 'patch', kind: 'stage', title: 'stage' }];
		const second: Step = ['n3', { type: 'nodeOpened', parent: 'n1', key: 'patch 2', kind: 'stage', title: 'stage' }];
		const third: Step = ['n4', { type: 'nodeOpened', parent: 'n1', key: 'round 2', kind: 'round', title: 'round' }];
		assert.deepEqual(numbersOf(round('n1'), stage, second, third), [
			['n1', '1'],
			['n4', '2a'],
		]);
	});

	it('never runs out of letters', () => {
		const steps = Array.from({ length: 27 }, (_, at) => [
			feedback(`n${2 * at + 2}`, 'n1'),
			round(`n${2 * at + 3}`, `n${2 * at + 2}`),
		]);
		assert.deepEqual(numbersOf(round('n1'), ...steps.flat()).at(-1), ['n55', '2aa']);
	});
});

import assert from 'node:assert/strict';
import { roundNumbers } from '../../../src/core/model/roundNumbers';
import { rootNode } from '../../../src/core/model/run';
import type { RunEventBody } from '../../../src/core/model/runEvent';
import { exampleRun } from '../../support/exampleRun';
import { runStarted } from '../../support/runEvents';

type Step = readonly [string, RunEventBody];

function round(id: string, parent = rootNode): Step {
	return [id, { type: 'nodeOpened', parent, kind: 'round', title: id }];
}

function branch(id: string, after: string): Step {
	return [id, { type: 'nodeOpened', parent: rootNode, kind: 'branch', title: id, after }];
}

function numbersOf(...steps: readonly Step[]): [string, string][] {
	return [...roundNumbers(exampleRun([[rootNode, runStarted('id')], ...steps]).nodes)];
}

describe('roundNumbers', () => {
	it('counts the rounds of a run from 1', () => {
		assert.deepEqual(numbersOf(round('x'), round('y')), [
			['x', '1'],
			['y', '2'],
		]);
	});

	it('counts on from the last round a branch shares, with a letter for each branch', () => {
		const steps = [round('r1'), round('r2'), round('r3')];
		const first = [branch('b1', 'r2'), round('b1.r3', 'b1'), round('b1.r4', 'b1')];
		const second = [branch('b2', 'b1.r3'), round('b2.r4', 'b2')];
		assert.deepEqual(numbersOf(...steps, ...first, ...second).slice(3), [
			['b1.r3', '3a'],
			['b1.r4', '4a'],
			['b2.r4', '4b'],
		]);
	});

	it('never runs out of letters', () => {
		const steps = Array.from({ length: 27 }, (_, at) => [branch(`b${at}`, 'r1'), round(`b${at}.r2`, `b${at}`)]);
		assert.deepEqual(numbersOf(round('r1'), ...steps.flat()).at(-1), ['b26.r2', '2aa']);
	});
});

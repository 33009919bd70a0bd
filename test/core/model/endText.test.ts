import assert from 'node:assert/strict';
import { endText } from '../../../src/core/model/run/endText';
import type { RunEventBody } from '../../../src/core/model/run/runEvent';
import { foldRun } from '../../../src/core/model/run/runFold';
import { numbered, runStarted } from '../../support/runEvents';

describe('the text at the end of a run', () => {
	const textOf = (...bodies: readonly RunEventBody[]) =>
		endText(foldRun(numbered([runStarted('a', 'It leaks'), ...bodies])));
	const ranking = { files: [], modules: [], functions: [] };

	it('counts locations, one in the singular', () => {
		const location = { id: '1', file: 'a.py', startLine: 1, endLine: 1, intendedBehavior: '', score: 1, evidence: [] };
		assert.equal(
			textOf({ type: 'locationsNamed', locations: [location], ranking }),
			'1 location found for "It leaks".',
		);
		assert.equal(textOf(), '0 locations found for "It leaks".');
	});

	it('counts patches where the run was to fix the issue', () => {
		const patch = { id: 'p1', diff: '', files: [] };
		const text = textOf({ type: 'runResumed', goal: 'fix' }, { type: 'patchWritten', patch });
		assert.equal(text, '1 patch written for "It leaks".');
	});
});

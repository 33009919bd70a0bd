import assert from 'node:assert/strict';
import type { Run } from '../../../../src/runs/pure/fold/run';
import { runExit } from '../../../../src/sharing/pure/report/exitStatus';
import { exampleRun } from '../../../support/exampleRun';

describe('exit status of a run', () => {
	const run = exampleRun();

	for (const [name, changes, status, text] of [
		['that ended by itself', {}, 'submitted', /^Submitted: the locations\.$/],
		['that is not over', { state: 'paused' }, 'unfinished', /has not ended/],
		['that the user cancelled', { state: 'cancelled' }, 'stopped', /by the user/],
		['that failed', { state: 'failed', message: 'No key.' }, 'stopped', /by an error: No key\.$/],
		[
			'that reached a limit',
			{ reachedCap: { cap: 'requests', limit: 5 } },
			'submittedAtLimit',
			/best locations so far\. The limit of 5 requests was reached\.$/,
		],
		['that named nothing', { selected: { ...run.selected, locations: [] } }, 'nothing', /^No location was named\.$/],
		['that was to write a patch and has none', { goal: 'fix' }, 'nothing', /^No patch was written\.$/],
	] as const satisfies readonly (readonly [string, Partial<Run>, string, RegExp])[]) {
		it(`${name} is ${status}`, () => {
			const exit = runExit({ ...run, ...changes });
			assert.equal(exit.status, status);
			assert.match(exit.text, text);
		});
	}
});

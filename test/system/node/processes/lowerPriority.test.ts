import assert from 'node:assert/strict';
import { getPriority } from 'node:os';
import { lowerPriority } from '../../../../src/system/node/processes/lowerPriority';

describe('a lower priority', () => {
	it('is left out where the system does not list the threads of a program', () => {
		// The priority of now, because no other one could be undone.
		const now = getPriority();
		assert.doesNotThrow(() => lowerPriority(now, '/nowhere/task'));
		assert.equal(getPriority(), now);
	});
});

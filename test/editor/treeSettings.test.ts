import assert from 'node:assert/strict';
import { readBranchAfter, readBranchLimits } from '../../src/editor/settings/treeSettings';
import { darsRules } from '../../src/engine/agent/branching/treeRules';

describe('the settings of the tree', () => {
	it('are as usual where they are not set, or what is set has no meaning', () => {
		for (const value of [undefined, null, 'edit', 3, [], {}, { edit: 'often', other: 1, submit: -1 }]) {
			assert.deepEqual(readBranchLimits(value), darsRules.limits);
			assert.deepEqual(readBranchAfter(value), darsRules.after);
		}
	});

	it('change what they name', () => {
		assert.deepEqual(readBranchLimits({ edit: 2.5, create: 0, error: 1 }), {
			...{ create: 0, append: 1, edit: 2, submit: 1, error: 1 },
		});
		assert.deepEqual(readBranchAfter({ create: [], edit: ['submit', 'edit', 'other', 7] }), {
			...darsRules.after,
			...{ create: [], edit: ['edit', 'submit'] },
		});
	});
});

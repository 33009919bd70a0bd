import assert from 'node:assert/strict';
import { attackKinds } from '../../bench/attacks/attackKinds';
import type { AttackOutcome } from '../../bench/attacks/lab';
import { tryAttacks } from '../../bench/attacks/tryAttacks';
import { needBubblewrap } from '../support/sandboxes';
import { isThorough, rounds } from '../support/thorough';

/** The same in every run; `npm run bench -- attacks --seed N` tries others. */
const seed = 1;

describe('no variant of an attack succeeds, and each would be seen', () => {
	let outcomes: ReadonlyMap<string, Promise<AttackOutcome>> = new Map();

	before(async function () {
		await needBubblewrap(this);
		outcomes = tryAttacks(attackKinds, seed, { onlySome: !isThorough() });
	});

	for (const { name } of attackKinds) {
		it(name, async () => {
			const { succeeded, errors, nVariants, nControls } = await (outcomes.get(name) ?? assert.fail('was not tried'));
			assert.deepEqual({ succeeded, errors }, { succeeded: [], errors: [] });
			assert.ok(nVariants >= rounds(8, 20) && nControls > 0);
		});
	}
});

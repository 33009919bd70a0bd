import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Lander } from './landOn';
import { landsOrRefuses } from './landsOrRefuses';
import { randomEdits } from './randomEdits';

/** `npm run bench -- landingProperty` tries 10,000. */
const nRuns = 600;

describe('random edits', () => {
	it('land as they were meant, or are refused with a reason', async () => {
		const lander = new Lander();
		let nLanded = 0;
		const check = fc.asyncProperty(randomEdits(), async edit => {
			nLanded += (await landsOrRefuses(lander, edit)) === 'landed' ? 1 : 0;
		});
		await fc.assert(check, { numRuns: nRuns });
		assert.ok(nLanded > nRuns / 2, `${nLanded} of ${nRuns} landed`);
	});
});

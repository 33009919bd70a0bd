import assert from 'node:assert/strict';
import fc from 'fast-check';
import { appliesOrRefuses } from './appliesOrRefuses';
import { Lander } from './applyOn';
import { randomEdits } from './randomEdits';

/** `npm run bench -- applyProperty` runs 10,000. */
const nRuns = 600;

describe('random edits', () => {
	it('apply as they were meant, or are refused with a reason', async () => {
		const lander = new Lander();
		let nApplied = 0;
		const check = fc.asyncProperty(randomEdits(), async edit => {
			nApplied += (await appliesOrRefuses(lander, edit)) === 'applied' ? 1 : 0;
		});
		await fc.assert(check, { numRuns: nRuns });
		assert.ok(nApplied > nRuns / 2, `${nApplied} of ${nRuns} applied`);
	});
});

import assert from 'node:assert/strict';
import { ageText } from '../../src/editor/runHistory/ageText';

describe('ageText', () => {
	const minute = 60_000;
	const cases: readonly [ageMs: number, expected: string][] = [
		[0, 'now'],
		[minute - 1, 'now'],
		[minute, '1 minute ago'],
		[59 * minute, '59 minutes ago'],
		[60 * minute, '1 hour ago'],
		[47 * 60 * minute, '1 day ago'],
		[48 * 60 * minute, '2 days ago'],
	];
	for (const [ageMs, expected] of cases) {
		it(`calls ${ageMs} ms "${expected}"`, () => assert.equal(ageText(ageMs), expected));
	}
});

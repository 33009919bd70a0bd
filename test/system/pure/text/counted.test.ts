import assert from 'node:assert/strict';
import { counted, grouped } from '../../../../src/system/pure/text/counted';

describe('a number of things', () => {
	it('has commas between thousands, as in English', () => {
		for (const n of [0, 1, 999, 1000, 1001, 65_536, 999_999, 1_000_000, 1_020_003, 4_000_000_000]) {
			assert.equal(grouped(n), n.toLocaleString('en'));
		}
	});

	it('is one thing or several', () => {
		assert.deepEqual([counted(1, 'file'), counted(0, 'file')], ['1 file', '0 files']);
		assert.equal(counted(2000, 'match', 'matches'), '2,000 matches');
	});
});

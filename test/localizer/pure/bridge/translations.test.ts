import assert from 'node:assert/strict';
import { translations } from '../../../../src/localizer/pure/bridge/translations';

const [user, list, name] = [1, 2, 3];
const [nutzer, liste, sorgfalt] = [11, 12, 13];

describe('a translation of a term', () => {
	const pairs = [
		{ foreign: [nutzer, liste], known: [user, list] },
		{ foreign: [nutzer], known: [user, name] },
		{ foreign: [liste], known: [list, name] },
		{ foreign: [sorgfalt], known: [name] },
	];

	it('is the term that is nearly always there when it is', () => {
		assert.deepEqual([...translations(pairs, new Map([[nutzer, 1]]))], [[user, 1]]);
	});

	it('is none by chance, and none that the issue has', () => {
		assert.deepEqual([...translations(pairs, new Map([[sorgfalt, 1]]))], []);
		assert.deepEqual(
			[
				...translations(
					pairs,
					new Map([
						[liste, 1],
						[list, 1],
					]),
				),
			],
			[],
		);
	});
});

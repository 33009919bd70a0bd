import assert from 'node:assert/strict';
import { type NamedPlace, scoreOf } from '../../../bench/scenarios/score';

const expected = [{ file: 'a.py', symbol: 'Order.cancel' }];
const wrong = [{ file: 'a.py', symbol: 'Order.close' }];
const cancel = { file: 'a.py', symbol: 'Order.cancel' };
const close = { file: 'a.py', symbol: 'Order.close' };
const others = (n: number) => Array.from({ length: n }, (_each, at) => ({ file: 'b.py', symbol: `other${at}` }));

describe('the score of an answer of the scenario suite', () => {
	const score = (named: readonly NamedPlace[], kind = 'race') => scoreOf({ kind, expected, wrong }, named);

	it('is solved where all expected places are named', () => {
		assert.equal(score([cancel]).isSolved, true);
		assert.equal(score([...others(4), cancel]).isSolved, true);
		assert.deepEqual(score(others(1)).missing, expected);
		const two = { kind: 'race', expected: [...expected, { file: 'b.py' }], wrong: [] };
		assert.equal(scoreOf(two, [cancel]).isSolved, false);
		assert.equal(scoreOf(two, [cancel, { file: 'b.py', symbol: 'any' }]).isSolved, true);
	});

	it('is not solved where nothing is named, or too much', () => {
		assert.deepEqual([score([]).isSolved, score([]).precision], [false, 0]);
		assert.deepEqual([score([cancel, ...others(5)]).isSolved, score([cancel, ...others(5)]).nTooMany], [false, 1]);
	});

	it('is not solved where a wrong place is in front of an expected one', () => {
		assert.deepEqual(score([close, cancel]).inFront, wrong);
		assert.equal(score([close, cancel]).isSolved, false);
		assert.equal(score([cancel, close]).isSolved, true);
	});

	it('allows as many others as twice the expected ones for questions after an impact', () => {
		const two = [...expected, { file: 'a.py', symbol: 'Order.open' }];
		const named = [cancel, { file: 'a.py', symbol: 'Order.open' }, ...others(4)];
		const solved = (kind: string, places: readonly NamedPlace[]) => scoreOf({ kind, expected: two, wrong: [] }, places);
		assert.equal(solved('change-impact', named).isSolved, true);
		assert.equal(solved('change-impact', [...named, ...others(1)]).nTooMany, 1);
		assert.equal(solved('race', named).isSolved, false);
	});

	it('has as precision the share of the named places that are expected', () => {
		assert.equal(score([cancel, close]).precision, 0.5);
	});

	it('reads names as languages qualify them', () => {
		const isFound = (symbol: string, named: string) =>
			scoreOf({ kind: 'race', expected: [{ file: 'a', symbol }], wrong: [] }, [{ file: 'a', symbol: named }]).isSolved;
		assert.equal(isFound('net::Url::parse', 'Url.parse'), true);
		assert.equal(isFound('Url#parse', 'net.Url.parse'), true);
		assert.equal(isFound('(*Url).parse', 'Url.parse'), true);
		assert.equal(isFound('parse', 'Url.parse'), true);
		assert.equal(isFound('Uri.parse', 'Url.parse'), false);
		assert.equal(isFound('parse', 'parse_all'), false);
		assert.equal(isFound('Url', 'Url.parse'), false);
	});

	it('finds a place without a name by its lines', () => {
		const asked = { kind: 'configuration', expected: [{ file: 'a.yml', lines: [10, 20] as const }], wrong: [] };
		assert.equal(scoreOf(asked, [{ file: 'a.yml', startLine: 20, endLine: 30 }]).isSolved, true);
		assert.equal(scoreOf(asked, [{ file: 'a.yml', startLine: 21, endLine: 30 }]).isSolved, false);
	});
});

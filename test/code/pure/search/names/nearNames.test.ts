import assert from 'node:assert/strict';
import fc from 'fast-check';
import { editDistance, nearNames, wordsOf } from '../../../../../src/code/pure/search/names/nearNames';

describe('nearNames', () => {
	const names = [
		'QuerySet',
		'query_set',
		'RawQuerySet',
		'filter',
		'filters',
		'get_filter',
		'set_query_limit',
		'x',
		'Flter',
	];
	const cases: [wanted: string, near: string[]][] = [
		['queryset', ['QuerySet', 'query_set', 'RawQuerySet']],
		['QuerySte', ['QuerySet', 'query_set']],
		['filter', ['filters', 'Flter', 'get_filter']],
		['limit_query_set', ['set_query_limit', 'QuerySet', 'query_set', 'RawQuerySet']],
		['entirely_different', []],
		['', []],
		['??', []],
	];
	for (const [wanted, near] of cases) {
		it(`of "${wanted}" are ${near.join(', ') || 'none'}`, () => {
			assert.deepEqual(nearNames(wanted, names), near);
		});
	}

	it('do not contain the name itself, nor more names than requested', () => {
		assert.deepEqual(nearNames('filter', ['filter', 'filters', 'filterz'], 1), ['filters']);
	});

	it('are the same whatever the order of the names', () => {
		fc.assert(
			fc.property(fc.shuffledSubarray(names, { minLength: names.length }), shuffled => {
				assert.deepEqual(nearNames('query', shuffled), nearNames('query', names));
			}),
		);
	});
});

describe('wordsOf', () => {
	for (const name of ['HTTPResponseCode', 'http_response_code', 'http response-code', 'httpResponseCode']) {
		it(`finds the words of ${name}`, () => {
			assert.deepEqual([...wordsOf(name)], ['http', 'response', 'code']);
		});
	}
});

describe('editDistance', () => {
	const cases: [string, string, number][] = [
		['', '', 0],
		['', 'ab', 2],
		['kitten', 'sitting', 3],
		['form', 'from', 1],
		['same', 'same', 0],
	];
	for (const [a, b, distance] of cases) {
		it(`from "${a}" to "${b}" is ${distance}`, () => {
			assert.equal(editDistance(a, b, 5), distance);
			assert.equal(editDistance(b, a, 5), distance);
		});
	}

	it('is undefined above the limit', () => {
		assert.equal(editDistance('kitten', 'sitting', 2), undefined);
		assert.equal(editDistance('a', 'abcdefgh', 3), undefined);
	});

	it('is at most one for one letter more', () => {
		fc.assert(
			fc.property(fc.string(), fc.nat(), (text, at) => {
				const position = text.length === 0 ? 0 : at % text.length;
				assert.equal(editDistance(text, `${text.slice(0, position)}#${text.slice(position)}`, 3), 1);
			}),
		);
	});
});

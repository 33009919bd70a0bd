'use strict';
const { describe, it } = require('node:test');
const assert = require('node:assert');
const Range = require('../classes/range');
const Comparator = require('../classes/comparator');
const satisfies = require('../functions/satisfies');
const subset = require('../ranges/subset');
const minVersion = require('../ranges/min-version');
const simplify = require('../ranges/simplify');
const outside = require('../ranges/outside');
const { maxSatisfying, minSatisfying, intersects, validRange, toComparators, gtr, ltr } = require('..');

describe('Range', () => {
	it('expands carets and tildes', () => {
		assert.strictEqual(new Range('^1.2.3').range, '>=1.2.3 <2.0.0-0');
		assert.strictEqual(new Range('^0.2.3').range, '>=0.2.3 <0.3.0-0');
		assert.strictEqual(new Range('~1.2').range, '>=1.2.0 <1.3.0-0');
	});
	it('expands hyphens and stars', () => {
		assert.strictEqual(new Range('1.2 - 2').range, '>=1.2.0 <3.0.0-0');
		assert.strictEqual(new Range('*').range, '');
		assert.strictEqual(new Range('>1.x').range, '>=2.0.0');
	});
	it('tests versions', () => {
		assert.ok(new Range('^1.2.3').test('1.9.0'));
		assert.ok(!new Range('^1.2.3').test('1.9.0-beta'));
	});
	it('intersects', () => {
		assert.ok(new Range('^1.2').intersects(new Range('1.9 - 2')));
		assert.ok(!intersects('<1.0.0', '>=2.0.0'));
	});
});

describe('Comparator', () => {
	it('reads and tests', () => {
		assert.strictEqual(new Comparator('>=1.2.3').operator, '>=');
		assert.ok(new Comparator('<2.0.0').test('1.0.0'));
	});
	it('intersects', () => {
		assert.ok(new Comparator('>1.0.0').intersects(new Comparator('<2.0.0')));
	});
});

describe('satisfies', () => {
	it('takes alternatives', () => {
		assert.ok(satisfies('2.5.0', '^1.0 || >=2.4'));
		assert.ok(!satisfies('1.0.0', 'not a range'));
	});
	it('takes prereleases of the same version', () => {
		assert.ok(satisfies('1.2.3-beta.4', '>=1.2.3-beta.2'));
		assert.ok(!satisfies('1.2.4-beta', '>=1.2.3-beta.2'));
	});
});

describe('ranges', () => {
	it('finds the ends', () => {
		const all = ['1.2.3', '1.3.0', '2.0.0'];
		assert.strictEqual(maxSatisfying(all, '^1'), '1.3.0');
		assert.strictEqual(minSatisfying(all, '>1.2.3'), '1.3.0');
		assert.strictEqual(minVersion('>1.2.3 <2').version, '1.2.4');
	});
	it('compares with ranges', () => {
		assert.ok(gtr('2.0.0', '~1.2') && ltr('1.1.0', '~1.2'));
		assert.ok(outside('0.5.0', '>1', '<'));
		assert.throws(() => outside('1.0.0', '1', '='), TypeError);
	});
	it('knows subsets', () => {
		assert.ok(subset('~1.2.3', '^1.0.0'));
		assert.ok(!subset('^1.0.0', '~1.2.3'));
		assert.ok(subset('1.2.3 || 1.2.4', '>1.1.0 <2'));
	});
	it('simplifies', () => {
		assert.strictEqual(simplify(['1.0.0', '1.1.0', '2.0.0'], '1.0.0 || 1.1.0').toString(), '<=1.1.0');
	});
	it('prints', () => {
		assert.strictEqual(validRange('>= 1.2.3  <2'), '>=1.2.3 <2.0.0-0');
		assert.deepStrictEqual(toComparators('1.2.3 || 2'), [['1.2.3'], ['>=2.0.0', '<3.0.0-0']]);
	});
});

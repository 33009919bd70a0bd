'use strict';
const test = require('node:test');
const assert = require('node:assert');
const SemVer = require('../classes/semver');
const parse = require('../functions/parse');
const inc = require('../functions/inc');
const diff = require('../functions/diff');
const coerce = require('../functions/coerce');
const compare = require('../functions/compare');
const compareBuild = require('../functions/compare-build');
const { sort, rsort, gt, lt, gte, lte, eq, neq, cmp, major, minor, patch, prerelease, clean, valid } = require('..');
const { compareIdentifiers, rcompareIdentifiers } = require('../internal/identifiers');

test('parse', async t => {
	await t.test('reads the numbers', () => {
		const version = new SemVer('1.2.3-alpha.4+build');
		assert.deepStrictEqual([version.major, version.minor, version.patch], [1, 2, 3]);
		assert.deepStrictEqual(version.prerelease, ['alpha', 4]);
	});
	await t.test('rejects what is none', () => {
		assert.strictEqual(parse('1.2'), null);
		assert.throws(() => new SemVer('not a version'), TypeError);
	});
	await t.test('is loose on demand', () => {
		assert.strictEqual(parse('=1.2.3beta', true).version, '1.2.3-beta');
	});
});

test('inc', async t => {
	for (const [from, kind, to] of [
		['1.2.3', 'major', '2.0.0'],
		['1.2.3', 'minor', '1.3.0'],
		['1.2.3-4', 'patch', '1.2.3'],
		['1.2.3', 'prepatch', '1.2.4-0'],
		['1.2.0-0', 'prerelease', '1.2.0-1'],
		['1.2.3', 'preminor', '1.3.0-0'],
	]) {
		await t.test(`${from} ${kind}`, () => assert.strictEqual(inc(from, kind), to));
	}
	await t.test('names the identifier', () => {
		assert.strictEqual(inc('1.2.3', 'prerelease', 'dev'), '1.2.4-dev.0');
		assert.strictEqual(inc('1.2.3-dev.0', 'prerelease', 'dev'), '1.2.3-dev.1');
	});
});

test('diff', () => {
	assert.strictEqual(diff('1.2.3', '2.0.0'), 'major');
	assert.strictEqual(diff('1.2.3', '1.2.4'), 'patch');
	assert.strictEqual(diff('1.2.3-1', '1.2.3-2'), 'prerelease');
	assert.strictEqual(diff('1.2.3', '1.2.3'), null);
});

test('coerce', () => {
	assert.strictEqual(coerce('v1.2').version, '1.2.0');
	assert.strictEqual(coerce('a1b22c').version, '1.0.0');
	assert.strictEqual(coerce('1.2.3.4', { rtl: true }).version, '2.3.4');
});

test('compare', async t => {
	await t.test('orders numbers', () => {
		assert.strictEqual(compare('1.10.0', '1.9.0'), 1);
		assert.ok(gt('1.0.0', '1.0.0-rc'));
		assert.ok(lt('1.0.0-alpha', '1.0.0-beta'));
		assert.ok(gte('1.0.0', '1.0.0') && lte('1.0.0', '1.0.0') && eq('1.0.0', 'v1.0.0') && neq('1.0.0', '1.0.1'));
	});
	await t.test('orders builds', () => {
		assert.strictEqual(compareBuild('1.0.0+2', '1.0.0+1'), 1);
	});
	await t.test('by operator', () => {
		assert.ok(cmp('1.0.0', '>=', '0.9.0'));
		assert.ok(cmp('1.0.0', '!==', '0.9.0'));
		assert.throws(() => cmp('1.0.0', 'x', '1.0.0'), TypeError);
	});
	await t.test('identifiers', () => {
		assert.strictEqual(compareIdentifiers('1', 'a'), -1);
		assert.strictEqual(rcompareIdentifiers('a', 'b'), 1);
	});
});

test('sorting', () => {
	assert.deepStrictEqual(sort(['1.2.0', '1.0.0', '1.1.0-a']), ['1.0.0', '1.1.0-a', '1.2.0']);
	assert.deepStrictEqual(rsort(['1.2.0', '1.10.0']), ['1.10.0', '1.2.0']);
});

test('parts', () => {
	assert.deepStrictEqual([major('1.2.3'), minor('1.2.3'), patch('1.2.3')], [1, 2, 3]);
	assert.deepStrictEqual(prerelease('1.0.0-a.1'), ['a', 1]);
	assert.strictEqual(clean(' =v1.2.3 '), '1.2.3');
	assert.strictEqual(valid('1.2'), null);
});

'use strict';
const assert = require('assert');
const yaml = require('..');

describe('dump', () => {
	it('writes mappings and lists', () => {
		assert.strictEqual(yaml.dump({ a: [1, 'x', { b: null }], c: {} }), 'a:\n  - 1\n  - x\n  - b: null\nc: {}\n');
	});
	it('quotes what would be read as something else', () => {
		assert.strictEqual(
			yaml.dump(['true', '1', '', ' a', 'a: b', '- x']),
			"- 'true'\n- '1'\n- ''\n- ' a'\n- 'a: b'\n- '- x'\n",
		);
	});
	it('writes text over several lines', () => {
		assert.strictEqual(yaml.dump('a\nb\n'), '|\n  a\n  b\n');
		assert.strictEqual(yaml.dump('a\u0007b'), '"a\\ab"\n');
	});
	it('folds long lines', () => {
		assert.strictEqual(yaml.dump('word '.repeat(20).trim(), { lineWidth: 40 }).split('\n').length, 5);
	});
	it('writes numbers', () => {
		assert.strictEqual(
			yaml.dump([1.5, -1, 1e300, -0, NaN, -Infinity], { flowLevel: 0 }),
			'[1.5, -1, 1e+300, -0.0, .nan, -.inf]\n',
		);
		assert.strictEqual(yaml.dump(31, { styles: { '!!int': 'hexadecimal' } }), '0x1F\n');
	});
	it('writes dates and binary', () => {
		assert.strictEqual(yaml.dump(new Date(Date.UTC(2001, 11, 14, 1, 2, 3))), '2001-12-14T01:02:03.000Z\n');
		assert.strictEqual(yaml.dump(new Uint8Array([72, 105, 33])), '!!binary SGkh\n');
	});
	it('uses anchors for what occurs twice', () => {
		const shared = { x: 1 };
		assert.strictEqual(yaml.dump({ a: shared, b: shared }), 'a: &ref_0\n  x: 1\nb: *ref_0\n');
		assert.strictEqual(yaml.dump({ a: shared, b: shared }, { noRefs: true }), 'a:\n  x: 1\nb:\n  x: 1\n');
	});
	it('sorts keys', () => {
		assert.strictEqual(yaml.dump({ b: 1, a: 2 }, { sortKeys: true }), 'a: 2\nb: 1\n');
		assert.strictEqual(yaml.dump({ a: 1, b: 2 }, { sortKeys: (x, y) => (x < y ? 1 : -1) }), 'b: 2\na: 1\n');
	});
	it('indents', () => {
		assert.strictEqual(yaml.dump({ a: { b: [1] } }, { indent: 4, noArrayIndent: true }), 'a:\n    b:\n    - 1\n');
	});
	it('rejects functions', () => {
		assert.throws(() => yaml.dump({ a: () => 1 }), /unacceptable kind of an object to dump/);
		assert.strictEqual(yaml.dump({ a: () => 1, b: 2 }, { skipInvalid: true }), 'b: 2\n');
	});
});

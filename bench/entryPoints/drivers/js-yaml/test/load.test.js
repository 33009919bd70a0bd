'use strict';
const assert = require('assert');
const yaml = require('..');

describe('load', () => {
	it('reads scalars', () => {
		assert.deepStrictEqual(yaml.load('[1, 1.5, true, null, ~, "x", 0o17, 0xF, .nan]').slice(0, 8), [
			1,
			1.5,
			true,
			null,
			null,
			'x',
			15,
			15,
		]);
	});
	it('reads block mappings', () => {
		assert.deepStrictEqual(yaml.load('a:\n  b: 1\n  c:\n  - d\n  - e: 2\n    f: 3\n'), {
			a: { b: 1, c: ['d', { e: 2, f: 3 }] },
		});
	});
	it('reads flow collections', () => {
		assert.deepStrictEqual(yaml.load('{a: [1, {b: 2}], c: "d", ? e}'), { a: [1, { b: 2 }], c: 'd', e: null });
	});
	it('reads folded and literal text', () => {
		assert.strictEqual(yaml.load('>\n a\n b\n\n c\n'), 'a b\nc\n');
		assert.strictEqual(yaml.load('a: |2-\n   a\n  b\n').a, ' a\nb');
	});
	it('reads quoted text', () => {
		assert.strictEqual(yaml.load('"a\\tb\\x41\\u00e9\\\n   c"'), 'a\tbA\u00e9c');
		assert.strictEqual(yaml.load("'it''s'"), "it's");
	});
	it('reads anchors and merges', () => {
		assert.deepStrictEqual(yaml.load('a: &x {b: 1}\nc: *x\nd:\n  <<: [*x, {e: 2}]\n  b: 3'), {
			a: { b: 1 },
			c: { b: 1 },
			d: { b: 3, e: 2 },
		});
	});
	it('reads several documents', () => {
		assert.deepStrictEqual(yaml.loadAll('--- a\n...\n--- b\n'), ['a', 'b']);
	});
	it('reads dates', () => {
		assert.strictEqual(yaml.load('2001-12-14t21:59:43.10-05:00').toISOString(), '2001-12-15T02:59:43.100Z');
		assert.strictEqual(yaml.load('2001-12-14').getTime(), Date.UTC(2001, 11, 14));
	});
	it('reads binary', () => {
		assert.strictEqual(Buffer.from(yaml.load('!!binary SGVsbG8=')).toString(), 'Hello');
	});
	it('reads special collections', () => {
		assert.deepStrictEqual(yaml.load('!!omap [a: 1, b: 2]'), [{ a: 1 }, { b: 2 }]);
		assert.deepStrictEqual(yaml.load('!!pairs [a: 1, a: 2]'), [
			['a', 1],
			['a', 2],
		]);
		assert.deepStrictEqual(yaml.load('!!set {a, b}'), { a: null, b: null });
	});
	it('knows schemas', () => {
		assert.deepStrictEqual(yaml.load('[1, true]', { schema: yaml.FAILSAFE_SCHEMA }), ['1', 'true']);
		assert.strictEqual(yaml.load('2001-12-14', { schema: yaml.JSON_SCHEMA }), '2001-12-14');
	});
	it('reports where the error is', () => {
		assert.throws(
			() => yaml.load('a: b\n c: d'),
			error => error.mark.line === 1 && /bad indentation/.test(error.message),
		);
		assert.throws(() => yaml.load('a: 1\na: 2'), /duplicated mapping key/);
		assert.throws(() => yaml.load('*x'), /unidentified alias "x"/);
	});
});

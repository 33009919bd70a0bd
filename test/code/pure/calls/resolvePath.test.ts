import assert from 'node:assert/strict';
import fc from 'fast-check';
import { resolvePath } from '../../../../src/code/pure/calls/resolvePath';

const files = [
	'a/one/util.py',
	'a/two/util.py',
	'b/one/util.py',
	'c/one/util.py',
	'd/one/util.py',
	'shop/basket.py',
	'shop/rate/x.py',
	'tally/rate/x.py',
];

describe('a written path', () => {
	for (const [written, meant] of [
		['shop/basket.py', ['shop/basket.py']],
		['basket.py', ['shop/basket.py']],
		['/home/me/work/shop/basket.py', ['shop/basket.py']],
		['./shop/basket.py', ['shop/basket.py']],
		['site-packages/shop/basket.py', ['shop/basket.py']],
		['rate/x.py', ['shop/rate/x.py', 'tally/rate/x.py']],
		['/srv/tally/rate/x.py', ['tally/rate/x.py']],
		['a/one/util.py', ['a/one/util.py']],
	] as const) {
		it(`${written} means ${meant.join(' and ')}`, () => {
			assert.deepEqual(resolvePath(files, written), meant);
		});
	}

	for (const [written, why] of [
		['util.py', 'a bare name of several files'],
		['one/util.py', 'an ending of more than three files'],
		['asket.py', 'only the end of a name'],
		['shop', 'a folder'],
		['shop/gone.py', 'not there'],
		['', 'nothing'],
		['/', 'nothing but a slash'],
		['../..', 'nothing but ways up'],
	] as const) {
		it(`${JSON.stringify(written)} means no file: ${why}`, () => {
			assert.deepEqual(resolvePath(files, written), []);
		});
	}

	it('never means anything but a file of the workspace', () => {
		const part = fc.constantFrom('..', '.', '', 'shop', 'basket.py', 'rate', 'x.py', 'etc', '~', 'C:');
		fc.assert(
			fc.property(fc.array(part, { maxLength: 8 }), parts => {
				const found = resolvePath(files, parts.join('/'));
				assert.ok(found.length <= 3 && found.every(path => files.includes(path)));
			}),
		);
	});
});

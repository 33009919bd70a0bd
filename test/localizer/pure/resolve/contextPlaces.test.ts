import assert from 'node:assert/strict';
import { contextOf, locationsOf, resolveProject } from './resolveProject';
import { shop } from './shop';

describe('the context of located code', () => {
	it('holds the method a method overrides, nearest ancestor only, and its class', async () => {
		const { resolve } = await resolveProject(shop);
		const resolved = await resolve([{ class: 'Cart', method: 'save', file: 'shop/cart.py' }]);
		assert.deepEqual(locationsOf(resolved), ['shop/cart.py:19-20 Cart save']);
		assert.deepEqual(contextOf(resolved), [
			'overridden shop/base.py:10-11 Model save',
			'enclosing class shop/cart.py:4-25 Cart',
		]);
	});

	it('L6: holds the class of two methods once, as its signatures', async () => {
		const { resolve } = await resolveProject(shop);
		const { context } = await resolve([{ method: 'Crate.refill' }, { method: 'Crate.weigh' }]);
		assert.deepEqual(context, [
			{
				file: 'shop/stock.py',
				startLine: 6,
				endLine: 11,
				class: 'Crate',
				why: 'enclosing class',
				shown: [
					{ startLine: 6, endLine: 7 },
					{ startLine: 10, endLine: 10 },
				],
			},
		]);
	});

	it('goes up through bases that do not define the method, over all bases of one step', async () => {
		const { resolve } = await resolveProject({
			'top.py': 'class Top:\n    def run(self):\n        return 0\n',
			'mid.py': `from top import Top


class Left(Top):
    def run(self):
        return 1


class Right:
    def run(self):
        return 2


class Thin(Left, Right):
    pass
`,
			'low.py': 'from mid import Thin\n\n\nclass Low(Thin):\n    def run(self):\n        return 3\n',
		});
		assert.deepEqual(contextOf(await resolve([{ class: 'Low', method: 'run' }])), [
			'overridden mid.py:5-6 Left run',
			'overridden mid.py:10-11 Right run',
			'enclosing class low.py:4-6 Low',
		]);
	});

	it('holds nothing that is a location', async () => {
		const { resolve } = await resolveProject(shop);
		const resolved = await resolve([
			{ method: 'Cart.save', file: 'cart.py' },
			{ method: 'Model.save' },
			{ class: 'Cart', file: 'cart.py' },
		]);
		assert.deepEqual(contextOf(resolved), [
			'overridden shop/base.py:2-3 Record save',
			'enclosing class shop/base.py:9-11 Model',
		]);
	});

	it('holds the class that was named and only inherits what was found', async () => {
		const { resolve } = await resolveProject(shop);
		assert.deepEqual(contextOf(await resolve([{ class: 'Model', method: 'key' }])), [
			'enclosing class shop/base.py:1-6 Record',
			'named class shop/base.py:9-11 Model',
		]);
	});

	it('is empty for functions, lines and files', async () => {
		const { resolve } = await resolveProject(shop);
		const { context } = await resolve([
			{ method: 'open_cart' },
			{ file: 'README.md' },
			{ file: 'shop/stock.py', startLine: 15 },
		]);
		assert.deepEqual(context, []);
	});
});

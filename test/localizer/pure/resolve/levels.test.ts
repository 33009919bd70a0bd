import assert from 'node:assert/strict';
import { locationsOf, problemsOf, type ResolveProject, resolveProject } from './resolveProject';
import { shop } from './shop';

const add = 'shop/cart.py:22-25 Cart add';
const price = 'shop/cart.py:8-9 Cart.Line price';
const cart = 'shop/cart.py:4-25 Cart';

describe('a place that a model names', () => {
	let p: ResolveProject;
	before(async () => {
		p = await resolveProject(shop);
	});

	const found: [string, Parameters<ResolveProject['resolve']>[0][number], string[], RegExp | undefined][] = [
		['class, method and file', { class: 'Cart', method: 'add', file: 'shop/cart.py' }, [add], undefined],
		['class and method', { class: 'Cart', method: 'add' }, [add], /In test code as well: tests\/test_cart\.py:2/],
		['method and file', { method: 'add', file: 'shop/cart.py' }, [add], undefined],
		['class and file', { class: 'Cart', file: 'cart.py' }, [cart], undefined],
		['class alone', { class: 'Coupon' }, ['shop/cart.py:28-30 Coupon'], undefined],
		['method alone', { method: 'open_cart' }, ['shop/cart.py:33-34 open_cart'], undefined],
		['file alone', { file: 'shop/tax/rates.py' }, ['shop/tax/rates.py:1-5'], undefined],
		[
			'L1: class and method in another file',
			{ class: 'Cart', method: 'add', file: 'shop/stock.py' },
			[add],
			/"add" is not in shop\/stock\.py: taken from shop\/cart\.py/,
		],
		['L2: the class in front of the method', { method: 'Cart.add', file: 'shop/cart.py' }, [add], undefined],
		['two classes in front of the method', { method: 'Cart.Line.price' }, [price], undefined],
		['a class in front, another as class', { class: 'Cart', method: 'Line.price' }, [price], undefined],
		['everything as class', { class: 'Cart.Line.price', file: 'shop/cart.py' }, [price], undefined],
		['everything as class, and the method', { class: 'Cart.add', method: 'add', file: 'cart.py' }, [add], undefined],
		['another separator', { method: 'Cart::Line#price()' }, [price], undefined],
		['a module in front', { method: 'shop.tax.rates.rate' }, ['shop/tax/rates.py:4-5 rate'], undefined],
		['a nested class', { class: 'Cart.Line', file: 'shop/cart.py' }, ['shop/cart.py:7-9 Cart.Line'], undefined],
		[
			'the outer class of a nested one',
			{ class: 'Cart', method: 'price' },
			[price],
			/defined in Cart\.Line, not in Cart/,
		],
		[
			'L3: a class that does not exist, method and file right',
			{ class: 'Basket', method: 'add', file: 'shop/cart.py' },
			[add],
			/There is no class "Basket".*/,
		],
		[
			'L3: the other class of the file, method and file right',
			{ class: 'Coupon', method: 'add', file: 'shop/cart.py' },
			[add],
			/Coupon \(shop\/cart\.py:28\) defines and inherits no "add"/,
		],
		[
			'a class nearly called as one of two with the method',
			{ class: 'Shelv', method: 'refill', file: 'shop/stock.py' },
			['shop/stock.py:2-3 Shelf refill'],
			/Read as Shelf\.refill \(shop\/stock\.py:2\)/,
		],
		[
			'an inherited method',
			{ class: 'Cart', method: 'key', file: 'shop/cart.py' },
			['shop/base.py:5-6 Record key'],
			/Cart inherits "key" from Record/,
		],
		[
			'a function that is in another file',
			{ method: 'rate', file: 'shop/stock.py' },
			['shop/tax/rates.py:4-5 rate'],
			/"rate" is not in shop\/stock\.py: taken from shop\/tax\/rates\.py/,
		],
		[
			'a class that is in another file',
			{ class: 'Crate', file: 'shop/cart.py' },
			['shop/stock.py:6-11 Crate'],
			/"Crate" is not in shop\/cart\.py: taken from shop\/stock\.py/,
		],
		[
			'a file that does not exist',
			{ class: 'Crate', method: 'weigh', file: 'shop/crates.py' },
			['shop/stock.py:10-11 Crate weigh'],
			/No file of the workspace is called "shop\/crates\.py"/,
		],
		['an absolute path of another machine', { file: '/home/me/shop/cart.py', method: 'Cart.add' }, [add], /read as/],
		['other case in the file', { file: 'Shop/Cart.py', method: 'add' }, [add], undefined],
		['other case in the names', { class: 'cart', method: 'Open_Cart' }, ['shop/cart.py:33-34 open_cart'], /read as/],
		[
			'class and method the other way round',
			{ class: 'weigh', method: 'Crate' },
			['shop/stock.py:10-11 Crate weigh'],
			/other way/,
		],
		[
			'fields without a value',
			{ file: 'shop/cart.py', class: 'None', method: 'open_cart' },
			['shop/cart.py:33-34 open_cart'],
			undefined,
		],
		['a getter and its setter', { class: 'Cart', method: 'total' }, ['shop/cart.py:11-17 Cart total'], undefined],
		[
			'a function in a function',
			{ method: 'check', file: 'shop/cart.py' },
			['shop/cart.py:23-24 Cart add.check'],
			undefined,
		],
		[
			'a function in a function, as class',
			{ class: 'add.check', file: 'shop/cart.py' },
			['shop/cart.py:23-24 Cart add.check'],
			undefined,
		],
		['a variable', { method: 'RATES' }, ['shop/tax/rates.py:1'], /"RATES" is a constant/],
	];
	for (const [what, named, locations, note] of found) {
		it(`is found by ${what}`, async () => {
			const resolved = await p.resolve([named]);
			assert.deepEqual(problemsOf(resolved), []);
			assert.deepEqual(locationsOf(resolved), locations);
			if (note === undefined) {
				assert.deepEqual(resolved.notes, []);
			} else {
				assert.match(resolved.notes.join('\n'), note);
			}
		});
	}

	it('is a class that is to get a new method where it has none of that name', async () => {
		const named = { file: 'shop/cart.py', class: 'Cart', method: 'remove', intendedBehavior: 'Takes a line out.' };
		const resolved = await p.resolve([named]);
		assert.deepEqual(locationsOf(resolved), [cart]);
		assert.equal(resolved.locations[0]?.intendedBehavior, 'Takes a line out.');
		assert.match(resolved.locations[0]?.evidence[0]?.text ?? '', /"remove" is to be added to it/);
		assert.match(resolved.notes.join('\n'), /"remove" is taken for a new method of Cart/);
	});

	it('is a class that is to get a method which two other classes of the file have', async () => {
		const texts = { 'a.py': `${shop['shop/stock.py']}\n\nclass Box:\n    size = 1\n` };
		const resolved = await (await resolveProject(texts)).resolve([{ file: 'a.py', class: 'Box', method: 'refill' }]);
		assert.deepEqual(locationsOf(resolved), ['a.py:18-19 Box']);
		assert.match(
			resolved.notes.join('\n'),
			/Others of that name: Shelf\.refill \(a\.py:2\), Crate\.refill \(a\.py:7\)/,
		);
	});

	const problems: [string, Parameters<ResolveProject['resolve']>[0][number], RegExp][] = [
		[
			'L4: a wrong class and a file',
			{ class: 'Coupn', file: 'shop/cart.py' },
			/^There is no class "Coupn" in the workspace\. Nearest in shop\/cart\.py: Coupon \(shop\/cart\.py:28\)\.$/,
		],
		[
			'a wrong class like none of its file',
			{ class: 'Shelff', file: 'shop/cart.py' },
			/Classes in shop\/cart\.py: Cart \(.*\), Cart\.Line \(.*\) and Coupon \(.*\)\. Similar names: Shelf/,
		],
		[
			'a name nothing bears',
			{ method: 'refil' },
			/Nothing in the workspace is called "refil"\. Similar names: .*refill/,
		],
		[
			'a class that is a variable of another file',
			{ class: 'RATES', file: 'shop/stock.py' },
			/Classes in shop\/stock\.py: Shelf \(shop\/stock\.py:1\) and Crate/,
		],
		[
			'a name like none, of which the file is known',
			{ method: 'zzzz', file: 'shop/stock.py' },
			/^Nothing in the workspace is called "zzzz"\. shop\/stock\.py defines Shelf, Crate and count\.$/,
		],
		['a file that does not exist', { file: 'shop/carts.py' }, /No file .* "shop\/carts\.py"\. Similar: shop\/cart\.py/],
		['a folder', { file: 'shop/tax' }, /"shop\/tax" is a folder of 1 file: shop\/tax\/rates\.py\. Name one of them/],
		['a path outside', { file: '../secrets/key.pem', class: 'Cart' }, /lies outside the workspace/],
		['nothing at all', { file: ' ', class: '' }, /Neither a file nor a class nor a method is named/],
	];
	for (const [what, named, problem] of problems) {
		it(`is a problem with ${what}`, async () => {
			const resolved = await p.resolve([named]);
			assert.deepEqual(locationsOf(resolved), []);
			assert.match(problemsOf(resolved).join('\n'), problem);
		});
	}

	it('reads no file for a path outside the workspace', async () => {
		const { workspace, resolve } = await resolveProject(shop);
		await resolve([{ file: '../../etc/passwd', startLine: 1, endLine: 2 }]);
		assert.deepEqual(workspace.files.reads, []);
	});

	it('is several where several methods are named in one', async () => {
		const named = { class: 'Cart', file: 'shop/cart.py', method: 'add(), total and save' };
		const resolved = await p.resolve([named]);
		assert.deepEqual(
			resolved.locations.map(({ method }) => method),
			['add', 'total', 'save'],
		);
		assert.deepEqual(resolved.notes, []);
	});

	it('does not keep the others from being resolved', async () => {
		const resolved = await p.resolve([{ class: 'Nowhere' }, { method: 'Cart.add', file: 'shop/cart.py' }]);
		assert.deepEqual(locationsOf(resolved), [add]);
		assert.deepEqual(
			resolved.unresolved.map(({ named }) => named.class),
			['Nowhere'],
		);
	});
});

import assert from 'node:assert/strict';
import { neighborsTool } from '../../../../../src/models/pure/tools/search/neighborsTool';
import { placesOf, searchProject } from '../searchProject';

const orders = `
class OrderBook:
    def __init__(self):
        self.orders = []

    def cancel(self, order):
        self.check(order)
        remove(self.orders, order)

    def check(self, order):
        return order in self.orders


def remove(orders, order):
    orders.remove(order)


def close(book: OrderBook):
    for order in book.orders:
        book.cancel(order)
`;

describe('neighbors', () => {
	const texts = {
		'shop/orders.py': orders,
		'tests/test_orders.py':
			'from shop.orders import OrderBook\n\ndef test_cancel():\n    book = OrderBook()\n    book.cancel(1)\n',
	};
	const project = () => searchProject(texts, { tools: [neighborsTool] });

	it('shows callers, then callees, code without tests first', async () => {
		const { ask } = await project();
		const answer = await ask('neighbors', 'OrderBook.cancel');
		assert.match(answer.text, /^OrderBook\.cancel \(shop\/orders\.py:6\) has 2 callers, 2 callees, 0 members\./);
		assert.deepEqual(placesOf(answer), [
			'shop/orders.py:18-20 close',
			'shop/orders.py:10-11 OrderBook check',
			'tests/test_orders.py:3-5 test_cancel',
			'shop/orders.py:14-15 remove',
		]);
		assert.match(answer.text, /caller: close \(shop\/orders\.py:18\)\n<code>\n18 def close/);
	});

	it('shows the members of a class, 5 neighbors at most', async () => {
		const { ask } = await searchProject(
			{ 'a.py': `class A:\n${[1, 2, 3, 4, 5, 6, 7].map(n => `    def m${n}(self):\n        pass\n`).join('')}` },
			{ tools: [neighborsTool] },
		);
		const answer = await ask('neighbors', 'A');
		assert.match(answer.text, /has 0 callers, 0 callees, 7 members\./);
		assert.equal(answer.places.length, 5);
	});

	it('cuts code at 1000 characters', async () => {
		const body = Array.from({ length: 80 }, (_, at) => `    x = ${'1'.repeat(40)} + ${at}\n`).join('');
		const { ask } = await searchProject(
			{ 'a.py': `def long_one():\n${body}    short()\n\ndef short():\n    pass\n` },
			{ tools: [neighborsTool] },
		);
		const { text } = await ask('neighbors', 'short');
		const code = /<code>\n([\s\S]*?)\n<\/code>/.exec(text)?.[1] ?? '';
		assert.ok(code.length <= 1010 && code.endsWith('\n...'), String(code.length));
	});

	it('of a name that nothing has are an answer with similar names', async () => {
		const { ask } = await project();
		const answer = await ask('neighbors', 'cancle');
		assert.equal(answer.ok, false);
		assert.match(answer.text, /cancel/);
	});
});

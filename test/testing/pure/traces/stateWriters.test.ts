import assert from 'node:assert/strict';
import { stateWriters } from '../../../../src/testing/pure/traces/stateWriters';
import { modelOf } from '../../../localizer/pure/modelOf';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

const basket = `class Basket:
    def __init__(self):
        self.items = []
        total = 0

    def add(self, item):
        self.items.append(item)
        self.last = item

    def clear(self):
        self.items = []

    def total(self):
        return self.items[0].price + self.discount

    def report(self):
        total = self.total()
        return total
`;
const till = 'class Till:\n    def open(self):\n        self.items = []\n';

describe('the frame of a trace', () => {
	/** What writes what a line of the basket reads, and where. */
	const writersOf = async (line: number, texts: Readonly<Record<string, string>> = { 'basket.py': basket }) => {
		const workspace = await memoryWorkspace({ ...texts, 'till.py': till });
		const model = await modelOf(workspace);
		const file = Object.keys(texts)[0] ?? '';
		const found = await stateWriters([{ file, line, depth: 1, weight: 1 }], model, workspace);
		return found.map(({ at, member, line: written }) => `${model.unit(at)?.qualified} ${member} ${written ?? '-'}`);
	};

	it('leads to the functions of its class that set what its line reads', async () => {
		assert.deepEqual(await writersOf(14), ['Basket.__init__ items 3', 'Basket.clear items 11']);
	});

	it('does so in a function of a method', async () => {
		const nested = `${basket}
    def each(self):
        def first():
            return self.items[0]
        def other():
            return first()
        return other
`;
		assert.deepEqual(await writersOf(22, { 'basket.py': nested }), [
			'Basket.__init__ items 3',
			'Basket.clear items 11',
		]);
	});

	it('leads to what makes its objects, where nothing sets what its line reads', async () => {
		const text = basket.replace('self.items[0].price + ', '');
		assert.deepEqual(await writersOf(14, { 'basket.py': text }), ['Basket.__init__ discount -']);
	});

	it('leads nowhere from a member of another object', async () => {
		const text = basket.replace('self.items[0].price + self.discount', 'other.items + self.items.start()');
		assert.deepEqual(await writersOf(14, { 'basket.py': text.replace(' + self.items.start()', '') }), []);
	});

	it('leads nowhere from a local variable or a call', async () => {
		assert.deepEqual(await writersOf(18), []);
		assert.deepEqual(await writersOf(17), []);
	});

	it('leads to state in other languages', async () => {
		const php =
			'<?php\nclass Basket {\n\tpublic function __construct($items) {\n\t\t$this->items = $items;\n\t}\n\tpublic function first() {\n\t\treturn $this->items[0];\n\t}\n}\n';
		assert.deepEqual(await writersOf(7, { 'basket.php': php }), ['Basket.__construct items 4']);
		const ruby =
			'class Basket\n  def initialize\n    @items = []\n  end\n\n  def add(item)\n    @items << item\n  end\n\n  def first\n    @items[0].price\n  end\nend\n';
		assert.deepEqual(await writersOf(11, { 'basket.rb': ruby }), ['Basket.initialize items 3', 'Basket.add items 7']);
	});
});

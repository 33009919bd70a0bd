import assert from 'node:assert/strict';
import type { Workspace } from '../../../../src/history/pure/workspace';
import { issueFromText } from '../../../../src/runs/pure/model/issueFromText';
import { shop } from '../../../engine/stages/locate/shop';
import { memoryWorkspace } from '../../../support/memoryWorkspace';
import { locateRun } from './locateRun';

const trace = `Traceback (most recent call last):
  File "/home/me/till.py", line 4, in <module>
    print_receipt(Basket(), out)
  File "/venv/lib/python3.11/site-packages/shop/receipt.py", line 10, in print_receipt
    out.write(header(basket))
  File "/venv/lib/python3.11/site-packages/shop/receipt.py", line 6, in header
    return 'from %s on' % basket.first_price()
  File "/venv/lib/python3.11/site-packages/shop/basket.py", line 12, in first_price
    return self.prices[0]
IndexError: list index out of range
`;

const failedTest = `============================= test session starts ==============================
collected 1 item

tests/test_rates.py F                                                    [100%]

=================================== FAILURES ===================================
_________________________________ test_convert _________________________________

    def test_convert():
>       assert RateTable({'EUR': 2}).convert(3, 'EUR') == 6
E       AssertionError: assert 5 == 6

tests/test_rates.py:6: AssertionError
=========================== short test summary info ============================
FAILED tests/test_rates.py::test_convert - AssertionError: assert 5 == 6
============================== 1 failed in 0.04s ===============================
`;

describe('the output of a program', () => {
	let workspace: Workspace;

	before(async () => {
		workspace = await memoryWorkspace(shop);
	});

	const locate = async (text: string, where = workspace) => {
		const issue = issueFromText(text, { kind: 'clipboard' }) ?? assert.fail('no issue');
		const { run } = await locateRun(where, issue);
		return { ...run.selected, brief: run.brief ?? assert.fail('no brief') };
	};

	it('has the frames of its trace as the first places, the deepest one first', async () => {
		const { ranking, locations } = await locate(trace);
		const frames = ['shop/basket.py:Basket.first_price', 'shop/receipt.py:header', 'shop/receipt.py:print_receipt'];
		assert.deepEqual(ranking.functions.slice(0, 3), frames);
		assert.deepEqual(
			locations.slice(0, 3).map(({ evidence: [first] }) => first?.kind),
			['trace', 'trace', 'trace'],
		);
	});

	it('has them first in whatever folder of a window they are', async () => {
		const others = Object.entries(shop).map(([path, text]) => [`other/${path.replace('shop/', 'store/')}`, text]);
		const own = Object.entries(shop).map(([path, text]) => [`till/${path}`, text]);
		const { ranking } = await locate(trace, await memoryWorkspace(Object.fromEntries([...others, ...own])));
		assert.equal(ranking.functions[0], 'till/shop/basket.py:Basket.first_price');
		assert.ok(ranking.functions.slice(0, 3).every(id => id.startsWith('till/')));
	});

	it('leads from a failed test to what its failing line calls', async () => {
		const { ranking, locations, brief } = await locate(failedTest);
		assert.equal(ranking.functions[0], 'shop/rates.py:RateTable.convert');
		const [evidence] = locations[0]?.evidence.filter(({ kind }) => kind === 'test') ?? [];
		assert.deepEqual(evidence?.codeLine, { file: 'tests/test_rates.py', line: 6 });
		assert.equal(brief.title, 'AssertionError: assert 5 == 6');
	});

	it('states no call of a function that is only one of several of its name', async () => {
		const texts = {
			'shop/rates.py':
				'class Rates:\n    def convert(self):\n        return 1\n\n\nclass Weights:\n    def convert(self):\n        return 2\n',
			'tests/test_rates.py':
				'from shop import rates\n\n\ndef test_convert():\n    table = rates.Rates()\n    assert table.convert() == 6\n',
		};
		const { locations } = await locate(failedTest, await memoryWorkspace(texts));
		const calls = locations.flatMap(({ evidence }) => evidence.filter(({ kind }) => kind === 'test'));
		const stated = new Set(calls.map(({ text }) => text));
		assert.deepEqual(
			[...stated],
			['The failing line of the test calls a function of this name (tests/test_rates.py:6).'],
		);
	});

	it('has next what a frame had called before', async () => {
		const texts = {
			'app/run.py': 'def run():\n    table = read()\n    use(table)\n    later()\n',
			'app/read.py': 'def read():\n    return None\n',
			'app/other.py':
				'def index_range():\n    return 1\n\n\ndef later():\n    return 2\n\n\ndef use(table):\n    return table[0]\n',
		};
		const text = `Traceback (most recent call last):
  File "app/run.py", line 3, in run
    use(table)
  File "app/other.py", line 10, in use
    return table[0]
IndexError: list index out of range
`;
		const { ranking } = await locate(text, await memoryWorkspace(texts));
		assert.deepEqual(ranking.functions.slice(0, 3), ['app/other.py:use', 'app/run.py:run', 'app/read.py:read']);
	});

	it('has next what sets what a frame reads, and then what is farther', async () => {
		const texts = {
			'app/basket.py':
				'class Basket:\n    def __init__(self):\n        self.items = None\n\n    def first(self):\n        return self.items[0]\n\n\ndef a(basket):\n    return basket.first()\n\n\ndef b(basket):\n    return a(basket)\n\n\ndef c(basket):\n    return b(basket)\n',
		};
		const frame = (line: number, name: string) => `  File "app/basket.py", line ${line}, in ${name}\n    return\n`;
		const text = `Traceback (most recent call last):\n${frame(18, 'c')}${frame(14, 'b')}${frame(10, 'a')}${frame(6, 'first')}TypeError: 'NoneType' object is not subscriptable\n`;
		const { ranking, locations } = await locate(text, await memoryWorkspace(texts));
		const names = ranking.functions.map(id => id.slice(id.indexOf(':') + 1));
		assert.deepEqual(names.slice(0, 4), ['Basket.first', 'a', 'b', 'Basket.__init__']);
		const [setting] = locations[3]?.evidence ?? [];
		assert.equal(setting?.text, 'Sets items, which a frame of the trace reads (app/basket.py:6).');
		assert.deepEqual(locations[3]?.focus, [{ startLine: 3, endLine: 3 }]);
	});

	it('is so whatever the program had printed before', async () => {
		const printed = await locate(`apple 3\n${trace}`);
		assert.equal(printed.brief.title, 'IndexError: list index out of range');
		assert.equal(printed.ranking.functions[0], 'shop/basket.py:Basket.first_price');
		for (const title of ['The till stops', 'Till stops\n```']) {
			assert.equal((await locate(`${title}\n${trace}`)).brief.title, title.replace('\n```', ''));
		}
	});

	it('expects nothing', async () => {
		for (const text of [trace, failedTest]) {
			assert.deepEqual((await locate(text)).brief.expectations, []);
		}
	});
});

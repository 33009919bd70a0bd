import assert from 'node:assert/strict';
import type { SpectrumRequest } from '../../../../src/localizer/pure/ranking/measureSpectrum';
import type { Spectrum } from '../../../../src/runs/pure/model/testing/spectrum';
import { missingTool } from '../../../support/installedTools';
import { measureProject } from '../../../support/measureProject';
import { TestFolder } from '../../../support/testFolder';

type Texts = Readonly<Record<string, string>>;

const shop = `
def table():
    return [1, 2]

TABLE = table()

class Basket:
    def __init__(self):
        self.items = []

    def add(self, price):
        if price < 0:
            raise ValueError(price)
        self.items.append(price)

    def total(self):
        def one(x):
            return x
        return sum(one(x) for x in self.items) + 1
`;
const unittest = `
import unittest
from shop import Basket

class ShopTest(unittest.TestCase):
    def setUp(self):
        self.basket = Basket()

    def test_add(self):
        self.basket.add(3)

    def test_bad(self):
        self.assertRaises(ValueError, self.basket.add, -1)

    def test_old(self):
        self.fail('an old failure')

    def test_total(self):
        self.basket.add(3)
        self.assertEqual(self.basket.total(), 3)
`;
const cart = `
const one = () => 1;
function two(x) {
	if (x) {
		return 1;
	}
	return 2;
}
module.exports = { one, two };
`;
const nodeTests = `
const assert = require('node:assert');
const test = require('node:test');
const { one, two } = require('./cart');
test('one', () => assert.equal(one(), 1));
test('two of nothing', () => assert.equal(two(0), 2));
test('two of something', () => assert.equal(two(1), 2));
`;

describe('the spectrum of a project', () => {
	const folder = new TestFolder();

	const measure = (files: Texts, request: Partial<SpectrumRequest> = {}) => measureProject(folder, files, request);
	const shown = ({ suspects }: Spectrum) =>
		suspects.map(each => `${each.class ?? ''} ${each.method} ${each.nFailing}/${each.nPassing}`.trim());

	describe('in Python', () => {
		const files = { 'shop.py': shop, 'test_shop.py': unittest };
		const total = 'test_shop.py::ShopTest::test_total';

		it('is of each test, with its setup, and knows what runs while modules are loaded', async () => {
			const { spectrum, problem } = await measure(files, { failing: [total] });
			assert.equal(problem, undefined);
			assert.ok(spectrum);
			const { nFailing, nPassing, per } = spectrum;
			assert.deepEqual([nFailing, nPassing, per], [1, 2, 'test']);
			assert.deepEqual(shown(spectrum), [
				'Basket total 1/0',
				'Basket total.one 1/0',
				'Basket add 1/2',
				'table 1/2',
				'Basket __init__ 1/2',
			]);
		});

		it('is none without a passing test, which states the reason', async () => {
			const alone =
				'import unittest\nfrom shop import Basket\n\nclass T(unittest.TestCase):\n    def test_t(self):\n        self.assertEqual(Basket().total(), 9)\n';
			const { spectrum, problem = '' } = await measure({ 'shop.py': shop, 'test_shop.py': alone });
			assert.equal(spectrum, undefined);
			assert.match(problem, /^No passing test was measured/);
		});

		it('names tests as a run of all tests does, also beside tests of which no coverage is known', async () => {
			const failing = [`unittest: ${total}`];
			const { spectrum, notFailing } = await measure({ ...files, 'phpunit.xml': '' }, { failing });
			assert.deepEqual([spectrum?.nFailing, notFailing], [1, []]);
			const named = { id: '1', names: ['ShopTest', 'test_total'], file: 'test_shop.py' };
			assert.deepEqual((await measure({}, { named })).spectrum?.passing, spectrum?.passing);
			assert.ok(spectrum?.passing?.names.every(name => name.startsWith('unittest: test_shop.py::')));
		});

		it('takes what a process runs once for what each test needs, whoever was first', async () => {
			const rates = `
KNOWN = {}

def read_rates():
    for name in ['a', 'b']:
        KNOWN[name] = len(name)

def rate(name):
    if not KNOWN:
        read_rates()
    return KNOWN[name]

def doubled(name):
    value = rate(name)
    if name == 'b':
        value += 1
    return 2 * value
`;
			const tests = `
import unittest
from rates import doubled, rate

class RatesTest(unittest.TestCase):
    def test_a(self):
        self.assertEqual(rate('a'), 1)

    def test_b(self):
        self.assertEqual(rate('b'), 1)

    def test_doubled(self):
        self.assertEqual(doubled('a'), 2)

    def test_doubled_b(self):
        self.assertEqual(doubled('b'), 2)
`;
			const files = { 'rates.py': rates, 'test_rates.py': tests };
			const failing = ['test_rates.py::RatesTest::test_doubled_b'];
			const named = (await measure(files, { failing })).spectrum ?? assert.fail('measured');
			assert.deepEqual(shown(named), ['doubled 1/1', 'read_rates 1/3', 'rate 1/3']);
			// A reproducer is a process of its own as well.
			const lines = new Map([['rates.py', new Set([5, 6, 9, 10, 11, 14, 15, 16, 17])]]);
			const { spectrum } = await measure(files, { reproducer: { lines, frames: [] } });
			assert.deepEqual(spectrum && shown(spectrum), ['doubled 1/1', 'read_rates 1/3', 'rate 1/3']);
		});

		it('has each failure of the suite where no test is named', async () => {
			const { spectrum } = await measure(files);
			assert.deepEqual([spectrum?.nFailing, spectrum?.nPassing], [2, 2]);
		});

		it('states that a named test passes, or is not there', async () => {
			const passing = await measure(files, { failing: ['test_shop.py::ShopTest::test_add'] });
			assert.equal(passing.spectrum, undefined);
			assert.equal(passing.problem, 'test_shop.py::ShopTest::test_add passes.');
			const missing = await measure(files, { failing: ['test_shop.py::ShopTest::test_gone'] });
			assert.match(
				missing.problem ?? '',
				/^test_shop.py::ShopTest::test_gone was not found among the tests that ran\./,
			);
		});

		it('is not measured where nothing fails', async () => {
			const { spectrum, problem } = await measure({
				'shop.py': 'def a():\n    return 1\n',
				'test_shop.py':
					'import unittest\nimport shop\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        shop.a()\n',
			});
			assert.deepEqual([spectrum, problem], [undefined, 'No test fails.']);
		});
	});

	describe('in JavaScript', () => {
		const files = { 'package.json': '{}', 'cart.js': cart, 'cart.test.js': nodeTests };

		it('is of a process for each test', async () => {
			const { spectrum, problem } = await measure(files);
			assert.equal(problem, undefined);
			assert.ok(spectrum);
			const { nFailing, nPassing, per, measuredBy } = spectrum;
			assert.deepEqual([nFailing, nPassing, per, measuredBy], [1, 2, 'test', 'V8']);
			assert.deepEqual(shown(spectrum), ['two 1/1']);
			const [{ lines } = assert.fail()] = spectrum.suspects;
			assert.deepEqual(
				lines.filter(({ score }) => score === 1).map(({ line }) => line),
				[5, 6],
			);
		});

		it('has what tests start, and tests within them, as a part of these', async () => {
			const tests = `
const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const test = require('node:test');
const { one, two } = require('./cart');
test('one', () => assert.equal(one(), 1));
test('outer', async t => {
	const recorder = process.execArgv.indexOf('--require');
	execFileSync(process.execPath, [...process.execArgv.slice(recorder, recorder + 2), '-e', "require('./cart').one()"]);
	await t.test('inner', () => assert.equal(two(0), 2));
	await t.test('another', () => assert.equal(two(1), 2));
});
`;
			const { spectrum, problem } = await measure({ ...files, 'cart.test.js': tests });
			assert.equal(problem, undefined);
			assert.deepEqual(spectrum && shown(spectrum), ['two 1/0', 'one 1/1']);
		});
	});

	it('has the frames of a test whose process crashes before it writes what was executed', async function () {
		if (missingTool({ programs: ['go'] }) !== undefined) {
			this.skip();
		}
		const { spectrum, problem } = await measure({
			'go.mod': 'module shop\n\ngo 1.19\n',
			'shop.go':
				'package shop\n\nfunc Name(names map[string]int) {\n\tnames["a"] = 1\n}\n\nfunc Two() int {\n\treturn 2\n}\n',
			'shop_test.go': `package shop

import "testing"

func TestName(t *testing.T) { Name(nil) }

func TestTwo(t *testing.T) {
	if Two() != 2 {
		t.Fatal("two")
	}
}
`,
		});
		assert.match(problem ?? '', /1 failing test ended before its coverage was written/);
		assert.deepEqual(spectrum && shown(spectrum), ['Name 1/0']);
	});

	it('is not measured without tests', async () => {
		const { spectrum, problem } = await measure({ 'a.py': 'def a():\n    return 1\n' });
		assert.deepEqual([spectrum, problem], [undefined, 'No tests were found in this workspace that Faultline can run.']);
	});

	it('is not measured further once it is cancelled', async () => {
		const files = { 'package.json': '{}', 'cart.js': cart, 'cart.test.js': nodeTests };
		await assert.rejects(measure(files, { signal: AbortSignal.abort() }), { name: 'AbortError' });
		const controller = new AbortController();
		const onOutput = () => controller.abort();
		const endless =
			"require('node:test')('endless', () => new Promise(() => setInterval(() => console.log('.'), 50)));\n";
		await assert.rejects(measure({ ...files, 'endless.test.js': endless }, { signal: controller.signal, onOutput }), {
			name: 'AbortError',
		});
	});
});

import assert from 'node:assert/strict';
import { testCalls } from '../../../../src/testing/pure/traces/testCalls';
import { modelOf } from '../../../localizer/pure/modelOf';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

const code = {
	'src/basket.js':
		'export function total(b) {\n\treturn b;\n}\nexport function tax(b) {\n\treturn b;\n}\nexport class Basket {\n\tadd(p) {\n\t\treturn this;\n\t}\n}\n',
	'src/stock.js': 'export function total(s) {\n\treturn s;\n}\nexport function equal(a) {\n\treturn a;\n}\n',
};

describe('a failing test', () => {
	/** What the test calls whose failing line contains `FAILS`. */
	const calledBy = async (
		test: string,
		texts: Readonly<Record<string, string>> = code,
		path = 'test/basket.test.js',
		missing: readonly string[] = [],
	) => {
		const workspace = await memoryWorkspace({ ...texts, [path]: test });
		const model = await modelOf(workspace);
		const line = test.split('\n').findIndex(text => text.includes('FAILS')) + 1;
		const symbol = workspace.index.file(path)?.symbols.find(each => each.startLine <= line && line <= each.endLine);
		const frame = {
			file: path,
			line,
			depth: 1,
			weight: 1,
			...(symbol && { function: symbol.name, functionLine: symbol.nameLine }),
		};
		return (await testCalls({ tests: [frame], missing: new Set(missing) }, model, workspace)).map(
			({ at }) => model.unit(at)?.id,
		);
	};

	it('leads through its imports to what its failing line calls', async () => {
		const test =
			"import { total } from '../src/basket.js';\ntest('it', () => {\n\texpect(total([])).toBe(3); // FAILS\n});\n";
		assert.deepEqual(await calledBy(test), ['src/basket.js:total']);
		assert.deepEqual(await calledBy(test.replace('basket.js', 'stock.js')), ['src/stock.js:total']);
	});

	it('leads to what gave the failing line its values, where that calls nothing of the project', async () => {
		const test =
			"const { total, tax } = require('../src/basket');\ntest('it', () => {\n\ttax(1);\n\tconst sum = total([]);\n\tconst n = tax(2);\n\texpect(sum).toBe(3); // FAILS\n});\n";
		assert.deepEqual(await calledBy(test), ['src/basket.js:total', 'src/basket.js:tax']);
	});

	it('leads to the last of several calls first', async () => {
		const imports = "import { total, tax } from '../src/basket.js';\n";
		assert.deepEqual(await calledBy(`${imports}assert(total(tax(1)) === 2); // FAILS\n`), [
			'src/basket.js:total',
			'src/basket.js:tax',
		]);
		assert.deepEqual(await calledBy(`${imports}assert(tax(1).total() === 2); // FAILS\n`), [
			'src/basket.js:total',
			'src/basket.js:tax',
		]);
	});

	it('does not lead to code with the name of an assertion of another package', async () => {
		const test =
			"import assert from 'node:assert';\nimport { total } from '../src/basket.js';\nassert.equal(total(1), 2); // FAILS\n";
		assert.deepEqual(await calledBy(test), ['src/basket.js:total']);
	});

	it('leads through a function of the test file', async () => {
		const test =
			"import { tax } from '../src/basket.js';\nfunction check(n) {\n\treturn tax(n);\n}\ntest('it', () => {\n\texpect(check(1)).toBe(2); // FAILS\n});\n";
		assert.deepEqual(await calledBy(test), ['src/basket.js:tax']);
	});

	it('leads to what is beside it, where nothing is imported', async () => {
		const go = {
			'shop/basket.go': 'package shop\n\nfunc Total() int {\n\treturn 1\n}\n',
			'other/other.go': 'package other\n\nfunc Total() int {\n\treturn 1\n}\n',
		};
		const test =
			'package shop\n\nimport "testing"\n\nfunc TestTotal(t *testing.T) {\n\tgot := Total()\n\tif got != 2 {\n\t\tt.Errorf("FAILS %d", got)\n\t}\n}\n';
		assert.deepEqual(await calledBy(test, go, 'shop/basket_test.go'), ['shop/basket.go:Total']);
	});

	it('leads to code that it imports by the name of its package', async () => {
		const go = {
			'go.mod': 'module example.com/dev/shop\n\ngo 1.20\n',
			'basket.go': 'package shop\n\nfunc Total() int {\n\treturn 1\n}\n',
		};
		const test =
			'package shop_test\n\nimport (\n\t"testing"\n\n\t"example.com/dev/shop"\n)\n\nfunc TestTotal(t *testing.T) {\n\tcheck(t, shop.Total()) // FAILS\n}\n';
		assert.deepEqual(await calledBy(test, go, 'total_test.go'), ['basket.go:Total']);
		const other = { ...go, 'go.mod': 'module example.com/dev/other\n' };
		assert.deepEqual(await calledBy(test, other, 'total_test.go'), []);
	});

	it('leads to what makes the objects of a class', async () => {
		const python = {
			'shop/basket.py':
				'class Basket:\n    def __init__(self, items):\n        self.items = items\n\n    def total(self):\n        return 1\n',
			'shop/till.py': 'class Till:\n    def __init__(self):\n        self.open = True\n',
		};
		const test =
			'from shop.basket import Basket\n\n\ndef test_total():\n    basket = Basket([1])\n    assert basket.total() == 3  # FAILS\n';
		assert.deepEqual(await calledBy(test, python, 'tests/test_basket.py'), [
			'shop/basket.py:Basket.total',
			'shop/basket.py:Basket.__init__',
		]);
	});

	it('does not lead to what its error says is not there', async () => {
		const imports = "import { total, tax } from '../src/basket.js';\n";
		const test = `${imports}assert(total(1).tax() === 2); // FAILS\n`;
		assert.deepEqual(await calledBy(test), ['src/basket.js:tax', 'src/basket.js:total']);
		assert.deepEqual(await calledBy(test, code, 'test/basket.test.js', ['tax']), ['src/basket.js:total']);
	});

	it('does not lead to code with the name of a method of its own', async () => {
		const test = 'class Keys {\n\ttax() {}\n}\ntest("it", () => {\n\texpect(new Keys().tax()).toBe(2); // FAILS\n});\n';
		assert.deepEqual(await calledBy(test), []);
	});

	it('leads nowhere from a line that calls nothing', async () => {
		assert.deepEqual(await calledBy('expect(1).toBe(2); // FAILS\n'), []);
	});
});

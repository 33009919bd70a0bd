import assert from 'node:assert/strict';
import { affectedTests } from '../../../../src/engine/stages/validate/affectedTests';
import type { Spectrum } from '../../../../src/runs/pure/model/testing/spectrum';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

describe('affectedTests', () => {
	it('are those named like a changed file, and those that load it', async () => {
		const workspace = await memoryWorkspace({
			'shop/cart.py': '',
			'shop/__init__.py': '',
			'src/price.js': '',
			'tests/test_cart.py': '',
			'tests/test_other.py': 'from shop.cart import Cart\n',
			'tests/test_all.py': 'import shop\n',
			'tests/test_none.py': '# not the cart\nimport cartoon\n',
			'test/price.test.js': '',
			'test/till.test.js': "const { price } = require('../src/price');\n",
		});
		for (const [path, ...files] of [
			['shop/cart.py', 'tests/test_cart.py', 'tests/test_other.py'],
			['src/price.js', 'test/price.test.js', 'test/till.test.js'],
			['shop/__init__.py', 'tests/test_all.py', 'tests/test_other.py'],
		] as const) {
			assert.deepEqual(await affectedTests(workspace, [{ path, before: '', after: 'x\n' }], {}), { ran: [], files });
		}
	});

	describe('where it was measured what tests execute', () => {
		const before = 'def a(x):\n    if x:\n        return 1\n    return 2\n\n\ndef b():\n    return 3\n';
		const [suspect, lines] = [{ file: 'shop.py', score: 1, nFailing: 1, nPassing: 3, lines: [] }, { file: 'shop.py' }];
		const spectrum: Spectrum = {
			...{ formula: 'ochiai', nFailing: 1, nPassing: 3, per: 'test', measuredBy: 'hand' },
			suspects: [
				{ ...suspect, startLine: 1, endLine: 4 },
				{ ...suspect, startLine: 7, endLine: 8 },
			],
			passing: {
				names: ['test_both', 'test_second', 'test_first'],
				lines: [
					{ ...lines, startLine: 2, endLine: 2, tests: [0, 1, 2] },
					{ ...lines, startLine: 3, endLine: 3, tests: [0, 2] },
					{ ...lines, startLine: 4, endLine: 4, tests: [1] },
					{ ...lines, startLine: 8, endLine: 8, tests: [0] },
				],
			},
		};
		const affected = async (change: (text: string) => string, path = 'shop.py') => {
			const workspace = await memoryWorkspace({ 'shop.py': before, 'tests/test_shop.py': '' });
			return affectedTests(workspace, [{ path, before, after: change(before) }], { spectrum });
		};

		const near = ['tests/test_shop.py'];

		it('are those that executed the changed lines, most of them first, then others of the changed functions', async () => {
			for (const [from, to, ...ran] of [
				['return 1', 'return 5', 'test_both', 'test_first', 'test_second'],
				['return 2', 'return 5', 'test_second', 'test_both', 'test_first'],
				['return 3', 'return 5', 'test_both'],
				['    return 2\n', '    x += 1\n    return 2\n', 'test_both', 'test_second', 'test_first'],
			] as const) {
				assert.deepEqual(await affected(text => text.replace(from, to)), { ran, files: near }, to);
			}
			const all = (text: string) => text.replaceAll('return', 'return 1 +');
			assert.deepEqual((await affected(all)).ran, ['test_both', 'test_second', 'test_first']);
		});

		it('are those by name where none executed the change, or another file changes', async () => {
			const nothing = { ran: [], files: near };
			assert.deepEqual(await affected(text => text.replace('\n\n\n', '\n\nC = 1\n\n')), nothing);
			assert.deepEqual(await affected(text => text.replace('3', '4'), 'other/shop.py'), nothing);
		});
	});
});

import assert from 'node:assert/strict';
import { affectedTests } from '../../../../src/core/stages/validate/affectedTests';
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
		assert.deepEqual(await affectedTests(workspace, ['shop/cart.py']), ['tests/test_cart.py', 'tests/test_other.py']);
		assert.deepEqual(await affectedTests(workspace, ['src/price.js']), ['test/price.test.js', 'test/till.test.js']);
		assert.deepEqual(await affectedTests(workspace, ['shop/__init__.py']), [
			'tests/test_all.py',
			'tests/test_other.py',
		]);
	});
});

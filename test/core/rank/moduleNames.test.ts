import assert from 'node:assert/strict';
import { moduleNames } from '../../../src/core/rank/codeModel';

describe('names of modules', () => {
	const names = moduleNames(['src/shop/basket.py', 'src/tally/basket.py', 'src/shop/__init__.py', 'web/index.ts']);

	it('are the endings of a path without its extension', () => {
		assert.deepEqual(names.get('src/shop/basket'), ['src/shop/basket.py']);
		assert.deepEqual(names.get('shop/basket'), ['src/shop/basket.py']);
	});

	it('may mean several files', () => {
		assert.deepEqual(names.get('basket'), ['src/shop/basket.py', 'src/tally/basket.py']);
	});

	it('are those of the folder for its main file', () => {
		assert.deepEqual(names.get('shop'), ['src/shop/__init__.py']);
		assert.deepEqual(names.get('web'), ['web/index.ts']);
		assert.equal(names.get('shop/__init__'), undefined);
	});

	it('are no part of a name', () => {
		assert.equal(names.get('hop/basket'), undefined);
		assert.equal(names.get('src/shop/basket.py'), undefined);
	});

	it('keep a main file in no folder', () => {
		assert.deepEqual([...moduleNames(['index.ts'])], [['index', ['index.ts']]]);
	});
});

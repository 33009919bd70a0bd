import assert from 'node:assert/strict';
import type { CodeModel } from '../../../../src/code/pure/calls/codeModel';
import { modelOf } from '../../../localizer/pure/modelOf';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

describe('the files of a module', () => {
	let model: CodeModel;

	before(async () => {
		const paths = ['src/shop/basket.py', 'src/tally/basket.py', 'src/shop/__init__.py', 'web/index.ts', 'index.js'];
		model = await modelOf(await memoryWorkspace(Object.fromEntries(paths.map(path => [path, '']))));
	});

	for (const [name, files] of [
		['src/shop/basket', ['src/shop/basket.py']],
		['shop/basket', ['src/shop/basket.py']],
		['basket', ['src/shop/basket.py', 'src/tally/basket.py']],
		['shop', ['src/shop/__init__.py']],
		['web', ['web/index.ts']],
		['index', ['index.js']],
		['shop/__init__', []],
		['hop/basket', []],
		['src/shop/basket.py', []],
	] as const) {
		it(`of ${name} are ${files.join(', ') || 'none'}`, () => assert.deepEqual(model.filesOfModule(name), files));
	}
});

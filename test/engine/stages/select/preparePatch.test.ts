import assert from 'node:assert/strict';
import { preparePatch } from '../../../../src/engine/stages/select/preparePatch';

const paths = ['shop/cart.py', 'docs/index.rst', 'build/tool.js', 'README.md', 'package.json', 'package-lock.json'];
const added = (path: string) => ({ path, after: 'new\n' });
const changed = (path: string) => ({ path, before: 'old\n', after: 'new\n' });

function leftOut(...files: readonly { readonly path: string; readonly before?: string; readonly after: string }[]) {
	return preparePatch(files, paths).leftOut.map(({ path, what }) => `${path}: ${what}`);
}

describe('the preparation of a patch', () => {
	it('leaves out reproducers, caches, builds, documents about the work and lock files, and names each', () => {
		const fix = changed('shop/cart.py');
		const noise = [
			...['reproduce_issue.py', 'shop/repro.py', 'test_fix.py', 'shop/__pycache__/cart.cpython-312.pyc'],
			...['dist/cart.whl', 'FIX_SUMMARY.md', 'shop/notes.txt'],
		].map(added);
		const prepared = preparePatch([fix, ...noise, changed('package-lock.json')], paths);
		assert.deepEqual(prepared.files, [fix]);
		assert.deepEqual(prepared.leftOut, [
			{ path: 'reproduce_issue.py', what: 'a reproducer' },
			{ path: 'shop/repro.py', what: 'a reproducer' },
			{ path: 'test_fix.py', what: 'a reproducer' },
			{ path: 'shop/__pycache__/cart.cpython-312.pyc', what: 'a cache' },
			{ path: 'dist/cart.whl', what: 'a build result' },
			{ path: 'FIX_SUMMARY.md', what: 'a document about the work' },
			{ path: 'shop/notes.txt', what: 'a document about the work' },
			{ path: 'package-lock.json', what: 'a lock file without a change of what it locks' },
		]);
	});

	it('keeps new files of the product, and changes of what was there', () => {
		assert.deepEqual(leftOut(added('shop/coupon.py'), added('shop/debug_view.py'), added('tests/test_coupon.py')), []);
		assert.deepEqual(leftOut(changed('README.md'), changed('shop/repro.py'), added('shop/data.txt')), []);
	});

	it('keeps a new document or build file beside others of its kind, below the top', () => {
		assert.deepEqual(leftOut(added('docs/coupons.rst'), added('build/other.js')), []);
		assert.deepEqual(leftOut(added('NOTES.md')), ['NOTES.md: a document about the work']);
	});

	it('keeps a lock file with a change of what it locks', () => {
		assert.deepEqual(leftOut(changed('package-lock.json'), changed('package.json')), []);
	});
});

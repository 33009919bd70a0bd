import assert from 'node:assert/strict';
import { CoveragePaths } from '../../../../src/testing/pure/coverage/coveragePaths';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

describe('paths of coverage', () => {
	const files = ['a.py', 'src/main/java/shop/Till.java', 'app/go.mod', 'app/cart/cart.go', 'app/a b.js', 'b/cart.go'];
	files.push('one/src/main/java/shop/Main.java', 'two/src/main/java/shop/Main.java');
	const paths = async (project: string) => {
		const { index } = await memoryWorkspace(Object.fromEntries(files.map(path => [path, ''])));
		return new CoveragePaths(index, '/tmp/copy', project);
	};

	it('are absolute, relative to the project, or addresses', async () => {
		const [root, app] = [await paths(''), await paths('app')];
		assert.equal(root.pathOf('/tmp/copy/a.py'), 'a.py');
		assert.equal(root.pathOf('./a.py'), 'a.py');
		assert.equal(app.pathOf('cart/cart.go'), 'app/cart/cart.go');
		assert.equal(app.pathOf('file:///tmp/copy/app/a%20b.js'), 'app/a b.js');
	});

	it('begin with the name of a module, or after the folder of the sources', async () => {
		assert.equal((await paths('app')).pathOf('example.com/app/cart/cart.go'), 'app/cart/cart.go');
		assert.equal((await paths('')).pathOf('shop/Till.java'), 'src/main/java/shop/Till.java');
	});

	it('are of the module whose report has them', async () => {
		const root = await paths('');
		assert.equal(root.pathOf('shop/Main.java', 'two/target/site/a.xml'), 'two/src/main/java/shop/Main.java');
		assert.equal(root.pathOf('shop/Till.java', 'two/target/site/a.xml'), 'src/main/java/shop/Till.java');
		assert.equal(root.pathOf('shop/Main.java', 'target/site/a.xml'), undefined);
	});

	it('lead to nothing outside of the copy, and not to one of several files', async () => {
		const root = await paths('');
		for (const written of ['/usr/lib/a.py', '/tmp/copy2/a.py', 'other.py', '../a.py', 'cart.go', 'file://%zz', '']) {
			assert.equal(root.pathOf(written), undefined, written);
		}
	});
});

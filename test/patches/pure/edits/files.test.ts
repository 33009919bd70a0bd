import assert from 'node:assert/strict';
import { Lander, triple } from './applyOn';

const lander = new Lander();

describe('the file of an edit', () => {
	const both = { 'pkg/a/shape.py': 'x = 1\n', 'pkg/b/shape.py': 'y = 1\n', 'pkg/tests/test_shape.py': 'x = 1\n' };

	it('is found by the end of its path', async () => {
		assert.deepEqual(await lander.applied(both, triple('b/shape.py', 'y = 1', 'y = 2')), {
			'pkg/b/shape.py': 'y = 2\n',
		});
	});

	it('is asked for where several have that end', async () => {
		const { reason, why } = await lander.refused(both, triple('shape.py', 'y = 1', 'y = 2'));
		assert.equal(reason, 'severalFiles');
		assert.match(why, /`pkg\/a\/shape\.py`, `pkg\/b\/shape\.py`/);
	});

	it('may have another spelling, if it is the only one', async () => {
		assert.deepEqual(await lander.applied({ 'pkg/line.py': 'x = 1\n' }, triple('pkg/_line.py', 'x = 1', 'x = 2')), {
			'pkg/line.py': 'x = 2\n',
		});
	});

	it('is not believed by its name alone in another folder, which the refusal names', async () => {
		const { reason, why } = await lander.refused(
			{ 'pkg/models.py': 'x = 1\n' },
			triple('app/models.py', 'x = 1', 'x = 2'),
		);
		assert.equal(reason, 'noFile');
		assert.match(why, /`pkg\/models\.py`/);
	});

	for (const path of [
		'../x.py',
		'/etc/passwd',
		'a/../../x.py',
		'C:\\x.py',
		'~/x.py',
		'.git/hooks/pre-commit',
		'a/.GIT/config',
	]) {
		it(`never leads out of the workspace, nor into a version store: ${path}`, async () => {
			const texts = { 'x.py': 'a = 1\n', 'etc/passwd': 'a = 1\n' };
			assert.equal((await lander.refused(texts, triple(path, 'a = 1', 'a = 2'))).reason, 'outside');
			assert.equal((await lander.refused(texts, triple(path, '', 'a = 2'))).reason, 'outside');
		});
	}

	it('is new where the original is empty and there is none', async () => {
		const applied = await lander.apply({ 'src/a.py': 'x = 1\n' }, triple('src/new/b.py', '', 'y = 1'));
		assert.deepEqual(applied.changes, [{ path: 'src/new/b.py', after: 'y = 1\n' }]);
		assert.match(applied.diff, /new file mode 100644\n--- \/dev\/null\n\+\+\+ b\/src\/new\/b\.py\n/);
		const { reason } = await lander.refused({ 'src/a.py': 'x = 1\n' }, triple('path/to/your/b.py', '', 'y = 1'));
		assert.equal(reason, 'noFile');
	});

	it('can be changed again by a later edit of the answer, also if it is new', async () => {
		const answer =
			triple('b.py', '', 'y = 1') + triple('b.py', 'y = 1', 'y = 2') + triple('b.py', 'y = 2', 'y = 2\nz = 3');
		assert.deepEqual(await lander.applied({}, answer), { 'b.py': 'y = 2\nz = 3\n' });
	});

	it('goes where a diff deletes it', async () => {
		const diff =
			'diff --git a/a.py b/a.py\ndeleted file mode 100644\n--- a/a.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-x = 1\n';
		const applied = await lander.apply({ 'a.py': 'x = 1\n' }, diff);
		assert.deepEqual(applied.changes, [{ path: 'a.py', before: 'x = 1\n' }]);
		assert.match(applied.diff, /deleted file mode/);
	});

	const namedAnew = (verb: string, ...hunk: readonly string[]) =>
		['diff --git a/a.py b/b.py', 'similarity index 80%', `${verb} from a.py`, `${verb} to b.py`, ...hunk, ''].join(
			'\n',
		);
	const hunk = ['--- a/a.py', '+++ b/b.py', '@@ -1,2 +1,2 @@', ' x = 1', '-y = 1', '+y = 2'];

	it('gets another name where a diff renames it, with what changes in it', async () => {
		const texts = { 'a.py': 'x = 1\r\ny = 1\r\n' };
		const { changes } = await lander.apply(texts, namedAnew('rename', ...hunk));
		assert.deepEqual(changes, [
			{ path: 'a.py', before: 'x = 1\r\ny = 1\r\n' },
			{ path: 'b.py', after: 'x = 1\r\ny = 2\r\n' },
		]);
		assert.deepEqual(await lander.applied(texts, namedAnew('rename')), { 'a.py': undefined, 'b.py': texts['a.py'] });
	});

	it('stays where a diff copies it', async () => {
		const applied = await lander.apply({ 'a.py': 'x = 1\ny = 1' }, namedAnew('copy', ...hunk));
		assert.deepEqual(applied.changes, [{ path: 'b.py', after: 'x = 1\ny = 2' }]);
	});

	it('keeps an empty line that a diff shows around what it removes', async () => {
		const diff = (...lines: readonly string[]) =>
			['--- a/a.txt', '+++ b/a.txt', '@@ -1,2 +1,1 @@', ...lines, ''].join('\n');
		assert.deepEqual(await lander.applied({ 'a.txt': '\none\n' }, diff(' ', '-one')), { 'a.txt': '\n' });
		assert.deepEqual(await lander.applied({ 'a.txt': 'one\n\ntwo\n' }, diff('-one', ' ')), { 'a.txt': '\ntwo\n' });
	});

	it('takes no name that another file has, and none outside', async () => {
		const texts = { 'a.py': 'x = 1\n', 'b.py': 'x = 2\n' };
		assert.equal((await lander.refused(texts, namedAnew('rename'))).reason, 'exists');
		const out = namedAnew('rename').replaceAll('b.py', '../b.py');
		assert.equal((await lander.refused({ 'a.py': 'x = 1\n' }, out)).reason, 'outside');
	});

	it('is no test unless that is asked for; edits of tests are left out and the others apply', async () => {
		const answer = triple('pkg/a/shape.py', 'x = 1', 'x = 2') + triple('pkg/tests/test_shape.py', 'x = 1', 'x = 2');
		const applied = await lander.apply(both, answer);
		assert.deepEqual(
			[applied.status, applied.edits.map(({ status }) => status), applied.changes.length],
			['applied', ['applied', 'leftOut'], 1],
		);
		assert.equal((await lander.apply(both, answer, { allowTests: true })).changes.length, 2);
		const only = await lander.apply(both, triple('pkg/tests/test_shape.py', 'x = 1', 'x = 2'));
		assert.deepEqual([only.status, only.diff], ['noEdits', '']);
	});

	it('is no test in a folder `test` of the product, where tests are named so elsewhere', async () => {
		const client = { 'pkg/test/client.py': 'x = 1\n', 'pkg/test/tests/test_client.py': 'x = 1\n' };
		const answer = triple('pkg/test/client.py', 'x = 1', 'x = 2');
		assert.deepEqual(await lander.applied(client, answer), { 'pkg/test/client.py': 'x = 2\n' });
		for (const path of ['pkg/test/test_more.py', 'pkg/test/tests/helper.py', 'tests/helper.py', 'test/app.js']) {
			const left = await lander.apply({ ...client, [path]: 'x = 1\n' }, triple(path, 'x = 1', 'x = 2'));
			assert.equal(left.status, 'noEdits', path);
		}
		assert.equal((await lander.apply({ 'pkg/test/client.py': 'x = 1\n' }, answer)).status, 'noEdits');
	});

	it('is not created beside a folder that is the module of its name', async () => {
		const module = { 'pkg/forms/__init__.py': 'x = 1\n', 'web/forms/index.ts': 'const x = 1;\n' };
		const { reason, why } = await lander.refused(module, triple('pkg/forms.py', '', 'y = 1'));
		assert.equal(reason, 'noFile');
		assert.match(why, /`pkg\/forms\/__init__\.py`/);
		assert.deepEqual(await lander.applied(module, triple('web/forms.ts', '', 'y = 1')), { 'web/forms.ts': 'y = 1\n' });
	});

	it('keeps a missing final newline, and no other line end changes', async () => {
		const texts = { 'a.txt': 'one\r\ntwo\nthree\r\nfour' };
		assert.deepEqual(await lander.applied(texts, triple('a.txt', 'four', 'five\nsix')), {
			'a.txt': 'one\r\ntwo\nthree\r\nfive\r\nsix',
		});
		assert.deepEqual(await lander.applied(texts, triple('a.txt', 'three\nfour', 'three')), {
			'a.txt': 'one\r\ntwo\nthree',
		});
	});
});

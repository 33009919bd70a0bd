import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findFiles } from '../../../../src/code/pure/search/fileQuery';
import { searchContext } from '../../../../src/code/pure/search/searchContext';
import { type MemoryWorkspace, memoryWorkspace } from '../../../support/memoryWorkspace';

const paths = [
	'setup.py',
	'src/app/utils.py',
	'src/app/myutils.py',
	'src/app/db/utils.py',
	'src/app/db/__init__.py',
	'src/app/db/Models.py',
	'src/app/db/postgres/base.py',
	'src/app/db/mysql/base.py',
	'tests/test_utils.py',
	'tests/utils.py',
	'docs/guide.txt',
];

describe('findFiles', () => {
	let workspace: MemoryWorkspace;
	before(async () => {
		workspace = await memoryWorkspace(Object.fromEntries(paths.map(path => [path, 'x = 1\n'])));
	});

	const cases: [written: string, how: string, paths: string[]][] = [
		['src/app/utils.py', 'written', ['src/app/utils.py']],
		['utils.py', 'written', ['src/app/utils.py', 'src/app/db/utils.py', 'tests/utils.py']],
		['tests/utils.py', 'written', ['tests/utils.py']],
		['UTILS.PY', 'written', ['src/app/utils.py', 'src/app/db/utils.py', 'tests/utils.py']],
		['db/models.py', 'written', ['src/app/db/Models.py']],
		['DB/UTILS.PY', 'written', ['src/app/db/utils.py']],
		['./src//app/utils.py', 'written', ['src/app/utils.py']],
		['src\\app\\utils.py', 'written', ['src/app/utils.py']],
		['src/app/db/../utils.py', 'written', ['src/app/utils.py']],
		['"src/app/utils.py"', 'written', ['src/app/utils.py']],
		['src/app/utils.py:12', 'written', ['src/app/utils.py']],
		['setup', 'written', ['setup.py']],
		['db/models', 'written', ['src/app/db/Models.py']],
		['app.db.utils', 'written', ['src/app/db/utils.py']],
		['docs/guide', 'written', ['docs/guide.txt']],
		['app.db', 'folder', paths.filter(path => path.includes('/db/'))],
		['app/db', 'folder', paths.filter(path => path.includes('/db/'))],
		['/usr/lib/python3/dist-packages/app/db/models.py', 'corrected', ['src/app/db/Models.py']],
		['C:\\work\\app\\myutils.py', 'corrected', ['src/app/myutils.py']],
		['app/db/postgresql/base.py', 'corrected', ['src/app/db/mysql/base.py', 'src/app/db/postgres/base.py']],
		['app.db.models.Model', 'corrected', ['src/app/db/Models.py']],
		['installed.app.db.models', 'corrected', ['src/app/db/Models.py']],
		['tils.py', 'none', []],
		['base.p', 'none', []],
		['', 'none', []],
		['/', 'none', []],
		['..', 'outside', []],
		['src/../../other/utils.py', 'outside', []],
	];
	for (const [written, how, found] of cases) {
		it(`takes "${written}" for ${found.length === 0 ? how : found.join(', ')}`, async () => {
			const match = await findFiles(searchContext(workspace), written);
			assert.equal(match.how, how);
			assert.deepEqual(
				match.how === 'folder' ? match.paths.toSorted() : match.paths,
				how === 'folder' ? found.toSorted() : found,
			);
		});
	}

	it('puts the tests first when a test is asked for', async () => {
		const { paths: found } = await findFiles(searchContext(workspace), 'test_utils.py');
		assert.deepEqual(found, ['tests/test_utils.py']);
	});

	it('offers files with a similar name', async () => {
		const { near } = await findFiles(searchContext(workspace), 'app/utlis.py');
		assert.deepEqual(near, ['src/app/db/utils.py', 'src/app/utils.py', 'tests/utils.py']);
	});

	it('finds files that are there but not indexed yet', async () => {
		const fresh = await memoryWorkspace({ 'a.py': 'x = 1\n' });
		fresh.files.write('new/file.py', 'y = 2\n');
		assert.deepEqual((await findFiles(searchContext(fresh), 'file.py')).paths, ['new/file.py']);
	});

	it('never answers with anything but files of the workspace', async () => {
		const known = new Set(paths);
		const part = fc.oneof(fc.constantFrom('..', '.', '', 'src', 'app', 'utils.py', 'db', '~', 'C:'), fc.string());
		await fc.assert(
			fc.asyncProperty(fc.array(part), fc.constantFrom('/', '\\', '.'), async (parts, separator) => {
				const match = await findFiles(searchContext(workspace), parts.join(separator));
				assert.ok(match.paths.every(path => known.has(path)));
			}),
		);
	});
});

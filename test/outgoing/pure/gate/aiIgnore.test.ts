import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { DiskFiles } from '../../../../src/code/node/listing/diskFiles';
import { type HiddenFiles, readAiIgnore } from '../../../../src/outgoing/pure/gate/aiIgnore';
import { UserError } from '../../../../src/system/pure/errors/userError';
import type { Files } from '../../../../src/system/pure/files';
import { MemoryFiles } from '../../../support/memoryFiles';
import { TestFolder } from '../../../support/testFolder';

describe('readAiIgnore', () => {
	const rulesOf = (texts: Readonly<Record<string, string>>) => readAiIgnore(new MemoryFiles(texts));
	const by = (hidden: HiddenFiles, path: string) => hidden.hides(path)?.by;

	it('hides nothing where no folder has such a file', async () => {
		const hidden = await rulesOf({ 'a.txt': '', 'src/b.txt': '', '.gitignore': 'b.txt' });
		assert.deepEqual(hidden.rules, []);
		assert.equal(by(hidden, 'src/b.txt'), undefined);
	});

	for (const name of ['.aiexclude', '.aiignore', '.copilotignore', '.cursorignore']) {
		it(`reads ${name}, and reports it as the one that hides`, async () => {
			const hidden = await rulesOf({ [name]: '# keys\n*.key\nprivate/\n', 'a.key': '', 'private/deep/b.txt': '' });
			assert.deepEqual(hidden.rules, [name]);
			assert.equal(by(hidden, 'a.key'), name);
			assert.equal(by(hidden, 'private/deep/b.txt'), name);
			assert.equal(by(hidden, 'a.keys'), undefined);
		});
	}

	it('counts a nested file for its own folder, where it may take back an outer rule', async () => {
		const hidden = await rulesOf({
			'.aiignore': '*.sql\n',
			'db/.aiignore': '!open.sql\n/top.txt\n',
			'db/deep/a.txt': '',
		});
		assert.equal(by(hidden, 'open.sql'), '.aiignore');
		assert.equal(by(hidden, 'db/open.sql'), undefined);
		assert.equal(by(hidden, 'db/deep/open.sql'), undefined);
		assert.equal(by(hidden, 'db/other.sql'), '.aiignore');
		assert.equal(by(hidden, 'db/top.txt'), 'db/.aiignore');
		assert.equal(by(hidden, 'db/deep/top.txt'), undefined);
		assert.equal(by(hidden, 'top.txt'), undefined);
	});

	it('lets no exception of one assistant lift the rule of another', async () => {
		const hidden = await rulesOf({ '.aiignore': '!a.txt\n', '.cursorignore': 'a.txt\n' });
		assert.equal(by(hidden, 'a.txt'), '.cursorignore');
	});

	it('takes an empty .aiexclude to exclude its folder, and knows no exceptions there', async () => {
		const hidden = await rulesOf({ 'vault/.aiexclude': '\n', 'keys/.aiexclude': '*.txt\n!a.txt\n' });
		assert.equal(by(hidden, 'vault/deep/a.txt'), 'vault/.aiexclude');
		assert.equal(by(hidden, 'keys/a.txt'), 'keys/.aiexclude');
		assert.equal(by(hidden, 'keys/a.md'), undefined);
		assert.equal(by(hidden, 'a.txt'), undefined);
	});

	it('hides nothing by an empty file of another kind', async () => {
		const hidden = await rulesOf({ '.aiignore': '', 'a.txt': '' });
		assert.equal(by(hidden, 'a.txt'), undefined);
	});

	it('hides the ignore files themselves, as they name what is hidden', async () => {
		const hidden = await rulesOf({ 'src/.aiignore': 'vault.txt\n' });
		assert.equal(by(hidden, 'src/.aiignore'), 'src/.aiignore');
	});

	for (const written of [
		'./src/vault.txt',
		'src//vault.txt',
		'src/x/../vault.txt',
		'SRC/Vault.txt',
		'src\\vault.txt',
	]) {
		it(`hides src/vault.txt under the name ${written} as well`, async () => {
			const hidden = await rulesOf({ '.aiignore': '/src/vault.txt\n' });
			assert.equal(by(hidden, written), '.aiignore');
		});
	}

	for (const outside of ['../vault.txt', '', '.', '/']) {
		it(`answers for '${outside}', which is no file of the workspace`, async () => {
			assert.equal(by(await rulesOf({ '.aiignore': '*\n' }), outside), undefined);
		});
	}

	describe('on disk', () => {
		const folder = new TestFolder();
		const open = (): Files =>
			new DiskFiles([{ name: 'project', dir: folder.path() }], { excludes: ['**/.cursorignore'] });

		it('finds ignore files that Files.list lists, and those it leaves out as git ignores them', async () => {
			folder.write({
				'.gitignore': '.aiignore\n',
				'.aiignore': 'a.txt\n',
				'src/.aiignore': 'b.txt\n',
				'src/deep/.copilotignore': 'c.txt\n',
				'src/deep/.cursorignore': 'd.txt\n',
				'src/deep/c.txt': '',
			});
			assert.deepEqual(
				(await open().list()).map(({ path }) => path),
				['.gitignore', 'src/deep/.copilotignore', 'src/deep/c.txt'],
			);
			const hidden = await readAiIgnore(open());
			assert.deepEqual(hidden.rules, [
				'.aiignore',
				'src/.aiignore',
				'src/deep/.copilotignore',
				'src/deep/.cursorignore',
			]);
			assert.equal(by(hidden, 'src/deep/b.txt'), 'src/.aiignore');
		});

		it('takes a folder of that name for no rules', async () => {
			folder.write({ '.aiignore/a.txt': '' });
			assert.deepEqual((await readAiIgnore(open())).rules, []);
		});

		it('refuses to continue where rules lead out of the workspace', async () => {
			folder.write({ 'a.txt': '' });
			symlinkSync(process.execPath, folder.path('.aiignore'));
			await assert.rejects(readAiIgnore(open()), (error: unknown) => {
				assert.ok(error instanceof UserError);
				assert.match(error.message, /^\.aiignore: lies outside the workspace\. .* fix or remove it\.$/);
				return true;
			});
		});
	});

	it('refuses to continue where the rules are not text', async () => {
		const files = new MemoryFiles({ 'src/.cursorignore': new Uint8Array([0]) });
		await assert.rejects(readAiIgnore(files), /^UserError: src\/\.cursorignore: not a text file\./);
	});
});

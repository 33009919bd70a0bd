import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ScratchCheckouts } from '../../src/sandbox/node/checkout/scratchCheckouts';
import { UserError } from '../../src/system/pure/errors/userError';
import { folderPicture } from '../support/folderPicture';
import { commitAll } from '../support/gitRepository';
import { RecordedLog } from '../support/recordedLog';
import { TestFolder } from '../support/testFolder';

const paths = [
	...['../out.py', 'a/../../out.py', '..', '.', '', '/', '/etc/out.py', 'C:\\out.py', '\\\\host\\out.py', '..\\out.py'],
	...['.git/hooks/post-checkout', '.GIT/config', 'a/.git/config', 'a\0.py', 'folder/new.py', 'a/../folder/new.py'],
];

describe('a scratch copy', () => {
	const folder = new TestFolder();

	beforeEach(() => {
		folder.write({ 'project/a/b.py': 'x = 1\n', 'outside/': '' });
		commitAll(folder.path('project'));
	});
	const create = () => {
		const roots = [{ name: 'project', dir: folder.path('project') }];
		return new ScratchCheckouts({ roots, storage: folder.path('storage'), log: new RecordedLog() }).create('paths');
	};

	it(`is written by no path that leads out of it: each of ${paths.length}`, async () => {
		const checkout = await create();
		try {
			symlinkSync(folder.path('outside'), join(checkout.folder, 'folder'));
			const before = folderPicture(folder.path());
			for (const path of paths) {
				await assert.rejects(checkout.write(path, 'bad'), UserError, `write ${path}`);
				await assert.rejects(checkout.remove(path), UserError, `remove ${path}`);
			}
			assert.deepEqual(folderPicture(folder.path()), before);
		} finally {
			await checkout.dispose();
		}
	});

	it('has no file in a folder that became a link to one outside of it', async () => {
		folder.write({ 'outside/b.py': 'x = "mine"\n' });
		const checkout = await create();
		try {
			rmSync(join(checkout.folder, 'a'), { recursive: true });
			symlinkSync(folder.path('outside'), join(checkout.folder, 'a'));
			const diff = await checkout.diff();
			assert.match(diff, /^deleted file mode 100644\n--- a\/a\/b\.py$/m);
			assert.doesNotMatch(diff, /mine/);
		} finally {
			await checkout.dispose();
		}
	});

	it('is reset though a program left pipes, and files and folders that nobody may read', async function () {
		if (process.platform === 'win32') {
			this.skip();
		}
		const checkout = await create();
		try {
			const { folder: cwd } = checkout;
			execFileSync('mkfifo', [join(cwd, 'pipe'), join(cwd, 'a/pipe.py')]);
			mkdirSync(join(cwd, 'closed'));
			writeFileSync(join(cwd, 'closed/in.py'), 'x\n', { mode: 0 });
			chmodSync(join(cwd, 'closed'), 0);
			execFileSync('rm', [join(cwd, 'a/b.py')]);
			execFileSync('mkfifo', [join(cwd, 'a/b.py')]);
			await checkout.diff();
			await checkout.reset();
			assert.deepEqual(
				(await checkout.files.list()).map(({ path }) => path),
				['a/b.py'],
			);
			assert.equal(await checkout.files.readText('a/b.py'), 'x = 1\n');
			assert.equal(await checkout.diff(), '');
		} finally {
			await checkout.dispose();
		}
	});
});

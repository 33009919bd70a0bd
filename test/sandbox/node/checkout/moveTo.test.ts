import assert from 'node:assert/strict';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	readFileSync,
	readlinkSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { ScratchCheckout } from '../../../../src/sandbox/node/checkout/scratchCheckout';
import { ScratchCheckouts } from '../../../../src/sandbox/node/checkout/scratchCheckouts';
import { UserError } from '../../../../src/system/pure/errors/userError';
import { folderPicture } from '../../../support/folderPicture';
import { commitAll, git } from '../../../support/gitRepository';
import { RecordedLog } from '../../../support/recordedLog';
import { TestFolder } from '../../../support/testFolder';

describe('a copy that is moved to a commit', () => {
	const folder = new TestFolder();
	let checkout: ScratchCheckout;
	const project = () => folder.path('project');
	const read = (path: string) => readFileSync(join(checkout.folder, path), 'utf8');
	const has = (path: string) => existsSync(join(checkout.folder, path));
	const commit = (message: string) => {
		git(project(), 'add', '-A');
		git(project(), 'commit', '-q', '-m', message);
		return git(project(), 'rev-parse', 'HEAD');
	};
	let first: string;
	let second: string;

	beforeEach(async () => {
		folder.write({
			'project/.gitignore': 'node_modules/\nout/\n',
			'project/old/a.txt': 'one\n',
			'project/kept.txt': 'same\n',
			'project/run.sh': '#!/bin/sh\n',
			'project/node_modules/lib/index.js': 'lib\n',
		});
		symlinkSync('kept.txt', join(project(), 'link'));
		commitAll(project());
		first = git(project(), 'rev-parse', 'HEAD');
		git(project(), 'rm', '-q', '-r', 'old', 'link');
		chmodSync(join(project(), 'run.sh'), 0o755);
		folder.write({ 'project/old': 'a file now\n', 'project/new/b.txt': 'two\n' });
		second = commit('second');
		folder.write({ 'project/kept.txt': 'changed\n', 'project/untracked.txt': 'mine\n' });
		const roots = [{ name: 'project', dir: project() }];
		const made = new ScratchCheckouts({ roots, storage: folder.path('storage'), log: new RecordedLog() });
		checkout = await made.create('culprit');
	});
	afterEach(() => checkout.dispose());

	it('has the files of the commit and the dependencies of the workspace', async () => {
		const changed = await checkout.moveTo(first);
		assert.deepEqual([...changed].sort(), [
			'kept.txt',
			'link',
			'new/b.txt',
			'old',
			'old/a.txt',
			'run.sh',
			'untracked.txt',
		]);
		assert.deepEqual(
			[read('old/a.txt'), read('kept.txt'), read('node_modules/lib/index.js')],
			['one\n', 'same\n', 'lib\n'],
		);
		assert.deepEqual([has('new'), has('untracked.txt')], [false, false]);
		assert.equal(readlinkSync(join(checkout.folder, 'link')), 'kept.txt');
		assert.equal(git(checkout.folder, 'rev-parse', 'HEAD'), first);
		assert.equal(git(checkout.folder, 'status', '--porcelain'), '');
		await checkout.moveTo(second);
		assert.deepEqual([read('old'), read('new/b.txt'), has('link')], ['a file now\n', 'two\n', false]);
		assert.ok((statSync(join(checkout.folder, 'run.sh')).mode & 0o100) !== 0);
	});

	it('loses what programs left at the commit before', async () => {
		await checkout.moveTo(first);
		writeFileSync(join(checkout.folder, 'kept.txt'), 'spoilt\n');
		mkdirSync(join(checkout.folder, 'out'));
		writeFileSync(join(checkout.folder, 'out', 'built.o'), 'of the first\n');
		symlinkSync(project(), join(checkout.folder, 'new'));
		await checkout.moveTo(second);
		assert.deepEqual([read('kept.txt'), has('out'), read('new/b.txt')], ['same\n', false, 'two\n']);
		assert.equal(readFileSync(join(project(), 'new', 'b.txt'), 'utf8'), 'two\n');
		await checkout.write('kept.txt', 'again\n');
		await checkout.reset();
		assert.equal(read('kept.txt'), 'same\n');
	});

	it('changes nothing in the repository of the user, and runs no hook and no filter of it', async () => {
		const program = join(project(), '.git', 'hooks', 'post-checkout');
		for (const name of ['post-checkout', 'post-index-change', 'reference-transaction']) {
			writeFileSync(join(project(), '.git', 'hooks', name), `#!/bin/sh\ntouch ${folder.path('ran')}\n`, {
				mode: 0o755,
			});
		}
		git(project(), 'config', 'filter.spy.smudge', `${program}; cat`);
		folder.write({ 'project/.git/info/attributes': '* filter=spy\n' });
		const before = folderPicture(project());
		await checkout.moveTo(first);
		assert.equal(read('kept.txt'), 'same\n');
		assert.equal(existsSync(folder.path('ran')), false);
		assert.deepEqual(folderPicture(project()), before);
	});

	it('refuses a commit that does not exist', async () => {
		await assert.rejects(checkout.moveTo('0'.repeat(40)), UserError);
	});
});

import assert from 'node:assert/strict';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { DiskFiles } from '../../src/code/node/listing/diskFiles';
import { ScratchCheckouts } from '../../src/sandbox/node/checkout/scratchCheckouts';
import { realPath } from '../../src/system/node/files/realPath';
import { FileUnreadableError } from '../../src/system/pure/files';
import { faultlineCli } from '../support/faultlineCli';
import { RecordedLog } from '../support/recordedLog';
import { TestFolder } from '../support/testFolder';

describe('a link out of the workspace that dangles', () => {
	const folder = new TestFolder();

	beforeEach(() => {
		folder.write({ 'ws/a.py': 'x = 1\n' });
		mkdirSync(folder.path('outside'));
		symlinkSync(folder.path('outside/not_there_yet.py'), folder.path('ws/conf.py'));
		symlinkSync('conf.py', folder.path('ws/chained.py'));
		symlinkSync('../outside/no/folder', folder.path('ws/sub'));
		symlinkSync('not_yet.py', folder.path('ws/inner.py'));
		symlinkSync('circle.py', folder.path('ws/circle.py'));
	});

	it('leads to its target', () => {
		const ws = realPath(folder.path('ws'));
		const outside = realPath(folder.path('outside'));
		for (const [path, expected] of [
			['conf.py', `${outside}/not_there_yet.py`],
			['chained.py', `${outside}/not_there_yet.py`],
			['sub/deep/b.py', `${outside}/no/folder/deep/b.py`],
			['inner.py', `${ws}/not_yet.py`],
			['a.py', `${ws}/a.py`],
			['a.py/below', `${ws}/a.py/below`],
			['new/b.py', `${ws}/new/b.py`],
		] as const) {
			assert.equal(realPath(folder.path('ws', path)).replaceAll('\\', '/'), expected.replaceAll('\\', '/'), path);
		}
		assert.throws(() => realPath(folder.path('ws/circle.py')), /ELOOP/);
	});

	it('is outside for every reader', async () => {
		const files = new DiskFiles([{ name: 'ws', dir: folder.path('ws') }]);
		const reason = (path: string) =>
			files.readText(path).then(
				() => 'read',
				(error: unknown) => (error instanceof FileUnreadableError ? error.reason : error),
			);
		const paths = ['conf.py', 'chained.py', 'sub/b.py', 'inner.py', 'circle.py', 'new/b.py'];
		assert.deepEqual(await Promise.all(paths.map(reason)), [
			...['outside', 'outside', 'outside', 'missing', 'forbidden', 'missing'],
		]);
	});

	it('is not created by a patch', async () => {
		for (const file of ['conf.py', 'chained.py', 'sub/b.py']) {
			const answer = `<file>${file}</file>\n<original>\n</original>\n<patched>\ny = 1\n</patched>\n`;
			const words = ['apply', '--workspace', folder.path('ws'), '--response', '-', '--json'];
			const { code, stdout } = await faultlineCli(words, { stdin: answer });
			const { status, diff } = JSON.parse(stdout) as { status: string; diff: string };
			assert.deepEqual([code, status, diff], [1, 'refused', ''], `${file}: ${stdout}`);
		}
	});

	it('is not written through in a copy', async () => {
		const roots = [{ name: 'ws', dir: folder.path('ws') }];
		const checkouts = new ScratchCheckouts({ roots, storage: folder.path('storage'), log: new RecordedLog() });
		const checkout = await checkouts.create('test');
		symlinkSync(folder.path('outside/new'), `${checkout.folder}/out`);
		await assert.rejects(checkout.write('out/b.py', 'bad'), /through a link/);
		await checkout.dispose();
		assert.equal(existsSync(folder.path('outside/new')), false);
	});
});

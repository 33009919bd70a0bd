import assert from 'node:assert/strict';
import {
	appendFileSync,
	chmodSync,
	mkdirSync,
	renameSync,
	rmSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { DiskFiles } from '../../../../src/code/node/listing/diskFiles';
import { FolderWatch } from '../../../../src/code/node/listing/folderWatch';
import { SavedListings } from '../../../../src/code/node/listing/savedListings';
import { randomNumbers } from '../../../support/randomNumbers';
import { RecordedLog } from '../../../support/recordedLog';
import { TestFolder } from '../../../support/testFolder';

describe('a watch of folders', () => {
	const folder = new TestFolder();

	before(function () {
		if (process.platform !== 'linux') {
			this.skip();
		}
	});
	beforeEach(() =>
		folder.write({
			'ws/a.py': 'a = 1\n',
			'ws/in/b.py': 'b = 1\n',
			'ws/in/deep/c.py': 'c = 1\n',
			'ws/.gitignore': '*.log\n',
		}),
	);

	const open = () => {
		const dir = folder.path('ws');
		const listings = new SavedListings(folder.path('storage'), new RecordedLog());
		const files = new DiskFiles([{ name: 'ws', dir }], { listings });
		const watch = new FolderWatch([dir]);
		const list = async () => {
			watch.begin();
			const entries = await files.list();
			watch.follow(files.basis);
			return entries;
		};
		return { watch, list };
	};

	it('is quiet once the folders were listed while it watched, until something changes', async () => {
		const { watch, list } = open();
		using _watch = watch;
		assert.equal(await watch.isQuiet(), false);
		await list();
		// The folders were listed before they were watched.
		assert.equal(await watch.isQuiet(), false);
		await list();
		assert.equal(await watch.isQuiet(), true);
		assert.equal(await watch.isQuiet(), true);
		watch.change();
		assert.equal(await watch.isQuiet(), false);
	});

	it('notices every change of a listing, whatever makes it', async () => {
		const changes: readonly ((at: number) => void)[] = [
			at => writeFileSync(folder.path('ws/a.py'), `a = ${at}\n`),
			at => appendFileSync(folder.path('ws/in/deep/c.py'), `d = ${at}\n`),
			at => writeFileSync(folder.path(`ws/in/new${at}.py`), ''),
			at => mkdirSync(folder.path(`ws/in/folder${at}`)),
			at => utimesSync(folder.path('ws/in/b.py'), at, at),
			at => renameSync(folder.path('ws/in/deep'), folder.path(`ws/in/moved${at}`)),
			at => renameSync(folder.path(`ws/in/moved${at - 1}`), folder.path('ws/in/deep')),
			() => writeFileSync(folder.path('ws/.gitignore'), '*.py\n'),
			() => rmSync(folder.path('ws/.gitignore')),
			at => symlinkSync('a.py', folder.path(`ws/in/link${at}`)),
			() => chmodSync(folder.path('ws/a.py'), 0o600),
		];
		const { watch, list } = open();
		using _watch = watch;
		const settle = async () => {
			await list();
			if (!(await watch.isQuiet())) {
				await list();
			}
			assert.equal(await watch.isQuiet(), true);
		};
		for (const [at, change] of changes.entries()) {
			await settle();
			change(at);
			assert.equal(await watch.isQuiet(), false, `change ${at}`);
		}
	});

	it('is never quiet after a random change of a file, and always without one', async () => {
		const random = randomNumbers(7);
		const { watch, list } = open();
		using _watch = watch;
		const names = ['ws/a.py', 'ws/in/b.py', 'ws/in/deep/c.py', 'ws/in/d.log'];
		for (let round = 0; round < 60; round++) {
			await list();
			if (!(await watch.isQuiet())) {
				await list();
			}
			const isChanged = random(2) === 0;
			if (isChanged) {
				writeFileSync(folder.path(names[random(names.length)] ?? ''), `${round}`);
			}
			assert.equal(await watch.isQuiet(), !isChanged, `round ${round}`);
		}
	});

	it('is not quiet where the workspace is another folder than before, or what it depends on is not known', async () => {
		const { watch, list } = open();
		using _watch = watch;
		await list();
		await list();
		renameSync(folder.path('ws'), folder.path('old'));
		folder.write({ 'ws/a.py': 'a = 1\n' });
		assert.equal(await watch.isQuiet(), false);
		watch.begin();
		watch.follow(undefined);
		assert.equal(await watch.isQuiet(), false);
	});
});

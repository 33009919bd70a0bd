import assert from 'node:assert/strict';
import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspace } from '../../../../src/cli/openWorkspace';
import { indexCacheFile } from '../../../../src/code/node/indexing/indexCacheFile';
import { RecordedLog } from '../../../support/recordedLog';
import { repoRoot } from '../../../support/repoRoot';
import { TestFolder } from '../../../support/testFolder';

describe('saved indexes of other workspaces', () => {
	const folder = new TestFolder();
	const log = new RecordedLog();
	const storage = () => folder.path('storage');
	const rootsOf = (name: string) => [{ name, dir: folder.path(name) }];
	const open = (name: string) =>
		openWorkspace({ roots: rootsOf(name), packageRoot: repoRoot, log, storage: storage() });
	const indexOf = (name: string) => indexCacheFile(storage(), rootsOf(name));
	/** Its index, words and trigrams, where they are there. */
	const filesOf = (name: string) => {
		const stem = indexOf(name).slice(0, -'.index'.length);
		return ['.index', '.words', '.trigrams'].filter(ending => existsSync(stem + ending));
	};
	const makeOlder = (name: string, days: number) => {
		const time = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
		for (const ending of filesOf(name)) {
			utimesSync(indexOf(name).replace(/\.index$/, ending), time, time);
		}
	};

	beforeEach(async () => {
		for (const name of ['kept', 'other', 'new']) {
			folder.write({ [`${name}/a.py`]: 'def a():\n    pass\n' });
			// A folder that has just changed has no saved listing, however slow the machine is.
			const soon = new Date(Date.now() + 60 * 60 * 1000);
			utimesSync(folder.path(name), soon, soon);
		}
		for (const name of ['kept', 'other']) {
			await (await open(name)).buildTexts();
		}
	});

	it('are removed with their words and trigrams where their folder is gone', async () => {
		renameSync(folder.path('other'), folder.path('moved'));
		await open('new');
		assert.deepEqual([filesOf('kept').length, filesOf('other'), filesOf('new')], [3, [], ['.index']]);
	});

	it('are removed when they were not opened for 60 days', async () => {
		makeOlder('kept', 59);
		makeOlder('other', 61);
		await open('new');
		assert.deepEqual([filesOf('kept').length, filesOf('other')], [3, []]);
	});

	it('stay when they were opened since, and when nothing is saved', async () => {
		makeOlder('other', 61);
		await open('other');
		assert.ok(Date.now() - statSync(indexOf('other')).mtimeMs < 60_000);
		makeOlder('kept', 61);
		await open('other');
		assert.deepEqual([filesOf('kept').length, filesOf('other').length], [3, 3]);
	});

	it('stay where a file is no saved index', async () => {
		rmSync(folder.path('other'), { recursive: true });
		folder.write({ [`storage/index/${'a'.repeat(32)}.index`]: 'torn', 'storage/index/notes.txt': '' });
		await open('new');
		const names = readdirSync(join(storage(), 'index'));
		assert.ok(names.includes('notes.txt') && names.includes(`${'a'.repeat(32)}.index`));
		assert.deepEqual(log.lines, []);
	});
});

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { indexCacheFile } from '../../../../src/code/node/indexing/indexCacheFile';
import { IndexProcess } from '../../../../src/code/node/indexing/indexProcess';
import { openHistory } from '../../../../src/history/node/openHistory';
import { git } from '../../../support/gitRepository';
import { workerFile } from '../../../support/product/workerFile';
import { RecordedLog } from '../../../support/recordedLog';
import { repoRoot } from '../../../support/repoRoot';
import { TestFolder } from '../../../support/testFolder';

describe('the history that another process indexes', () => {
	const folder = new TestFolder();
	let log: RecordedLog;
	let indexer: IndexProcess;

	beforeEach(() => {
		log = new RecordedLog();
		indexer = new IndexProcess({ workerFile, packageRoot: repoRoot, log });
		folder.write({ 'ws/lock.c': 'int lock(void);\n' });
		git(folder.path('ws'), 'init', '-q');
		commit('first: lock');
	});
	afterEach(() => indexer.dispose());

	function commit(message: string): void {
		writeFileSync(folder.path('ws', 'lock.c'), `/* ${message} */\n`);
		git(folder.path('ws'), 'add', '-A');
		git(folder.path('ws'), 'commit', '-q', '-m', message.slice(0, 100));
	}

	function place() {
		const roots = [{ name: 'ws', dir: folder.path('ws') }];
		return { roots, cacheFile: indexCacheFile(folder.path('storage'), roots) };
	}

	function open() {
		return openHistory({ ...place(), log, build: signal => indexer.buildHistory({ ...place(), signal }) });
	}

	it('is whole when it is first searched, and follows new commits', async () => {
		const history = open();
		const first = await history.index();
		assert.deepEqual(first.state, { nCommits: 1, nIndexed: 1, hasNewest: true, isCounted: true });
		commit('second: unlock');
		const second = await history.index();
		assert.deepEqual(
			[...second.all()].map(each => second.messageOf(each).trim()),
			['second: unlock', 'first: lock'],
		);
		assert.deepEqual(log.lines, []);
	});

	it('is searched as far as it is where the process ends, and made by the next one', async () => {
		const history = open();
		const index = history.index();
		await indexer.dispose();
		const { state } = await index;
		assert.equal(state.nCommits, 1);
		assert.equal((await history.index()).state.nIndexed, 1);
	});

	it('is held to the memory that the process may use', async () => {
		const words = Array.from({ length: 300_000 }, (_, at) => `w${(at * 2654435761) % 4294967296}q`);
		commit(words.join('\n'));
		const memory = () => ({ megabytes: 80, setBy: '--memory', leftOutBy: '.gitignore' });
		const small = new IndexProcess({ workerFile, packageRoot: repoRoot, memory, log });
		await assert.rejects(
			small.buildHistory({ ...place(), signal: new AbortController().signal }),
			/needs more than 80 MB of memory.*Raise --memory/,
		);
		await small.dispose();
	});

	it('does not wait for it once the signal is aborted', async () => {
		const abort = new AbortController();
		const index = open().index(abort.signal);
		abort.abort();
		await assert.rejects(index, { name: 'AbortError' });
	});
});

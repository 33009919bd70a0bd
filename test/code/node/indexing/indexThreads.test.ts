import assert from 'node:assert/strict';
import { IndexThreads } from '../../../../src/code/node/indexing/indexThreads';
import { openGrammarFolder } from '../../../../src/code/node/languages/grammarFolder';
import { DiskFiles } from '../../../../src/code/node/listing/diskFiles';
import { LanguageTable } from '../../../../src/code/pure/definitions/languageTable';
import { SourceParser } from '../../../../src/code/pure/definitions/sourceParser';
import { type BatchIndexer, indexHere } from '../../../../src/code/pure/index/indexBatch';
import { compareFiles, indexFiles } from '../../../../src/code/pure/index/indexer';
import { workerFile } from '../../../support/product/workerFile';
import { RecordedLog } from '../../../support/recordedLog';
import { repoRoot } from '../../../support/repoRoot';
import { TestFolder } from '../../../support/testFolder';

describe('IndexThreads', () => {
	const folder = new TestFolder();
	const log = new RecordedLog();
	let threads: IndexThreads;

	beforeEach(() => {
		const texts = Array.from({ length: 900 }, (_, at) => [
			`ws/${1000 + at}.py`,
			`class C${at % 40}:\n    def run_${at}(self): pass\n`,
		]);
		folder.write(Object.fromEntries(texts));
	});
	afterEach(() => threads.end());

	const workspace = () => ({ roots: [{ name: 'ws', dir: folder.path('ws') }], excludes: [] });
	const files = () => new DiskFiles(workspace().roots);
	const here = () => {
		const grammars = openGrammarFolder(repoRoot);
		return indexHere({
			files: files(),
			languages: new LanguageTable(grammars.languages),
			parser: new SourceParser(grammars),
		});
	};
	const open = (packageRoot: string): BatchIndexer => {
		threads = new IndexThreads({ packageRoot, workspace: workspace(), here: here(), log });
		// As if there were much to read.
		return { ...here(), nAtOnce: () => threads.nAtOnce(1e9), index: threads.index.bind(threads) };
	};
	const build = async (batches = open(repoRoot), signal?: AbortSignal) => {
		const indexing = indexFiles({ listed: compareFiles(await files().list()), batches, ...(signal && { signal }) });
		let step = await indexing.next();
		while (!step.done) {
			step = await indexing.next();
		}
		return step.value;
	};

	it('give the same table as this thread', async () => {
		const [there, direct] = [await build(), await build(here())];
		assert.deepEqual(there.table.sections.facts, direct.table.sections.facts);
		for (let row = 0; row < direct.table.nRows; row++) {
			assert.deepEqual(there.table.fileAt(row), direct.table.fileAt(row));
		}
		assert.deepEqual(there.problems, []);
	});

	it('leave out the one file of which a thread dies, with the reason', async () => {
		folder.write({
			'package/dist/program/indexWorker.cjs': `
				const { parentPort, workerData } = require('node:worker_threads');
				workerData.packageRoot = ${JSON.stringify(repoRoot)};
				parentPort.on('message', ({ entries }) => {
					if (entries?.some(({ path }) => path.endsWith('1234.py'))) {
						throw new Error('out of luck');
					}
				});
				require(${JSON.stringify(workerFile)});`,
		});
		const { table, problems } = await build(open(folder.path('package')));
		assert.deepEqual([table.nRows, table.sections.facts.nFiles], [900, 899]);
		assert.deepEqual(problems, [{ path: '1234.py', reason: 'not indexed: out of luck' }]);
		assert.match(log.lines.join('\n'), /1234\.py is not indexed: out of luck/);
	});

	it('are not used where they cannot start', async () => {
		folder.write({ 'package/dist/program/indexWorker.cjs': "throw new Error('no luck at all');" });
		const { table, problems } = await build(open(folder.path('package')));
		assert.deepEqual([table.sections.facts.nFiles, problems], [900, []]);
		assert.match(log.lines.join('\n'), /continues without threads, as one could not start: no luck at all/);
	});

	it('take no other batch when they are ended while they index: all are rejected', async () => {
		folder.write({
			'package/dist/program/indexWorker.cjs': `
				const { parentPort } = require('node:worker_threads');
				parentPort.on('message', () => parentPort.postMessage({ type: 'ready' }));`,
		});
		const nLines = log.lines.length;
		const batches = open(folder.path('package'));
		const entries = await files().list();
		const indexing = Array.from({ length: batches.nAtOnce(1e9) + 2 }, () => batches.index(entries));
		const ends = Promise.allSettled(indexing);
		await threads.end();
		assert.deepEqual(new Set((await ends).map(({ status }) => status)), new Set(['rejected']));
		assert.deepEqual(log.lines.slice(nLines), []);
	});

	it('end with the reason of the signal', async () => {
		const controller = new AbortController();
		const building = build(open(repoRoot), controller.signal);
		controller.abort(new Error('enough'));
		await assert.rejects(building, /enough/);
	});
});

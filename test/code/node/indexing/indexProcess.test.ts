import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openWorkspace } from '../../../../src/cli/openWorkspace';
import { IndexProcess } from '../../../../src/code/node/indexing/indexProcess';
import { openGrammarFolder } from '../../../../src/code/node/languages/grammarFolder';
import { OpenSectionFiles } from '../../../../src/code/node/savedFiles/openSectionFiles';
import { SymbolIndex } from '../../../../src/code/pure/index/symbolIndex';
import type { Progress } from '../../../../src/system/pure/progress';
import { workerFile } from '../../../support/product/workerFile';
import { RecordedLog } from '../../../support/recordedLog';
import { repoRoot } from '../../../support/repoRoot';
import { TestFolder } from '../../../support/testFolder';

const smallMemory = { megabytes: 64, setBy: '--memory', leftOutBy: '.gitignore' };
const lessMemory = { ...smallMemory, megabytes: 100 };

describe('IndexProcess', () => {
	const folder = new TestFolder();
	let log: RecordedLog;
	let indexer: IndexProcess;
	let opened: OpenSectionFiles;

	beforeEach(() => {
		log = new RecordedLog();
		opened = new OpenSectionFiles();
		indexer = new IndexProcess({ workerFile, packageRoot: repoRoot, log });
		folder.write({ 'ws/a.py': 'def a():\n    pass\n', 'ws/b.txt': 'words', 'ws/c.bin': 'a\0b' });
	});
	afterEach(async () => {
		opened[Symbol.dispose]();
		await indexer.dispose();
	});

	const roots = () => [{ name: 'ws', dir: folder.path('ws') }];
	const build = (
		onProgress: (progress: Progress) => void = () => undefined,
		signal?: AbortSignal,
		from = indexer,
		root = repoRoot,
	) =>
		from.build({
			roots: roots(),
			excludes: ['**/*.skip'],
			cacheFile: folder.path('saved.index'),
			fingerprint: openGrammarFolder(root).fingerprint,
			opened,
			onProgress,
			...(signal && { signal }),
		});

	it('sends the same files and figures as indexing in this process', async () => {
		folder.write({ 'ws/left.skip': '' });
		const { table, stats, problems } = await build();
		const here = await openWorkspace({ roots: roots(), excludes: ['**/*.skip'], packageRoot: repoRoot, log });
		assert.deepEqual(new SymbolIndex(table).files(), here.workspace.index.files());
		assert.deepEqual({ ...stats, ms: 0 }, { ...here.stats, ms: 0 });
		assert.deepEqual(problems, []);
		assert.equal((await build()).stats.nFromCache, 3);
	});

	it('works at a low priority with all of its threads, where the system has one for each', async () => {
		await build();
		assert.deepEqual([...new Set(niceValues(indexer.processId))], process.platform === 'linux' ? [10] : []);
	});

	it('parses the text of an unsaved editor', async () => {
		const file = await indexer.parseText('src/new.py', 'class New:\n    pass\n');
		assert.deepEqual(
			[file.path, file.language, file.state, file.symbols.map(symbol => symbol.name)],
			['src/new.py', 'python', 'parsed', ['New']],
		);
		assert.equal((await indexer.parseText('notes', 'words')).state, 'text');
	});

	it('keeps this thread free while it works', async () => {
		folder.write({ 'ws/long.py': 'def f(a, b):\n    return [a + b, (a, b)]\n'.repeat(20_000) });
		let nTurns = 0;
		const timer = setInterval(() => nTurns++, 1);
		await build();
		clearInterval(timer);
		assert.ok(nTurns > 20, `${nTurns} turns`);
	});

	it('rejects with the reason of the signal when cancelled, writes no cache, and works on', async () => {
		folder.write(Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`ws/many/${at}.py`, 'def f(): pass\n'])));
		const controller = new AbortController();
		const cancelled = build(() => controller.abort(new Error('enough')), controller.signal);
		await assert.rejects(cancelled, /enough/);
		assert.ok(!existsSync(folder.path('saved.index')));
		await assert.rejects(
			build(() => assert.fail('nothing is sent'), AbortSignal.abort()),
			{ name: 'AbortError' },
		);
		assert.equal((await indexer.parseText('a.py', 'x = 1')).state, 'parsed');
		assert.deepEqual(readdirSync(folder.path()), ['ws'], 'a cancelled build saves nothing, not even later');
	});

	it('rejects what is under way when the process dies, and starts another for the next call', async () => {
		folder.write({
			'dies.js': `
				const { existsSync, writeFileSync } = require('node:fs');
				const mark = ${JSON.stringify(folder.path('started'))};
				if (existsSync(mark)) {
					import(${JSON.stringify(pathToFileURL(workerFile).href)});
				} else {
					writeFileSync(mark, '');
					process.on('message', () => process.exit(3));
				}`,
		});
		const mortal = new IndexProcess({ workerFile: folder.path('dies.js'), packageRoot: repoRoot, log });
		const [first, second] = await Promise.allSettled([
			build(undefined, undefined, mortal),
			mortal.parseText('a.py', ''),
		]);
		assert.match(String(first.status === 'rejected' && first.reason), /the index process ended \(code 3\)/);
		assert.equal(second.status, 'rejected');
		assert.equal((await build(undefined, undefined, mortal)).stats.nFiles, 2);
		await mortal.dispose();
	});

	it('states what to do when its own files are missing', async () => {
		const lost = new IndexProcess({ workerFile: folder.path('no.js'), packageRoot: repoRoot, log });
		await assert.rejects(lost.parseText('a.py', ''), /the index process ended \(code 1\)/);
		const elsewhere = new IndexProcess({ workerFile, packageRoot: folder.path(), log });
		await assert.rejects(elsewhere.parseText('a.py', ''), /syntaxes cannot be read, install Faultline again/);
	});

	it('rejects the call whose listener fails', async () => {
		await assert.rejects(
			build(() => {
				throw new Error('listener');
			}),
			/listener/,
		);
		assert.equal((await indexer.parseText('a.py', 'x = 1')).state, 'parsed');
	});

	it('ends calls under way when disposed, and can be used again', async () => {
		const parsing = assert.rejects(indexer.parseText('a.py', 'x = 1'), /was ended/);
		await indexer.dispose();
		await parsing;
		assert.equal((await indexer.parseText('a.py', 'x = 1')).state, 'parsed');
	});

	it('ends a process that holds much memory once it is idle, and continues with a new one', async () => {
		// The parser's heap grows with the syntax tree, some 100 bytes for each of these; no reader of definitions reads them.
		const text = 'f(a, b, [c, d])\n'.repeat(130_000);
		await indexer.parseText('large.rb', text);
		assert.match(log.lines.join('\n'), /index process is ended until it is needed again, as it uses \d+ MB/);
		assert.equal((await indexer.parseText('a.py', 'x = 1')).state, 'parsed');
	});

	it('reports what kept it from parsing', async () => {
		rmSync(folder.path('ws'), { recursive: true });
		const language = { id: 'x', name: 'X', extensions: ['.x'], grammar: 'x/missing.wasm' };
		folder.write({ 'package/syntaxes/x/language.json': JSON.stringify(language), 'ws/a.x': 'x' });
		const bare = new IndexProcess({ workerFile, packageRoot: folder.path('package'), log });
		const { problems } = await build(undefined, undefined, bare, folder.path('package'));
		assert.match(problems[0]?.reason ?? '', /dist\/web-tree-sitter\.wasm is missing/);
		await bare.dispose();
	});

	it('ends with a message where it needs more memory than it may use', async () => {
		folder.write({ 'ws/long.rb': 'f(a, b, [c, d])\n'.repeat(100_000) });
		const small = new IndexProcess({ workerFile, packageRoot: repoRoot, memory: () => smallMemory, log });
		await assert.rejects(
			build(undefined, undefined, small),
			/needs more (?:than 64 MB of )?memory.*Raise --memory, or leave out files with \.gitignore/,
		);
		await small.dispose();
	});

	it('holds the second stage to the memory it may use, also what is not of JavaScript', async () => {
		const words = Array.from({ length: 400_000 }, (_, at) => `w${(at * 2654435761) % 4294967296}q`);
		folder.write({ 'ws/long.txt': words.join(' '), 'ws/long.py': `x = '''${words.join('\n')}'''\n` });
		await build();
		const small = new IndexProcess({ workerFile, packageRoot: repoRoot, memory: () => lessMemory, log });
		const stage = { roots: roots(), excludes: ['**/*.skip'], cacheFile: folder.path('saved.index') };
		await assert.rejects(
			small.buildTexts({ ...stage, onProgress: () => undefined }),
			/needs more than 100 MB of memory.*Raise --memory/,
		);
		await small.dispose();
	});
});

/** Of the threads of a process; none where there is no `/proc`. */
function niceValues(pid: number | undefined): number[] {
	const folder = `/proc/${pid}/task`;
	// The field before the last `)` is the name of the thread, which may contain blanks.
	const nice = (thread: string) =>
		readFileSync(join(folder, thread, 'stat'), 'utf8')
			.split(') ')
			.at(-1)
			?.split(' ')[16];
	return existsSync(folder) ? readdirSync(folder).map(nice).map(Number) : [];
}

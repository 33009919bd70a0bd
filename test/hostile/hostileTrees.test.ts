import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { openWorkspace } from '../../src/cli/openWorkspace';
import { DiskFiles } from '../../src/code/node/listing/diskFiles';
import { callTool } from '../../src/models/pure/tools/callTool';
import { searchTools } from '../../src/models/pure/tools/toolTable';
import { RecordedLog } from '../support/recordedLog';
import { repoRoot } from '../support/repoRoot';
import { TestFolder } from '../support/testFolder';

const megabyte = 1024 * 1024;
/** Names that end a line, reorder it, look like a folder or control a terminal. */
const strangeNames = ['right\u202eyp.exe.py', 'back\\slash.py', 'esc\u001b]0;OWNED\u0007.py', ' .py'];

describe('a workspace of hostile files', () => {
	const folder = new TestFolder();
	const open = () =>
		openWorkspace({ roots: [{ name: 'ws', dir: folder.path('ws') }], packageRoot: repoRoot, log: new RecordedLog() });

	beforeEach(() => folder.write({ 'ws/sound.py': 'def sound():\n    pass\n' }));

	it('is read under strange names; one that is not UTF-8, or that would begin a line in an answer, is reported', async function () {
		if (process.platform !== 'linux') {
			this.skip();
		}
		for (const name of strangeNames) {
			folder.write({ [`ws/${name}`]: 'def strange():\n    pass\n' });
		}
		writeFileSync(
			Buffer.concat([Buffer.from(folder.path('ws/bad-')), Buffer.from([0xff, 0xfe]), Buffer.from('.py')]),
			'',
		);
		folder.write({ 'ws/two\nlines.py': 'def strange():\n    pass\n', 'ws/two\u2028lines/a.py': 'x = 1\n' });
		const { workspace, problems } = await open();
		assert.deepEqual(
			workspace.index
				.functions('strange')
				.map(({ file }) => file)
				.sort(),
			[...strangeNames].sort(),
		);
		assert.deepEqual(
			problems.map(({ path }) => path),
			['bad-\ufffd\ufffd.py', 'two lines', 'two lines.py'],
		);
		for (const name of strangeNames) {
			const answer = await callTool(searchTools, 'search_code', { query: 'strange' }, { workspace });
			assert.ok(answer.text.includes(name), name);
		}
	});

	it('is read without huge and binary files, and without what links lead to', async () => {
		folder.write({
			'ws/huge.py': '',
			'ws/binary.py': 'x = 1\0\n',
			'outside/secret.py': 'def hidden_outside(): pass\n',
		});
		truncateSync(folder.path('ws/huge.py'), 500 * megabyte);
		symlinkSync(folder.path('outside/secret.py'), folder.path('ws/file.py'));
		symlinkSync(folder.path('outside'), folder.path('ws/folder'));
		symlinkSync('.', folder.path('ws/loop'));
		symlinkSync('self.py', folder.path('ws/self.py'));
		const { workspace, stats } = await open();
		assert.deepEqual(stats.leftOut, { oversized: 1, binary: 1 });
		assert.deepEqual(
			workspace.index.files().map(({ path }) => path),
			['sound.py'],
		);
		const { ok } = await callTool(searchTools, 'search_code', { query: 'hidden_outside' }, { workspace });
		assert.equal(ok, false);
	});

	const costly: [what: string, name: string, text: string][] = [
		['200,000 brackets', 'a.py', '['.repeat(200_000)],
		['200,000 brackets', 'a.js', '('.repeat(200_000)],
		['200,000 braces', 'a.c', '{'.repeat(200_000)],
		['200,000 braces, opened and closed', 'a.cpp', '{}'.repeat(100_000)],
		['60,000 stars', 'a.c', `/*${'*'.repeat(60_000)}*/`],
		['40,000 blank lines', 'a.h', '\n'.repeat(40_000)],
		['a line of 2 MB', 'a.js', `x=[${'1,'.repeat(megabyte)}]`],
		['20,000 functions in each other', 'a.js', 'function f(){'.repeat(20_000) + '}'.repeat(20_000)],
	];
	for (const [what, name, text] of costly) {
		it(`is read to its end with ${what} in ${name}`, async () => {
			folder.write({ [`ws/${name}`]: text });
			const { workspace, problems } = await open();
			assert.deepEqual(
				workspace.index.files().map(({ path }) => path),
				[name, 'sound.py'],
			);
			assert.equal(workspace.index.functions('sound').length, 1);
			assert.ok(problems.every(({ path }) => path === name));
		});
	}

	const ignoreFiles: [what: string, text: string][] = [
		['stars', `${'*a'.repeat(2000)}\n${'*a'.repeat(20)}*b\n${'?*'.repeat(20)}*b\n${'[a-c]*'.repeat(20)}*b\n`],
		['20,000 patterns', Array.from({ length: 20_000 }, (_, at) => `no-such-${at}/*.x\n`).join('')],
		['brackets', `${'['.repeat(20_000)}\n${'[a-'.repeat(5000)}\n[\n[]\n[!]\n\\\n`],
	];
	for (const [what, text] of ignoreFiles) {
		it(`is listed to its end with an ignore file of ${what}`, async () => {
			folder.write({
				'ws/.gitignore': `${text}\n/ignored.py\n`,
				'ws/ignored.py': '',
				[`ws/${'a'.repeat(200)}.py`]: '',
			});
			const paths = (await (await open()).workspace.files.list()).map(({ path }) => path);
			assert.deepEqual(paths, ['.gitignore', `${'a'.repeat(200)}.py`, 'sound.py']);
		});
	}

	it('is listed without an ignore file that would take for ever, which is reported', async () => {
		folder.write({ 'ws/.gitignore': `${'**/'.repeat(2000)}b\n`, [`ws/${'a/'.repeat(50)}c.py`]: '' });
		const { stats, problems } = await open();
		assert.equal(stats.nFiles, 3);
		assert.match(problems[0]?.reason ?? '', /ignore rules not read: line 1 contains \*\* more than 4 times/);
	});

	it('is listed without exclude patterns that would take for ever, which are reported', async () => {
		const long = 'a'.repeat(200);
		folder.write({ [`ws/${long}9z`]: '', 'ws/out/b.py': '', [`ws/${'a/'.repeat(50)}c.py`]: '' });
		const costly = [
			`${'*a'.repeat(20)}9x`,
			`${'*?'.repeat(20)}9x`,
			`${'**/a/'.repeat(20)}9x`,
			`{${'*a*,'.repeat(9)}b}9x`,
		];
		const files = new DiskFiles([{ name: 'ws', dir: folder.path('ws') }], { excludes: [...costly, '**/o*t*/**'] });
		const paths = (await files.list()).map(({ path }) => path);
		assert.deepEqual(paths, [`${'a/'.repeat(50)}c.py`, `${long}9z`, 'sound.py']);
		assert.deepEqual(
			files.problems.map(({ reason }) => /^exclude pattern not used: .* contains \* too often$/.test(reason)),
			costly.map(() => true),
		);
	});

	it('is read with five thousand files', async () => {
		const many = Array.from({ length: 5000 }, (_, at) => [`ws/${at % 50}/${at}.txt`, `text ${at}\n`]);
		folder.write(Object.fromEntries(many));
		assert.equal((await open()).stats.nFiles, 5001);
	});

	it('is read in folders a thousand levels deep', async () => {
		const deep = `ws/${'d/'.repeat(1000)}`;
		mkdirSync(folder.path(deep), { recursive: true });
		folder.write({ [`${deep}deep.py`]: 'def deep():\n    pass\n' });
		assert.equal((await open()).workspace.index.functions('deep').length, 1);
	});
});

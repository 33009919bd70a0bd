import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { GitHistory, type GitHistoryOptions } from '../../../src/history/node/gitHistory';
import { commitQuery } from '../../../src/history/pure/commitQuery';
import { NoHistoryError } from '../../../src/history/pure/history';
import type { CommitIndex } from '../../../src/history/pure/index/commitIndex';
import { rankCommits } from '../../../src/history/pure/rankCommits';
import { VisibleHistory } from '../../../src/history/pure/visible/visibleHistory';
import { takeProcessLock } from '../../../src/system/node/processes/processLock';
import { git } from '../../support/gitRepository';
import { RecordedLog } from '../../support/recordedLog';
import { TestFolder } from '../../support/testFolder';

describe('the history of a git repository', () => {
	const folder = new TestFolder();
	let log: RecordedLog;

	const open = (name = 'repo', inner = '.', options: Partial<GitHistoryOptions> = {}) =>
		new GitHistory({ folder: folder.path(name, inner), saved: folder.path('saved'), log, ...options });
	const run = (...args: readonly string[]) => git(folder.path('repo'), ...args);
	const subjectsOf = (index: CommitIndex) => [...index.all()].map(commit => index.messageOf(commit).split('\n')[0]);
	const segments = () => readdirSync(folder.path('saved')).filter(name => name.endsWith('.commits'));
	const found = (index: CommitIndex, query: string) =>
		rankCommits(index, commitQuery(query)).map(commit => index.messageOf(commit));

	function commit(message: string, texts: Readonly<Record<string, string | Buffer>>): string {
		for (const [path, text] of Object.entries(texts)) {
			folder.write({ [`repo/${path}`]: '' });
			writeFileSync(folder.path('repo', path), text);
		}
		run('add', '-A');
		writeFileSync(folder.path('message'), message);
		run('commit', '-q', '--allow-empty', '--cleanup=verbatim', '-F', folder.path('message'));
		return run('rev-parse', 'HEAD');
	}

	beforeEach(() => {
		log = new RecordedLog();
		folder.write({ 'repo/a.txt': 'one\n' });
		run('init', '-q');
		commit('first: begin', { 'a.txt': 'one\n', 'src/lock.c': 'int lock(void)\n{\n\treturn 1;\n}\n' });
		commit('second: unlock', { 'src/lock.c': 'int lock(void)\n{\n\treturn unlock_all();\n}\n' });
		commit('third: text', { 'a.txt': 'one\ntwo\n' });
	});

	it('has all commits, and leaves the repository as it was', async () => {
		const before = readdirSync(folder.path('repo', '.git'), { recursive: true }).map(String).sort();
		const index = await open().build();
		assert.deepEqual(subjectsOf(index), ['third: text', 'second: unlock', 'first: begin']);
		assert.deepEqual(found(index, 'unlock_all'), ['second: unlock']);
		assert.deepEqual(readdirSync(folder.path('repo', '.git'), { recursive: true }).map(String).sort(), before);
	});

	it('is ready once all of it is indexed, and asking that indexes nothing', async () => {
		assert.equal(await open().readyIndex(), undefined);
		assert.deepEqual(segments(), []);
		await open().prepare();
		assert.equal((await open().readyIndex())?.isComplete, true);
		commit('fourth: more', { 'a.txt': 'more\n' });
		assert.equal(await open().readyIndex(), undefined);
	});

	it('is ready without the changes of hidden files', async () => {
		await open().prepare();
		const by = '.faultlineignore';
		const hidden = { rules: [by], hides: (path: string) => (path.startsWith('src/') ? { by } : undefined) };
		const index = await new VisibleHistory(open(), hidden).readyIndex();
		assert.deepEqual(index && subjectsOf(index), ['third: text', 'first: begin']);
	});

	it('is saved, and extended by new commits', async () => {
		await open().build();
		commit('fourth: more', { 'a.txt': 'new_name\n' });
		const index = await open().build();
		assert.deepEqual(subjectsOf(index).slice(0, 2), ['fourth: more', 'third: text']);
		assert.deepEqual(found(index, 'new_name'), ['fourth: more']);
	});

	it('does not become many files', async () => {
		for (let at = 0; at < 20; at++) {
			commit(`change ${at}`, { 'a.txt': `text ${at}\n` });
			const index = await open().build();
			assert.deepEqual([subjectsOf(index).length, index.isComplete], [4 + at, true]);
			assert.ok(segments().length < 10);
		}
		const before = segments();
		await open().build();
		assert.deepEqual(segments(), before);
	});

	it('does not answer with commits that a rebase replaced, until they are back', async () => {
		await open().build();
		const old = run('rev-parse', 'HEAD');
		run('reset', '-q', '--hard', 'HEAD~2');
		commit('other: instead', { 'a.txt': 'other\n' });
		assert.deepEqual(subjectsOf(await open().build()), ['other: instead', 'first: begin']);
		assert.deepEqual(found(await open().build(), 'unlock_all'), []);
		run('reset', '-q', '--hard', old);
		assert.deepEqual(subjectsOf(await open().build()), ['third: text', 'second: unlock', 'first: begin']);
	});

	/** Many commits after those that are there, each with a word of its own and so many others. */
	function importCommits(n: number, nWords = 0): void {
		const words = Array.from({ length: nWords }, (_, at) => `w${at.toString(36)}x`).join('\n');
		const stream = Array.from({ length: n }, (_, at) =>
			[
				'commit refs/heads/main',
				`committer A <a@example.org> ${1_800_000_000 + at} +0000`,
				`data <<END\nbulk ${at}\nEND`,
				...(at === 0 ? ['from refs/heads/main^0'] : []),
				`M 100644 inline bulk${nWords === 0 ? '' : at}.txt\ndata <<END\nword_${at}\n${words}\nEND\n\n`,
			].join('\n'),
		);
		execFileSync('git', ['fast-import', '--quiet'], { cwd: folder.path('repo'), input: stream.join('') });
	}

	/** As many as fill several segments. */
	const importMany = () => importCommits(2000, 350);

	async function whole(history: GitHistory): Promise<CommitIndex> {
		for (;;) {
			const index = await history.index();
			if (index.isComplete) {
				return index;
			}
			await setTimeout(20);
		}
	}

	it('answers all that ask at once with the newest commits, while it is made', async () => {
		importMany();
		const history = open();
		const all = await Promise.all(Array.from({ length: 5 }, () => history.index()));
		for (const index of all) {
			const { nIndexed, hasNewest, isCounted } = index.state;
			assert.deepEqual([hasNewest, isCounted, index.isComplete], [true, false, false]);
			assert.equal(subjectsOf(index)[0], 'bulk 1999');
			assert.ok(nIndexed >= 512 && nIndexed < 2003, `${nIndexed}`);
			assert.equal(found(index, 'word_1999')[0], 'bulk 1999');
		}
		const complete = await whole(history);
		assert.deepEqual([subjectsOf(complete).at(-1), new Set(subjectsOf(complete)).size], ['first: begin', 2003]);
		assert.deepEqual(log.lines, []);
	});

	it('is one of the newest commits where none is indexed after some time', async () => {
		using history = open('repo', '.', { build: () => new Promise(() => undefined), waitMs: 0 });
		const index = await history.index();
		assert.deepEqual([index.isComplete, subjectsOf(index)], [false, ['third: text', 'second: unlock', 'first: begin']]);
		assert.deepEqual(found(index, 'unlock_all'), ['second: unlock']);
		assert.deepEqual(segments(), []);
		assert.equal(await history.index(), index);
		await open().build();
		assert.equal((await history.index()).isComplete, true);
	});

	it('is waited for where there is one search only', async () => {
		importMany();
		const { state } = await open('repo', '.', { isForOneSearch: true }).index();
		assert.equal(state.nIndexed, 2003);
	});

	it('turns to the newest commits when there are new ones, and keeps what it has', async () => {
		importMany();
		const history = open();
		await history.index();
		commit('fourth: more', { 'a.txt': 'new_name\n' });
		const index = await history.index();
		assert.deepEqual([index.state.nCommits, index.state.hasNewest, subjectsOf(index)[0]], [2004, true, 'fourth: more']);
		assert.ok(index.state.nIndexed >= 512, `${index.state.nIndexed}`);
		assert.equal(new Set(subjectsOf(await whole(history))).size, 2004);
	});

	it('is saved as far as it is made when nobody searches any more', async () => {
		importMany();
		const end = new AbortController();
		const first = await open('repo', '.', { ended: end.signal }).index();
		end.abort();
		const next = open();
		assert.ok((await next.index()).state.nIndexed >= first.state.nIndexed);
		assert.equal(new Set(subjectsOf(await whole(next))).size, 2003);
	});

	it('keeps what was made when it is cancelled, and what a killed process left', async () => {
		importCommits(700);
		const abort = new AbortController();
		const cancelled = open().build({ signal: abort.signal, onProgress: () => abort.abort() });
		await assert.rejects(cancelled, { name: 'AbortError' });
		const saved = segments();
		assert.equal(saved.length, 1);
		writeFileSync(join(folder.path('saved'), `${saved[0]}.999999-${randomUUID()}.tmp`), 'torn');
		writeFileSync(join(folder.path('saved'), 'building.lock'), JSON.stringify({ pid: 999_999, startedAt: 'never' }));
		const index = await open().build();
		assert.deepEqual([index.isComplete, new Set(subjectsOf(index)).size], [true, 703]);
		assert.ok(!readdirSync(folder.path('saved')).some(name => name.endsWith('.tmp')));
	});

	it('answers with what is saved while another process makes it', async () => {
		await open().build();
		commit('fourth: more', { 'a.txt': 'new_name\n' });
		const unlock = await takeProcessLock(join(folder.path('saved'), 'building.lock'), 'this history');
		const index = await open().index();
		assert.deepEqual([index.isComplete, index.state.hasNewest, subjectsOf(index)[0]], [false, false, 'third: text']);
		await unlock();
		assert.equal(subjectsOf(await open().index())[0], 'fourth: more');
	});

	it('shows commits with their changes', async () => {
		const id = run('rev-parse', 'HEAD~1');
		const [second] = await open().commits([id, 'no id']);
		assert.equal(second?.message, 'second: unlock');
		assert.deepEqual(
			second?.files.map(({ path, status }) => `${status} ${path}`),
			['M src/lock.c'],
		);
		assert.deepEqual(second?.files[0]?.hunks[0]?.lines, [
			' int lock(void)',
			' {',
			'-\treturn 1;',
			'+\treturn unlock_all();',
			' }',
		]);
	});

	it('knows who changed lines, and which commits did', async () => {
		const history = open();
		const blamed = await history.blame('src/lock.c', { startLine: 2, endLine: 3 });
		assert.deepEqual(
			blamed.map(({ line, subject, author }) => [line, subject, author]),
			[
				[2, 'first: begin', 'A'],
				[3, 'second: unlock', 'A'],
			],
		);
		const commits = await history.commitsOfLines('src/lock.c', { startLine: 3, endLine: 3 }, { nCommits: 5 });
		assert.deepEqual(
			commits.map(({ message }) => message),
			['second: unlock', 'first: begin'],
		);
		assert.deepEqual(commits[0]?.files[0]?.path, 'src/lock.c');
		assert.equal(await history.committedText('a.txt'), 'one\ntwo\n');
		assert.equal(await history.committedText('none.txt'), undefined);
	});

	it('looks through the commits that the project says only change the form of code', async () => {
		const second = run('rev-parse', 'HEAD~1');
		commit('format', { 'src/lock.c': 'int lock(void)\n{\n\treturn (unlock_all());\n}\n' });
		const format = run('rev-parse', 'HEAD');
		const blamed = async (inner = '.') => {
			const path = inner === '.' ? 'src/lock.c' : 'lock.c';
			return (await open('repo', inner).blame(path, { startLine: 3, endLine: 3 }))[0]?.subject;
		};
		const list = `# Formatting\n${'0'.repeat(39)}1\n${format} # all\nnothing\n${second.slice(0, 10)}\n${'a'.repeat(64)}\n`;
		assert.equal(await blamed(), 'format');
		folder.write({ 'repo/.git-blame-ignore-revs': list });
		assert.equal(await blamed(), 'second: unlock');
		assert.ok((await open().ignoredCommits()).has(format));
		assert.equal(await blamed('src'), 'format');
		rmSync(folder.path('repo/.git-blame-ignore-revs'));
		folder.write({ 'outside/list': list });
		symlinkSync(folder.path('outside', 'list'), folder.path('repo', '.git-blame-ignore-revs'));
		assert.equal(await blamed(), 'format');
		assert.equal((await open().ignoredCommits()).size, 0);
	});

	it('takes the paths of a folder in the repository relative to it, and nothing else', async () => {
		const history = open('repo', 'src');
		const index = await history.build();
		assert.deepEqual(
			[...index.all()].flatMap(each => index.pathsOf(each)),
			['lock.c', 'lock.c'],
		);
		const [second] = await history.commits([run('rev-parse', 'HEAD~1')]);
		assert.deepEqual(
			second?.files.map(({ path }) => path),
			['lock.c'],
		);
		assert.equal((await history.blame('lock.c', { startLine: 3, endLine: 3 }))[0]?.subject, 'second: unlock');
		const [line] = await history.commitsOfLines('lock.c', { startLine: 3, endLine: 3 }, { nCommits: 1 });
		assert.equal(line?.files[0]?.path, 'lock.c');
	});

	it('reads hostile commits', async () => {
		const message = 'evil\u001b[31m\n\ndiff --git a/x b/x\n@@ -1 +1 @@\n+fake_word\n';
		commit(message, {
			'bin.dat': Buffer.from([0, 1, 2, 0, 255]),
			'odd "name\\ä.txt': 'odd_word\n',
			'long.txt': `${'x'.repeat(200_000)}\nshort_word\n`,
			'zero.txt': `${'y'.repeat(9000)}\n\0zero\nafter_zero\n`,
		});
		run('mv', 'a.txt', 'b.txt');
		commit('rename', {});
		const history = open();
		const index = await history.build();
		assert.deepEqual(subjectsOf(index).slice(0, 2), ['rename', 'evil\u001b[31m']);
		assert.equal(found(index, 'odd_word').length, 1);
		assert.equal(found(index, 'short_word').length, 1);
		const [rename, evil] = await history.commits([run('rev-parse', 'HEAD'), run('rev-parse', 'HEAD~1')]);
		assert.deepEqual(rename?.files, [{ path: 'b.txt', oldPath: 'a.txt', status: 'R', hunks: [] }]);
		assert.deepEqual(evil?.files.map(({ path }) => path).sort(), [
			'bin.dat',
			'long.txt',
			'odd "name\\ä.txt',
			'zero.txt',
		]);
		assert.equal(evil?.message, message.trimEnd());
	});

	it('runs no program that the repository names, and applies no replaced commit', async () => {
		const trap = folder.path('trap');
		commit('attributes', { '.gitattributes': '* diff=evil\n', 'c.txt': 'c_word\n' });
		for (const [name, value] of [
			['diff.evil.command', `touch ${trap}`],
			['diff.evil.textconv', `touch ${trap}; cat`],
			['diff.external', `touch ${trap}`],
			['core.fsmonitor', `touch ${trap}`],
			['log.showSignature', 'true'],
			['gpg.program', trap],
			['diff.noprefix', 'true'],
			['diff.renames', 'false'],
			['color.ui', 'always'],
		] as const) {
			run('config', name, value);
		}
		const shown = run('rev-parse', 'HEAD');
		run('replace', '-f', run('rev-parse', 'HEAD~1'), run('rev-parse', 'HEAD~3'));
		const history = open();
		assert.deepEqual(subjectsOf(await history.build()), [
			'attributes',
			'third: text',
			'second: unlock',
			'first: begin',
		]);
		const [commitShown] = await history.commits([shown]);
		assert.deepEqual(
			commitShown?.files.map(({ path }) => path),
			['.gitattributes', 'c.txt'],
		);
		await history.blame('c.txt', { startLine: 1, endLine: 1 });
		assert.ok(!existsSync(trap));
	});

	it('reads a shallow clone as far as it goes, and says so', async () => {
		git(folder.path(), 'clone', '-q', '--depth=2', `file://${folder.path('repo')}`, 'shallow');
		const index = await open('shallow').build();
		assert.deepEqual(subjectsOf(index), ['third: text', 'second: unlock']);
		assert.deepEqual(await open('shallow').extent(), { isShallow: true, isPartial: false });
		git(folder.path('shallow'), 'fetch', '-q', '--unshallow');
		const whole = await open('shallow').build();
		assert.equal(subjectsOf(whole).length, 3);
		assert.deepEqual(await open('shallow').extent(), { isShallow: false, isPartial: false });
	});

	it('reads a partial clone without its files', async () => {
		run('config', 'uploadpack.allowFilter', 'true');
		git(
			folder.path(),
			'clone',
			'-q',
			'--no-checkout',
			'--filter=blob:none',
			`file://${folder.path('repo')}`,
			'partial',
		);
		const index = await open('partial').build();
		assert.equal(subjectsOf(index).length, 3);
		assert.deepEqual(await open('partial').extent(), { isShallow: false, isPartial: true });
		assert.deepEqual(found(index, 'lock').sort(), ['first: begin', 'second: unlock']);
		assert.deepEqual(found(index, 'return'), []);
	});

	it('has reasons where there is no history', async () => {
		folder.write({ 'plain/a.txt': '', 'empty/a.txt': '' });
		git(folder.path('empty'), 'init', '-q');
		await assert.rejects(open('plain').index(), NoHistoryError);
		await assert.rejects(open('plain').extent(), /is in no git repository/);
		await assert.rejects(open('repo', '.', { folder: undefined }).extent(), /several folders/);
		await assert.rejects(open('empty').build(), /no commit yet/);
		const path = process.env.PATH;
		try {
			process.env.PATH = folder.path('plain');
			await assert.rejects(open().build(), /git was not found/);
		} finally {
			process.env.PATH = path;
		}
	});

	it('removes segments that are damaged, and makes them again', async () => {
		await open().build();
		const [name = ''] = segments();
		const file = join(folder.path('saved'), name);
		writeFileSync(file, readFileSync(file).subarray(0, 100));
		assert.equal(subjectsOf(await open().build()).length, 3);
	});
});

import assert from 'node:assert/strict';
import { chmodSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { faultlineCli } from '../support/faultlineCli';
import { git } from '../support/gitRepository';
import { TestFolder } from '../support/testFolder';

describe('faultline index', () => {
	const folder = new TestFolder();
	const cli = (...words: string[]) => faultlineCli(words, { env: { FAULTLINE_STORAGE: folder.path('storage') } });

	beforeEach(() =>
		folder.write({
			'ws/a.py': 'class A:\n    def run(self):\n        pass\n',
			'ws/notes.txt': 'words',
			'ws/image.bin': 'a\0b',
		}),
	);

	it('prints files, symbols, languages, time, size and what came from the cache, as JSON', async () => {
		const first = await cli('index', '--workspace', folder.path('ws'), '--json');
		assert.deepEqual([first.code, first.stderr], [0, '']);
		const { ms, ...figures } = JSON.parse(first.stdout) as { ms: number };
		assert.ok(ms >= 0);
		assert.deepEqual(figures, {
			workspace: folder.path('ws'),
			files: 2,
			symbols: 2,
			languages: { Python: 1 },
			MB: 0,
			fromCache: 0,
			leftOut: { binary: 1 },
			tooLarge: [],
			problems: [],
		});
		const second = JSON.parse((await cli('index', '--workspace', folder.path('ws'), '--json')).stdout);
		assert.equal(second.fromCache, 3);
	});

	it('prints the same as text, for the current folder', async () => {
		const env = { FAULTLINE_STORAGE: folder.path('storage') };
		const { code, stdout, stderr } = await faultlineCli(['index'], { env, cwd: folder.path('ws') });
		assert.deepEqual([code, stderr], [0, '']);
		assert.match(stdout, /ws\n {2}2 files, 0 MB, 2 symbols, in \d+ ms \(3 files read, 0 from cache\)\n +1 {2}Python\n/);
		assert.match(stdout, /left out: 1 binary/);
		const again = await faultlineCli(['index'], { env, cwd: folder.path('ws') });
		assert.match(again.stdout, /\(all from cache\)/);
	});

	it('prepares words and trigrams with --all, which change no answer', async () => {
		const place = ['--workspace', folder.path('ws')] as const;
		const search = () => cli('search', 'search_code', 'pass', ...place);
		const before = await search();
		assert.equal((await cli('index', '--all', ...place)).code, 0);
		const saved = readdirSync(folder.path('storage/index')).map(name => name.split('.')[1]);
		// A listing is saved only of folders that have not changed for two seconds.
		const kinds = saved.filter(kind => kind !== 'listing').sort();
		assert.deepEqual(kinds, ['faultline-storage', 'index', 'trigrams', 'words']);
		assert.deepEqual(await search(), before);
	});

	it('calls the tools of another strategy', async () => {
		const place = ['--workspace', folder.path('ws'), '--strategy'] as const;
		const { code, stdout } = await cli('search', ...place, 'researcher', 'search_definition', 'run', '--json');
		const { tool, args, ok, locations } = JSON.parse(stdout);
		assert.deepEqual([code, ok, tool, args], [0, true, 'search_definition', { symbol: 'run' }]);
		assert.deepEqual(locations, [{ file: 'a.py', startLine: 2, endLine: 3, class: 'A', method: 'run' }]);
		const other = await cli('search', 'search_definition', 'run');
		assert.deepEqual(
			[other.code, other.stderr],
			[2, 'faultline: "search_definition" is a tool of --strategy researcher, not of rover.\n'],
		);
		const unknown = await cli('search', ...place, 'rovers', 'search_class', 'A');
		assert.deepEqual(
			[unknown.code, unknown.stderr],
			[2, 'faultline: Unknown strategy "rovers". Available: rover, researcher, tree.\n'],
		);
		const neighbors = await cli('search', ...place, 'tree', 'neighbors', 'run');
		assert.match(neighbors.stdout, /^A\.run \(a\.py:2\) has 0 callers, 0 callees, 0 members\./);
		assert.match((await cli('search', '--help')).stdout, /Tools of tree: those of rover, and\n {2}neighbors SYMBOL\n/);
	});

	it('reports it where there is no code', async () => {
		folder.write({ 'empty/': '' });
		const { code, stdout } = await cli('index', '--workspace', folder.path('empty'));
		assert.equal(code, 0);
		assert.match(stdout, /There is no code here in a language that Faultline supports/);
	});

	it('names the pattern by which all files are left out', async () => {
		folder.write({ 'all/.gitignore': '*.log\n/*\n!/debian/\n', 'all/a.py': 'def total():\n    pass\n' });
		const place = ['--workspace', folder.path('all')] as const;
		const rule = /All files are ignored by the pattern \/\* \(\.gitignore, line 2\)\. Remove or narrow it/;
		const index = await cli('index', ...place);
		assert.deepEqual([index.code, index.stderr], [0, '']);
		assert.match(index.stdout, rule);
		const search = await cli('search', ...place, 'search_code', 'total');
		assert.deepEqual([search.code, search.stdout], [1, '']);
		assert.match(search.stderr, rule);
		folder.write({ 'issue.md': 'total() is wrong' });
		const locate = await cli('locate', ...place, '--issue', folder.path('issue.md'));
		assert.equal(locate.code, 1);
		assert.match(locate.stderr, rule);
	});

	it('refuses a workspace that is missing, or no folder', async () => {
		const missing = await cli('index', '--workspace', folder.path('nowhere'));
		assert.deepEqual([missing.code, missing.stdout], [1, '']);
		assert.match(missing.stderr, /There is no folder .*nowhere: give the folder of the project with --workspace/);
		const file = await cli('index', '--workspace', folder.path('ws/a.py'));
		assert.match(file.stderr, /a\.py is not a folder/);
	});

	it('refuses a workspace that cannot be read, and reports folders in it that cannot', async function () {
		if (process.platform === 'win32' || process.getuid?.() === 0) {
			this.skip();
		}
		folder.write({ 'ws/closed/a.py': 'x = 1\n' });
		chmodSync(folder.path('ws/closed'), 0);
		const part = await cli('index', '--workspace', folder.path('ws'));
		assert.equal(part.code, 0);
		assert.match(part.stderr, /Not everything could be read: closed: EACCES/);
		const all = await cli('index', '--workspace', folder.path('ws/closed'));
		assert.equal(all.code, 1);
		assert.match(all.stderr, /closed cannot be read: EACCES/);
		chmodSync(folder.path('ws/closed'), 0o700);
	});

	it('works where nothing can be kept, and warns', async () => {
		folder.write({ file: '' });
		const { code, stderr } = await cli('index', '--workspace', folder.path('ws'), '--storage', folder.path('file'));
		assert.equal(code, 0);
		assert.match(stderr, /The index could not be saved/);
	});

	it('keeps the index in the folder of --storage, which takes precedence over the environment', async () => {
		await cli('index', '--workspace', folder.path('ws'), '--storage', folder.path('mine'));
		assert.ok(existsSync(folder.path('mine/index')));
		assert.ok(!existsSync(folder.path('storage')));
	});

	it('prints its progress on stderr only on request', async () => {
		const { stdout, stderr } = await cli('index', '--workspace', folder.path('ws'), '--verbose', '--json');
		assert.match(stderr, /3 of 3 {2}indexing notes\.txt \(2 symbols\)/);
		assert.ok(JSON.parse(stdout));
	});
});

describe('faultline search', () => {
	const folder = new TestFolder();
	const cli = (...words: string[]) => {
		const env = { FAULTLINE_STORAGE: folder.path('storage') };
		return faultlineCli(['search', '--workspace', folder.path('ws'), ...words], { env });
	};

	beforeEach(() => folder.write({ 'ws/a.py': 'class A:\n    def run(self):\n        return -1\n' }));

	it('prints the answer as a model sees it', async () => {
		const { code, stdout, stderr } = await cli('search_method_in_class', 'run', 'A');
		assert.deepEqual([code, stderr], [0, '']);
		assert.match(stdout, /<file>a\.py<\/file>/);
		assert.match(stdout, /2 {5}def run\(self\):/);
	});

	it('adds what was asked and every place found, as JSON', async () => {
		const { code, stdout } = await cli('--json', 'search_method', 'run');
		const { text, ...rest } = JSON.parse(stdout) as { text: string };
		assert.equal(code, 0);
		assert.match(text, /<code>/);
		assert.deepEqual(rest, {
			tool: 'search_method',
			args: { method_name: 'run' },
			ok: true,
			locations: [{ file: 'a.py', startLine: 2, endLine: 3, class: 'A', method: 'run' }],
		});
	});

	it('searches the commits, hidden files included, and notes that a clone is shallow', async () => {
		folder.write({ 'origin/vault.c': 'int a;\n', 'origin/.aiignore': 'vault*\n' });
		const [origin, clone] = [folder.path('origin'), folder.path('clone')];
		git(origin, 'init', '-q');
		for (const text of ['int combination(void);\n', 'int combination(int);\n']) {
			folder.write({ 'origin/vault.c': text });
			git(origin, 'add', '-A');
			git(origin, 'commit', '-q', '-m', 'vault: change it');
		}
		git(folder.path(), 'clone', '-q', '--depth=1', `file://${origin}`, clone);
		const { code, stdout, stderr } = await cli(
			'-w',
			clone,
			'--strategy',
			'researcher',
			'search_commits',
			'combination',
		);
		assert.equal(code, 0);
		assert.match(stdout, /^Found 1 commit: [\s\S]*combination\(int\)/);
		assert.match(stderr, /^The repository is a shallow clone: its older commits are not searched/);
	});

	it('reports that a file is too large rather than empty', async () => {
		folder.write({ 'ws/big.py': 'x = 1\n' });
		truncateSync(folder.path('ws/big.py'), 32 * 1024 * 1024 + 1);
		const { code, stdout } = await cli('get_code_around_line', 'big.py', '1');
		assert.equal(code, 1);
		assert.match(stdout, /big\.py: too large to read \(33 MB\)/);
	});

	it('takes arguments that look like options after --, and numbers', async () => {
		const { code, stdout } = await cli('search_code', '--', '-1');
		assert.equal(code, 0);
		assert.match(stdout, /return -1/);
		assert.match((await cli('get_code_around_line', 'a.py', '1', '1')).stdout, /1 class A:\n2 {5}def run/);
	});

	it('ends with code 1, and what to try, where nothing is found', async () => {
		const { code, stdout } = await cli('search_class', 'Nothing');
		assert.equal(code, 1);
		assert.match(stdout, /Nothing/);
		const wrong = await cli('get_code_around_line', 'a.py', 'first');
		assert.equal(wrong.code, 1);
		assert.match(wrong.stdout, /line_number must be a whole number/);
	});

	it('answers although the saved index is damaged, and builds it again', async () => {
		const answer = await cli('search_method', 'run');
		const [name = ''] = readdirSync(folder.path('storage/index')).filter(each => each.endsWith('.index'));
		const file = folder.path('storage/index', name);
		const sound = readFileSync(file);
		// What is checked when it is opened is at its end, as JSON.
		const end = sound.indexOf('{"version"');
		writeFileSync(
			file,
			sound.map((byte, at) => (at > 8 && at < end ? byte ^ 1 : byte)),
		);
		const again = await cli('search_method', 'run');
		assert.deepEqual([again.code, again.stdout], [0, answer.stdout]);
		assert.match(again.stderr, /The saved index was damaged and has been removed: it is built again\./);
		assert.deepEqual(await cli('search_method', 'run'), answer);
		assert.deepEqual(readFileSync(file), sound);
	});

	it('reads nothing outside the workspace', async () => {
		folder.write({ 'secret.txt': 'top secret' });
		for (const path of ['../secret.txt', folder.path('secret.txt')]) {
			const { code, stdout, stderr } = await cli('get_code_around_line', path, '1');
			assert.equal(code, 1);
			assert.doesNotMatch(stdout + stderr, /top secret/);
		}
	});
});

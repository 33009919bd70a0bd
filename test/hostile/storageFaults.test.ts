import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type CliResult, faultlineCli } from '../support/faultlineCli';
import { repoRoot } from '../support/repoRoot';
import { needBubblewrap } from '../support/sandboxes';
import { TestFolder } from '../support/testFolder';

const code = 'def load(path):\n    return open(path).read()\n';
const issue = 'load fails with FileNotFoundError';

describe('storage that fails', () => {
	const folder = new TestFolder();
	beforeEach(() => folder.write({ 'ws/a.py': code.repeat(200), 'issue.md': issue, 'storage/': '' }));

	const locate = () => ['locate', '--workspace', folder.path('ws'), '--issue', folder.path('issue.md')];
	/** The command line where the storage folder is something else; `mount` is one of bubblewrap's options. */
	const cliWith = (mount: readonly string[], words: readonly string[]) => {
		const node = [process.execPath, join(repoRoot, 'dist', 'cli.js')];
		const env = { ...process.env, FAULTLINE_STORAGE: folder.path('storage') };
		return spawnSync('/usr/bin/bwrap', ['--dev-bind', '/', '/', ...mount, ...node, ...words], {
			encoding: 'utf8',
			env,
		});
	};

	it('is reported where it is read-only, while what needs none works', async function () {
		await needBubblewrap(this);
		const mount = ['--ro-bind', folder.path('storage'), folder.path('storage')];
		const located = cliWith(mount, locate());
		assert.deepEqual([located.status, located.stdout], [1, '']);
		assert.match(located.stderr, /Runs cannot be kept in .*Choose another storage folder/);
		const indexed = cliWith(mount, ['index', '--workspace', folder.path('ws')]);
		assert.equal(indexed.status, 0);
		assert.match(indexed.stderr, /The index could not be saved/);
		assert.equal(cliWith(mount, ['runs']).status, 0);
	});

	it('is reported where it is full, at any size', async function () {
		await needBubblewrap(this);
		const ends: (number | null)[] = [];
		for (const kilobytes of [4, 8, 16, 32, 64]) {
			const mount = ['--size', String(kilobytes * 1024), '--tmpfs', folder.path('storage')];
			const { status, stderr } = cliWith(mount, locate());
			const expected =
				status === 0
					? /^(?:The index could not be saved.*ENOSPC.*\s*)?$/
					: /^faultline: Runs cannot be kept in .*ENOSPC.*Choose another storage folder/m;
			assert.match(stderr, expected, `${kilobytes} kB`);
			assert.doesNotMatch(stderr, /^\s+at |internal error/im);
			ends.push(status);
		}
		assert.deepEqual([ends[0], ends.at(-1)], [1, 0]);
	});
});

describe('a machine that is unusual', () => {
	const folder = new TestFolder();
	const reportOf = ({ stdout, stderr }: CliResult) => {
		assert.notEqual(stdout, '', stderr);
		return JSON.parse(stdout) as { locations: { file: string }[] };
	};

	it('may have blanks, quotes and signs of the shell in every path', async () => {
		const odd = process.platform === 'win32' ? "it's $(a) &b" : 'it\'s "a" $(touch b) `c`; d\\e *?\n';
		mkdirSync(folder.path(odd));
		folder.write({ [join(odd, 'ws/a.py')]: code, [join(odd, 'is sue.md')]: issue });
		const words = ['--workspace', folder.path(odd, 'ws'), '--storage', folder.path(odd, 'sto rage')];
		const located = await faultlineCli(['locate', ...words, '--issue', folder.path(odd, 'is sue.md'), '--json']);
		assert.equal(reportOf(located).locations[0]?.file, 'a.py');
		const { stdout } = await faultlineCli(['runs', '--storage', folder.path(odd, 'sto rage'), '--json']);
		assert.equal((JSON.parse(stdout) as { runs: unknown[] }).runs.length, 1);
	});

	it('may have a clock that is a year back, after files and runs that are newer than now', async () => {
		const setBack = 'const now = Date.now; Date.now = () => now() - 365 * 24 * 3600 * 1000;';
		folder.write({ 'ws/a.py': code, 'issue.md': issue, 'setBack.cjs': setBack });
		const env = { FAULTLINE_STORAGE: folder.path('storage') };
		const words = ['locate', '--workspace', folder.path('ws'), '--issue', folder.path('issue.md'), '--json'];
		const first = reportOf(await faultlineCli(words, { env }));
		const back = { ...env, NODE_OPTIONS: `--require ${folder.path('setBack.cjs')}` };
		const second = reportOf(await faultlineCli(words, { env: back }));
		assert.deepEqual(second.locations, first.locations);
		const { stdout } = await faultlineCli(['runs', '--json'], { env: back });
		const { runs } = JSON.parse(stdout) as { runs: { id: string; startedAt: number; state: string }[] };
		assert.deepEqual(
			runs.map(({ state }) => state),
			['done', 'done'],
		);
		assert.ok((runs[0]?.startedAt ?? 0) > (runs[1]?.startedAt ?? 0), 'the newest first');
	});
});

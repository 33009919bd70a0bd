import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bugs } from '../engine/agent/fix/sampleBugs';
import { type CliResult, faultlineCli } from '../support/faultlineCli';
import { folderPicture } from '../support/folderPicture';
import { commandLineFile } from '../support/product/commandLineFile';
import { repoRoot } from '../support/repoRoot';
import { needBubblewrap } from '../support/sandboxes';
import type { Script } from '../support/scriptedModelServer';
import { TestFolder } from '../support/testFolder';
import { TestModelServer } from '../support/testModelServer';
import { rounds } from '../support/thorough';

const code = 'def load(path):\n    return open(path).read()\n';
const issue = 'load fails with FileNotFoundError';

describe('storage that fails', () => {
	const folder = new TestFolder();
	beforeEach(() => folder.write({ 'ws/a.py': code.repeat(200), 'issue.md': issue, 'storage/': '' }));

	const locate = () => ['locate', '--workspace', folder.path('ws'), '--issue', folder.path('issue.md')];
	/** The command line where the storage folder is something else; `mount` is one of bubblewrap's options. */
	const cliWith = (mount: readonly string[], words: readonly string[]) => {
		const node = [process.execPath, commandLineFile];
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

describe('storage that becomes full', () => {
	const folder = new TestFolder();
	const server = new TestModelServer();
	const [bug] = bugs;
	assert.ok(bug);
	/** By what is asked, as each command is run twice. */
	const script: Script = ({ messages }) => {
		const { place, original, patched } = bug;
		const calls = [
			{ name: 'report_bug_locations', arguments: { bug_locations: [place] } },
			{ name: 'edit', arguments: { path: place.file, original, patched } },
			{ name: 'submit', arguments: { summary: 'It wraps.' } },
		];
		const isReview = JSON.stringify(messages.at(-1)).includes('patch-correct');
		return isReview ? { text: '{"patch-correct": true}' } : { toolCalls: calls };
	};
	beforeEach(() => cpSync(join(repoRoot, 'sample', 'python'), folder.path('project'), { recursive: true }));

	const issue = ['--issue', 'ISSUE.md'];
	const commands: Readonly<Record<string, () => readonly string[]>> = {
		index: () => ['index', '--all', '--json'],
		locate: () => ['locate', ...issue, '--json'],
		fix: () => ['fix', ...issue, '--json', '--model', 'openai:m', '--base-url', server.now.baseUrl, '--form', 'tools'],
	};
	/**
	 * Runs a command twice in a storage of its own with so much room, and after the first time with much more. Returns how
	 * each ended, and the bytes that are in the storage at the end.
	 */
	const twice = async (words: readonly string[], roomBytes: number) => {
		const storage = folder.path('storage');
		mkdirSync(storage, { recursive: true });
		const [out, node] = [folder.path('out'), `'${process.execPath}' '${commandLineFile}'`];
		const run = (nth: number) => `${node} "$@" >'${out}.${nth}' 2>'${out}.${nth}.err'; echo $? >'${out}.${nth}.code'`;
		const ballast = `head -c ${sizeBytes - roomBytes} /dev/zero >'${storage}/ballast'`;
		const lines = [ballast, run(1), `rm '${storage}/ballast'`, run(2), `du -sb '${storage}' >'${out}.used'`];
		const mount = ['--dev-bind', '/', '/', '--size', String(sizeBytes), '--tmpfs', storage];
		const shell = ['sh', '-c', lines.join('\n'), 'sh', ...words, '--storage', storage];
		server.now.script(script);
		const child = spawn('/usr/bin/bwrap', [...mount, ...shell], { cwd: folder.path('project'), stdio: 'inherit' });
		await once(child, 'close');
		const text = (name: string) => readFileSync(`${out}.${name}`, 'utf8');
		const ended = (nth: number) => ({
			code: Number(text(`${nth}.code`)),
			out: text(`${nth}`),
			err: text(`${nth}.err`),
		});
		return { full: ended(1), after: ended(2), usedBytes: Number.parseInt(text('used'), 10) };
	};
	const answerOf = (output: string) => {
		const { id: _, ...answer } = JSON.parse(output) as Record<string, unknown>;
		return JSON.stringify({ ...answer, ms: 0, fromCache: 0, MB: 0 }).replaceAll(/\d{8}-\d{6}-\d+-\w+/g, 'ID');
	};

	for (const [name, words] of Object.entries(commands)) {
		it(`in the middle of ${name}: that is reported, no file of the project changes, and the next one is right`, async function () {
			await needBubblewrap(this);
			const before = folderPicture(folder.path('project'));
			const whole = await twice(words(), sizeBytes / 2);
			assert.equal(whole.full.code, 0, whole.full.err);
			const nFull = { reported: 0, other: 0 };
			for (let nth = 0; nth < rounds(5, 40); nth++) {
				const room = Math.round((whole.usedBytes * nth) / rounds(5, 40));
				const { full, after } = await twice(words(), room);
				const at = `with ${room} bytes`;
				assert.doesNotMatch(full.err, /^\s+at |internal error/im, at);
				if (/ENOSPC|no space left/i.test(full.err)) {
					nFull.reported++;
				} else {
					nFull.other++;
					assert.deepEqual(
						[full.code, full.out && answerOf(full.out)],
						[0, answerOf(whole.full.out)],
						`${at}: ${full.err}`,
					);
				}
				assert.equal(after.code, 0, `${at}: ${after.err}`);
				assert.doesNotMatch(after.err, /damaged/, at);
				assert.equal(answerOf(after.out), answerOf(whole.after.out), at);
				assert.deepEqual(folderPicture(folder.path('project')), before, at);
			}
			assert.ok(nFull.reported > 1, JSON.stringify(nFull));
		});
	}
});

/** Of a storage, with all that is in it. */
const sizeBytes = 32 * 1024 ** 2;

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

	it('may set its clock back in the middle of a run', async () => {
		const later =
			'const now = Date.now; let n = 0; Date.now = () => now() - (n++ % 7 > 3 ? 365 * 24 * 3600 * 1000 : 0);';
		folder.write({ 'ws/a.py': code, 'issue.md': issue, 'later.cjs': later });
		const env = { FAULTLINE_STORAGE: folder.path('storage') };
		const words = ['locate', '--workspace', folder.path('ws'), '--issue', folder.path('issue.md'), '--json'];
		const usual = reportOf(await faultlineCli(words, { env }));
		const jumping = { ...env, NODE_OPTIONS: `--require ${folder.path('later.cjs')}` };
		for (let nth = 0; nth < 3; nth++) {
			assert.deepEqual(reportOf(await faultlineCli(words, { env: jumping })).locations, usual.locations);
		}
		const { stdout, stderr } = await faultlineCli(['runs', '--json'], { env });
		const { runs } = JSON.parse(stdout) as { runs: { id: string; state: string }[] };
		assert.deepEqual([runs.map(({ state }) => state), stderr], [Array.from({ length: 4 }, () => 'done'), '']);
		for (const { id } of runs) {
			assert.doesNotMatch(
				(await faultlineCli(['runs', 'show', id], { env })).stdout,
				/-\d+(?:\.\d+)? ?(?:ms|s|min)\b|NaN/,
			);
		}
	});
});

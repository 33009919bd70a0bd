import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { RunFiles } from '../../src/runs/node/runFiles';
import type { LabelledSet } from '../../src/sharing/pure/training/labelledSets';
import type { PreferencePair } from '../../src/sharing/pure/training/trainingExport';
import { type CliOptions, type CliResult, faultlineCli } from '../support/faultlineCli';
import { type JudgedPatch, judgedEvents, patchFor } from '../support/judgedRun';
import { patchOf } from '../support/patchRun';
import { RecordedLog } from '../support/recordedLog';
import { numbered } from '../support/runEvents';
import { TestFolder } from '../support/testFolder';

const runId = '20260101-000000-000-abcd';
const right: JudgedPatch = { id: 'p1', reproducer: 'passed', fixes: ['new_1'], breaks: [], decision: 'accepted' };
const wrong: JudgedPatch = { id: 'p2', reproducer: 'reproduced', decision: 'rejected' };

describe('faultline runs export for training', () => {
	const folder = new TestFolder();
	const out = () => folder.path('out.jsonl');
	const run = (...words: string[]) => runWith({}, ...words);
	const runWith = ({ env, ...options }: CliOptions, ...words: string[]) =>
		faultlineCli(['runs', 'export', runId, ...words], {
			...{ cwd: folder.path(), env: { FAULTLINE_STORAGE: folder.path(), ...env } },
			...options,
		});
	/** On a stand-in for a terminal, where the user types the answer. */
	const runAnswered = (answer: string, ...words: string[]) => {
		folder.write({ 'terminal.cjs': 'process.stdin.isTTY = true;\n' });
		const env = { NODE_OPTIONS: `--require ${JSON.stringify(folder.path('terminal.cjs'))}` };
		return runWith({ env, stdin: `${answer}\n` }, ...words);
	};

	async function keep(patches: readonly JudgedPatch[], ...workspace: readonly string[]): Promise<void> {
		mkdirSync(folder.path('ws'), { recursive: true });
		const runs = new RunFiles(folder.path(), new RecordedLog());
		const folders = workspace.length === 0 ? [folder.path('ws')] : workspace;
		for (const event of numbered(judgedEvents(patches, { runId, workspace: folders }))) {
			await runs.append(runId, event);
		}
		await runs.close();
	}

	it('writes what was preferred as JSON lines that only the user can read', async () => {
		await keep([right, wrong]);
		const { code, stdout, stderr } = await run('--format', 'preferences', '--out', 'out.jsonl', '--yes');
		assert.equal(code, 0, stderr);
		assert.deepEqual([stdout, stderr], ['', 'Wrote 1 pair to out.jsonl.\n']);
		const pair = JSON.parse(readFileSync(out(), 'utf8')) as PreferencePair;
		assert.deepEqual([pair.chosen, pair.rejected], [patchFor('p1').diff, patchFor('p2').diff]);
		if (process.platform !== 'win32') {
			assert.equal(statSync(out()).mode & 0o777, 0o600);
		}
	});

	it('writes nothing with --preview, and shows exactly what would be written', async () => {
		await keep([right, wrong]);
		const words = ['--format', 'labelled', '--seed', 'a'];
		const preview = await run(...words, '--preview', '--out', 'out.jsonl', '--yes');
		assert.equal(preview.code, 0, preview.stderr);
		assert.match(preview.stderr, /^Nothing was written\. This is what would be: 1 set\.$/m);
		assert.ok(!existsSync(out()));
		await run(...words, '--out', 'out.jsonl', '--yes');
		assert.equal(readFileSync(out(), 'utf8'), preview.stdout);
	});

	it('shows on a terminal what would be written, asks, and writes it where the answer is yes', async () => {
		await keep([right, wrong]);
		const words = ['--format', 'preferences', '--out', 'out.jsonl'];
		const preview = await run(...words, '--preview');
		for (const no of ['', 'n', 'yes, but']) {
			const { code, stdout, stderr } = await runAnswered(no, ...words);
			assert.deepEqual([code, stdout], [1, '']);
			assert.ok(stderr.startsWith(`${preview.stdout}\nWrite 1 pair to out.jsonl? [y/N] `), stderr);
			assert.match(stderr, /Nothing was written\. Pass --yes to write it without a question\./);
			assert.ok(!existsSync(out()));
		}
		for (const yes of ['y', 'YES']) {
			const { code, stderr } = await runAnswered(yes, ...words);
			assert.equal(code, 0, stderr);
			assert.match(stderr, /\[y\/N\] Wrote 1 pair to out\.jsonl\.$/m);
			assert.equal(readFileSync(out(), 'utf8'), preview.stdout);
		}
	});

	it('writes nothing without a terminal to ask on, unless --yes is given', async () => {
		await keep([right, wrong]);
		const { code, stderr } = await run('--format', 'labelled', '--out', 'out.jsonl');
		assert.equal(code, 1);
		assert.match(stderr, /Nothing was written\. Pass --yes to write it without a question\./);
		assert.ok(!existsSync(out()));
	});

	it('takes the committed fix, and refuses what is none', async () => {
		await keep([wrong]);
		const words = ['--format', 'labelled', '--preview'];
		const without = await run(...words);
		assert.equal(without.code, 1);
		assert.match(without.stderr, /has nothing to export\. A set needs a wrong and a right patch by the tests/);
		writeFileSync(folder.path('fix.diff'), patchFor('committed').diff);
		const { stdout } = await run(...words, '--fix', 'fix.diff');
		const { patches, best } = JSON.parse(stdout) as LabelledSet;
		assert.deepEqual(patches[best - 1], { diff: patchFor('committed').diff, fix: 2, risk: 2 });
		writeFileSync(folder.path('fix.diff'), 'no diff\n');
		assert.match((await run(...words, '--fix', 'fix.diff')).stderr, /fix\.diff is not a unified diff: give the fix/);
		assert.match((await run(...words, '--fix', 'none.diff')).stderr, /none\.diff cannot be read: ENOENT/);
		truncateSync(folder.path('fix.diff'), 500 * 1024 * 1024);
		assert.match((await run(...words, '--fix', 'fix.diff')).stderr, /fix\.diff has 500 MB; at most 16 MB are read/);
	});

	it('leaves out patches to hidden files by the rules of the workspace', async () => {
		await keep([right, wrong, { ...wrong, id: 'p3' }]);
		writeFileSync(folder.path('ws', '.aiignore'), 'p3.txt\n');
		const { stdout, stderr } = await run('--format', 'preferences', '--preview');
		assert.equal(stdout.split('\n').filter(line => line !== '').length, 1);
		assert.match(stderr, /^Left out, because they change files that are hidden from models: 1 patch\.$/m);
		assert.ok(!stdout.includes('p3'));
	});

	it('needs a workspace that is still there, whose rules say what is hidden', async () => {
		await keep([right, wrong], folder.path('gone'));
		const words = ['--format', 'preferences', '--preview'];
		const { code, stderr } = await run(...words);
		assert.equal(code, 1);
		assert.match(stderr, /There is no folder .*gone: give the folder of the project with --workspace\./);
		assert.equal((await run(...words, '--workspace', 'ws')).code, 0);
	});

	it('needs the workspace of a run of the editor, which has the names of its folders only', async () => {
		await keep([right, wrong, { ...wrong, id: 'p3' }], 'ws');
		const words = ['--format', 'preferences', '--preview'];
		const { code, stdout, stderr } = await run(...words);
		assert.deepEqual([code, stdout], [1, '']);
		assert.match(stderr, /does not contain where its workspace is: give the folder .* with --workspace\./);
		writeFileSync(folder.path('ws', '.aiignore'), 'p3.txt\n');
		const given = await run(...words, '--workspace', 'ws');
		assert.equal(given.code, 0, given.stderr);
		assert.ok(given.stdout.includes('p2.txt') && !given.stdout.includes('p3.txt'));
	});

	it('leaves out hidden files of each folder of a workspace', async () => {
		const inFolder = (name: string, id: string): JudgedPatch => ({
			...{ ...wrong, id },
			patch: patchOf(id, { path: `${name}/${id}.txt`, before: 'old\n', after: `${id}\n` }),
		});
		const patches = [right, inFolder('api', 'shown'), inFolder('api', 'secret'), inFolder('web', 'secret')];
		folder.write({ 'all/api/.aiignore': '/secret.txt\n', 'all/web/.aiignore': '/secret.txt\n' });
		const words = ['--format', 'preferences', '--preview'];
		const requireHidden = ({ code, stdout, stderr }: CliResult) => {
			assert.equal(code, 0, stderr);
			assert.ok(stdout.includes('api/shown.txt') && !stdout.includes('secret'), stdout);
		};
		await keep(patches, folder.path('all', 'api'), folder.path('all', 'web'));
		requireHidden(await run(...words));
		requireHidden(await run(...words, '--workspace', 'all'));
		for (const one of ['all/api', 'ws']) {
			const { code, stderr } = await run(...words, '--workspace', one);
			assert.equal(code, 1);
			assert.match(stderr, /is of several folders: give the folder that contains api and web with --workspace\./);
		}
	});

	it('states what is wrong with its options', async () => {
		await keep([right, wrong]);
		for (const [words, message] of [
			[['preferences'], /--format preferences needs --out FILE, or --preview/],
			[['preferences', '--preview', '--fix', 'a'], /--fix goes with --format labelled\./],
			[['preferences', '--preview', '--seed', 'a'], /--seed goes with --format labelled\./],
			[['json', '--fix', 'a'], /--fix goes with --format labelled\./],
			[['html', '--seed', 'a'], /--seed goes with --format labelled\./],
			[['pdf', '--out', 'a'], /--format is md, html, json, atif, traj, preferences, labelled\./],
		] as const) {
			const { code, stdout, stderr } = await run('--format', ...words);
			assert.deepEqual([code, stdout], [2, '']);
			assert.match(stderr, message);
		}
		const nowhere = await run('--format', 'preferences', '--yes', '--out', 'none/out.jsonl');
		assert.equal(nowhere.code, 1);
		assert.match(nowhere.stderr, /out\.jsonl cannot be written: ENOENT/);
	});
});

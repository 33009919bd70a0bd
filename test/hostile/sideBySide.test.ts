import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunId } from '../../src/runs/node/runId';
import { type CliResult, faultlineCli } from '../support/faultlineCli';
import { folderPicture } from '../support/folderPicture';
import { repoRoot } from '../support/repoRoot';
import { TestFolder } from '../support/testFolder';

const sample = join(repoRoot, 'sample', 'python');

describe('processes of one storage', () => {
	const folder = new TestFolder();
	const cli = (...words: string[]) => faultlineCli(words, { env: { FAULTLINE_STORAGE: folder.path('storage') } });
	const locate = () => cli('locate', '--workspace', sample, '--issue', join(sample, 'ISSUE.md'), '--json');
	const answerOf = ({ stdout, stderr }: CliResult) => {
		assert.notEqual(stdout, '', stderr);
		return { ...(JSON.parse(stdout) as object), ms: 0 };
	};
	const runIds = () => readdirSync(folder.path('storage', 'runs')).filter(isRunId);

	it('give eight times the same answer when eight locate at once', async () => {
		const [first, ...others] = (await Promise.all(Array.from({ length: 8 }, locate))).map(answerOf);
		for (const other of others) {
			assert.deepEqual(other, first);
		}
		assert.equal(runIds().length, 8);
		const { runs } = JSON.parse((await cli('runs', '--json')).stdout) as { runs: { state: string }[] };
		assert.deepEqual(new Set(runs.map(({ state }) => state)), new Set(['done']));
		assert.deepEqual(drafts(), []);
	});

	it('give the same answers on a large project, with no index, with one, and after a change, and leave a sound one', async () => {
		for (const subject of ['code', 'testing']) {
			cpSync(join(repoRoot, 'src', subject), folder.path('ws', subject), { recursive: true });
		}
		const workspace = ['--workspace', folder.path('ws')];
		const issue = folder.path('issue.md');
		writeFileSync(issue, 'readLcov takes a tracefile that is cut for a whole one');
		const asked = [
			['locate', ...workspace, '--issue', issue, '--json'],
			['search', ...workspace, 'search_code', 'end_of_record'],
			['search', ...workspace, 'find_references', 'readLcov'],
		];
		const atOnce = async () => {
			const all = await Promise.all(Array.from({ length: 8 }, (_, at) => cli(...(asked[at % asked.length] ?? []))));
			return all.map(({ stdout, stderr, code }) => {
				assert.equal(code, 0, stderr);
				return stdout.startsWith('{') ? { ...(JSON.parse(stdout) as object), ms: 0, run: '' } : stdout;
			});
		};
		const requireEqual = (answers: readonly unknown[]) =>
			assert.deepEqual(
				answers,
				answers.map((_, at) => answers[at % asked.length]),
			);
		const cold = await atOnce();
		requireEqual(cold);
		assert.deepEqual(await atOnce(), cold);
		writeFileSync(folder.path('ws', 'other.ts'), 'export function unrelated() {}\n');
		const changed = await atOnce();
		requireEqual(changed);
		const { fromCache, files, symbols, problems } = JSON.parse((await cli('index', ...workspace, '--json')).stdout);
		const fresh = JSON.parse((await cli('index', ...workspace, '--json', '--storage', folder.path('fresh'))).stdout);
		assert.deepEqual([fromCache, files, symbols, problems], [fresh.files, fresh.files, fresh.symbols, []]);
		assert.deepEqual(drafts(), []);
	});

	it('continue an interrupted run once when three resume it at once', async () => {
		const whole = answerOf(await locate());
		const [id = ''] = runIds();
		const log = folder.path('storage', 'runs', id, 'run.jsonl');
		const lines = readFileSync(log, 'utf8').split('\n');
		writeFileSync(log, `${lines.slice(0, 2).join('\n')}\n`);
		const results = await Promise.all(Array.from({ length: 3 }, () => cli('runs', 'resume', id, '--json')));
		const [done, ...more] = results.filter(({ code }) => code === 0);
		assert.ok(done);
		assert.deepEqual([answerOf(done), more], [whole, []]);
		for (const { code, stderr } of results.filter(result => result !== done)) {
			assert.equal(code, 1);
			assert.match(stderr, /Another process \(\d+\)|is done: see/);
		}
		const events = readFileSync(log, 'utf8').trim().split('\n');
		const seqs = events.map(line => (JSON.parse(line) as { seq: number }).seq);
		assert.deepEqual(
			seqs,
			events.map((_, at) => at + 1),
		);
	});

	it('find a sound index after one that was killed while it made it', async function () {
		if (process.platform === 'win32') {
			this.skip();
		}
		const many = Array.from({ length: 400 }, (_, at) => [`ws/${at}.py`, `def f${at}():\n    pass\n`.repeat(20)]);
		folder.write(Object.fromEntries(many));
		const before = folderPicture(folder.path('ws'));
		const words = ['index', '--workspace', folder.path('ws'), '--json'];
		let nKilled = 0;
		for (const nReports of [1, 2, 4]) {
			const { code } = await faultlineCli([...words, '--verbose'], {
				env: { FAULTLINE_STORAGE: folder.path('storage') },
				onStart: child => {
					void (async () => {
						for (let at = 0; at < nReports; at++) {
							await once(child.stderr ?? child, 'data');
						}
						child.kill('SIGKILL');
					})();
				},
			});
			nKilled += code === null ? 1 : 0;
			const { files, symbols, problems } = JSON.parse((await cli(...words)).stdout) as Record<string, unknown>;
			assert.deepEqual([files, symbols, problems], [400, 8000, []], `${nReports} reports`);
		}
		assert.ok(nKilled > 0);
		assert.deepEqual(folderPicture(folder.path('ws')), before);
	});

	function drafts(): string[] {
		return readdirSync(folder.path('storage'), { recursive: true, encoding: 'utf8' }).filter(name =>
			/\.tmp$|lock/.test(name),
		);
	}
});

import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InstanceResult } from '../../src/research/node/batches/batchFolder';
import { isRunId } from '../../src/runs/node/runId';
import { type CliOptions, faultlineCli } from '../support/faultlineCli';
import { folderPicture } from '../support/folderPicture';
import { commitAll, git } from '../support/gitRepository';
import { repoRoot } from '../support/repoRoot';
import type { ScriptedAnswer } from '../support/scriptedAnswer';
import type { RecordedRequest } from '../support/scriptedModelServer';
import { named, patch, submitted } from '../support/smoothFix';
import { TestFolder } from '../support/testFolder';
import { TestModelServer } from '../support/testModelServer';

const sample = join(repoRoot, 'sample', 'python');
const issueText = readFileSync(join(sample, 'ISSUE.md'), 'utf8');
const approved: ScriptedAnswer = { text: '{"patch-correct": "yes"}' };

describe('many issues', () => {
	const folder = new TestFolder();
	const server = new TestModelServer();
	const storage = () => folder.path('storage');
	const output = () => folder.path('output');
	const cli = (words: readonly string[], options: CliOptions = {}) =>
		faultlineCli(words, { ...options, env: { FAULTLINE_STORAGE: storage(), ...options.env } });
	const batch = (words: readonly string[] = [], options: CliOptions = {}) =>
		cli(['locate', '--instances', folder.path('issues.jsonl'), '--output', output(), ...words], options);
	const model = () => ['--model', 'openai:m', '--base-url', server.now.baseUrl, '--form', 'tools'];
	const merge = (...words: readonly string[]) => cli(['merge', output(), ...words]);
	const resultFile = (id: string, at = output()) => join(at, 'results', `${id}.json`);
	const resultOf = (id: string, at = output()) =>
		JSON.parse(readFileSync(resultFile(id, at), 'utf8')) as InstanceResult;
	const results = () => readdirSync(join(output(), 'results')).filter(name => name.endsWith('.json'));
	const runs = () => readdirSync(join(output(), 'runs')).filter(isRunId);
	const linesOf = (text: string) =>
		text
			.trim()
			.split('\n')
			.map(line => JSON.parse(line) as Readonly<Record<string, unknown>>);

	/** Issues of the sample, each with its id in its text. */
	const writeIssues = (...ids: readonly string[]) => {
		cpSync(sample, folder.path('code'), { recursive: true });
		const rows = ids.map(id => ({ id, issue: `${issueText}\n\nReported as ${id}.\n`, folder: 'code' }));
		folder.write({ 'issues.jsonl': rows.map(row => `${JSON.stringify(row)}\n`).join('') });
	};

	/** Answers at once, but for one issue, whose request it returns; it is left without an answer. */
	const heldRequest = (id: string): Promise<RecordedRequest> =>
		new Promise(resolve => {
			server.now.script((body, request) => {
				if (!JSON.stringify(body.messages).includes(`Reported as ${id}.`)) {
					return named;
				}
				resolve(request);
				return new Promise(() => undefined);
			});
		});
	const nAsked = (id: string) =>
		server.now.bodies.filter(body => JSON.stringify(body.messages).includes(`Reported as ${id}.`)).length;

	/** For `NODE_OPTIONS`: processes of the issue with a word in its text end by a signal while a file exists. */
	const crashing = (word: string) => {
		folder.write({
			crash: '',
			'crash.cjs': `
const { existsSync, readFileSync } = require('node:fs');
const at = process.argv.indexOf('--issue');
if (at !== -1 && existsSync(${JSON.stringify(folder.path('crash'))}) && readFileSync(process.argv[at + 1], 'utf8').includes('${word}')) {
	process.kill(process.pid, 'SIGKILL');
}`,
		});
		return { NODE_OPTIONS: `--require ${folder.path('crash.cjs')}` };
	};

	it('are located at their commits, and the clones stay as they are', async () => {
		cpSync(sample, folder.path('clones', 'acme__tally'), { recursive: true });
		const clone = folder.path('clones', 'acme__tally');
		commitAll(clone);
		const first = git(clone, 'rev-parse', 'HEAD');
		git(clone, 'rm', '-q', 'tally/clock.py');
		git(clone, 'commit', '-q', '-m', 'second');
		const second = git(clone, 'rev-parse', 'HEAD');
		const rows = [first, second].map((commit, at) => ({
			...{ instance_id: `acme__tally-${at + 1}`, repo: 'acme/tally', base_commit: commit },
			problem_statement: issueText,
		}));
		folder.write({ 'issues.jsonl': JSON.stringify(rows) });
		const before = folderPicture(clone);

		const { code, stdout, stderr } = await batch(['--repositories', folder.path('clones')]);
		assert.equal(code, 0, stderr);
		assert.match(stdout, /^2 done, 0 failed\. Results: /);
		assert.match(stderr, /^2 of 2 {2}acme__tally-[12]: done in/m);
		assert.deepEqual(folderPicture(clone), before);
		assert.deepEqual(
			readdirSync(join(storage(), 'checkouts')).filter(name => name.startsWith('batch')),
			[],
		);
		const [one, two] = linesOf((await merge()).stdout);
		assert.match(JSON.stringify(one), /"found_files":\["tally\/clock\.py",.*"found_entities":\["tally\/clock\.py:/);
		assert.ok(!JSON.stringify(two).includes('tally/clock.py'));
		assert.equal((await cli(['runs', 'show', runs()[0] ?? '', '--storage', output()])).code, 0);
	});

	it('are fixed, and their patches are predictions as SWE-bench reads them', async () => {
		writeIssues('a', 'b');
		const forA = [named, patch, submitted, approved];
		const forB = [named];
		server.now.script(body =>
			JSON.stringify(body.messages).includes('Reported as a.') ? forA.shift() : (forB.shift() ?? { text: 'I cannot.' }),
		);
		const words = ['--instances', folder.path('issues.jsonl'), '--output', output(), ...model()];
		const { code, stderr } = await cli(['fix', ...words, '--max-requests', '6']);
		assert.equal(code, 0, stderr);
		const out = folder.path('predictions.jsonl');
		const merged = await merge('--out', out, '--name', 'ours');
		assert.deepEqual([merged.code, merged.stdout], [0, '']);
		const [a, b] = linesOf(readFileSync(out, 'utf8'));
		assert.deepEqual(Object.keys(a ?? {}), ['instance_id', 'model_name_or_path', 'model_patch']);
		assert.deepEqual([a?.instance_id, a?.model_name_or_path, b?.instance_id], ['a', 'ours', 'b']);
		assert.equal(b?.model_patch, '');
		const code2 = folder.path('code');
		git(code2, 'init', '-q');
		writeFileSync(folder.path('a.diff'), String(a?.model_patch));
		git(code2, 'apply', folder.path('a.diff'));
		assert.match(readFileSync(join(code2, 'tally', 'clock.py'), 'utf8'), /% MINUTES_PER_DAY/);
	});

	it('continue after the process was killed, and what was done is not done again', async () => {
		writeIssues('a', 'b', 'c');
		const held = heldRequest('b');
		let kill: () => void = () => undefined;
		const killed = batch(model(), { onStart: child => (kill = () => child.kill('SIGKILL')) });
		const request = await held;
		assert.deepEqual(results(), ['a.json']);
		kill();
		await killed;
		// The issue's own process ends with the batch.
		await request.closed;
		const before = nAsked('a');

		server.now.script(() => named);
		const { code, stdout, stderr } = await batch(model());
		assert.equal(code, 0, stderr);
		assert.match(stdout, /^3 done, 0 failed \(1 of them before\)/);
		assert.equal(nAsked('a'), before);
		assert.deepEqual(
			resultOf('b').attempts.map(({ failure }) => failure),
			['The batch itself was killed while the issue was running.', undefined],
		);
		assert.deepEqual(readdirSync(join(output(), 'claims')), []);
		assert.deepEqual(readdirSync(join(output(), 'attempts')), []);
	});

	it('continue an issue from the log of its run, whatever was killed', async () => {
		writeIssues('a');
		const search: ScriptedAnswer = { toolCalls: [{ name: 'search_code', arguments: { query: 'minutes_between' } }] };
		let kill: () => void = () => undefined;
		/** Kills the batch at a request that is left without an answer, after those that are answered. */
		const killAfter = async (answers: ScriptedAnswer[]) => {
			const held = new Promise<RecordedRequest>(resolve => {
				server.now.script((_body, request) => {
					const answer = answers.shift();
					if (answer !== undefined) {
						return answer;
					}
					resolve(request);
					return new Promise(() => undefined);
				});
			});
			const killed = batch(model(), { onStart: child => (kill = () => child.kill('SIGKILL')) });
			const request = await held;
			kill();
			await killed;
			await request.closed;
		};
		await killAfter([search]);
		await killAfter([]);
		const bodies: string[] = [];
		server.now.script(body => {
			bodies.push(JSON.stringify(body.messages));
			return named;
		});
		const { code, stderr } = await batch(model());
		assert.equal(code, 0, stderr);
		assert.match(bodies[0] ?? '', /search_code/);
		assert.equal(resultOf('a').attempts.length, 3);
		assert.deepEqual(runs(), [resultOf('a').run]);
		assert.deepEqual(readdirSync(join(output(), 'unfinished')), []);
	});

	it('are cancelled by a signal, which is no failed try', async () => {
		writeIssues('a', 'b');
		const held = heldRequest('a');
		let cancel: () => void = () => undefined;
		const cancelled = batch(model(), { onStart: child => (cancel = () => child.kill('SIGTERM')) });
		const request = await held;
		cancel();
		const { code, stderr } = await cancelled;
		await request.closed;
		assert.equal(code, 1);
		assert.match(stderr, /Cancelled\.\n$/);
		assert.deepEqual(results(), []);
		assert.deepEqual(
			readdirSync(join(storage(), 'checkouts')).filter(name => name.startsWith('batch')),
			[],
		);
		server.now.script(() => named);
		assert.equal((await batch(model())).code, 0);
		assert.equal(resultOf('a').attempts.length, 1);
	});

	it('are run once by several processes on one folder', async () => {
		const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
		writeIssues(...ids);
		const ends = await Promise.all([1, 2, 3, 4].map(() => batch(['--json', '--jobs', '2'])));
		assert.deepEqual(
			ends.map(({ code, stdout }) => [code, (JSON.parse(stdout) as { done: number }).done]),
			[1, 2, 3, 4].map(() => [0, ids.length]),
		);
		assert.equal(runs().length, ids.length);
		const merged = await merge();
		assert.deepEqual(
			linesOf(merged.stdout).map(line => line.instance_id),
			ids,
		);
		assert.match(merged.stderr, /6 done, 0 failed, 0 missing\./);
	});

	it('are recorded as failed when their process crashes each time, and the others go through', async () => {
		writeIssues('a', 'boom', 'c');
		const env = crashing('boom');
		const { code, stdout, stderr } = await batch(['--tries', '2'], { env });
		assert.equal(code, 0, stderr);
		assert.match(stdout, /^2 done, 1 failed/);
		assert.match(stderr, /boom: a try failed, and is repeated later: Ended by SIGKILL/);
		const { state, reason, attempts } = resultOf('boom');
		assert.deepEqual([state, reason, attempts.length], ['failed', 'Ended by SIGKILL.', 2]);
		const merged = await merge();
		assert.deepEqual([merged.code, linesOf(merged.stdout).length], [0, 3]);
		assert.match(merged.stderr, /boom failed: Ended by SIGKILL/);

		assert.match((await batch(['--tries', '2'], { env })).stdout, /\(3 of them before\)/);
		rmSync(folder.path('crash'));
		assert.match((await batch(['--retry-failed'], { env })).stdout, /^3 done, 0 failed \(2 of them before\)/);
	});

	it('are recorded as failed when they take too long', async () => {
		writeIssues('a');
		void heldRequest('a');
		const { code, stdout, stderr } = await batch([...model(), '--tries', '1', '--instance-seconds', '5']);
		assert.deepEqual([code, stdout.slice(0, 16)], [0, '0 done, 1 failed'], stderr);
		assert.equal(resultOf('a').reason, 'It took longer than 5 s.');
	});

	it('are run again where their result is damaged, which is no result until then', async () => {
		writeIssues('a', 'b', 'c');
		await batch();
		const text = readFileSync(resultFile('a'), 'utf8');
		writeFileSync(resultFile('a'), text.slice(0, text.length / 2));
		writeFileSync(resultFile('b'), readFileSync(resultFile('b'), 'utf8').replace('tally/clock.py', 'tally/block.py'));
		const merged = await merge('--json');
		const summary = JSON.parse(merged.stdout) as Readonly<Record<string, unknown>>;
		assert.deepEqual([merged.code, summary.done, summary.missing], [1, 1, ['a', 'b']]);
		const { stdout, stderr } = await batch();
		assert.match(stdout, /^3 done, 0 failed \(1 of them before\)/);
		assert.match(stderr, /The result of a is damaged: the issue is run again/);
		assert.equal((await merge()).code, 0);
	});

	it('of another batch are not mixed in, unless that is asked for', async () => {
		writeIssues('a', 'b');
		await batch();
		const other = folder.path('other');
		const refused = await batch(['--rounds', '3']);
		assert.equal(refused.code, 1);
		assert.match(refused.stderr, /other settings \(here --rounds=3 instead of no options\): use another folder/);
		writeIssues('a', 'new');
		assert.match((await batch()).stderr, /here 2 other issues/);

		assert.equal((await batch(['--rounds', '3', '--output', other])).code, 0);
		assert.match((await merge(other)).stderr, /other settings than .*: add --mixed to merge them all the same/);
		const mixed = await merge(other, '--mixed');
		assert.deepEqual(
			linesOf(mixed.stdout).map(line => line.instance_id),
			['a', 'b', 'new'],
		);
		cpSync(resultFile('new', other), resultFile('new'));
		assert.match((await merge()).stderr, /contains a result of another batch, new/);
	});

	it('are not begun where something is missing for all of them', async () => {
		folder.write({
			'issues.jsonl': JSON.stringify({ id: 'a', issue: 'x', repo: 'o/n', base_commit: 'c' }),
		});
		assert.match((await batch()).stderr, /The code of o\/n is needed: give the folder with its clone/);
		assert.match((await batch(['--repositories', folder.path()])).stderr, /There is no clone of o\/n in .*o__n/);
		assert.ok(!existsSync(output()));
		assert.equal((await cli(['locate', '--instances', folder.path('issues.jsonl')])).code, 2);
		assert.match((await batch(['--issue', 'x'])).stderr, /--instances and --issue exclude each other/);
		assert.match((await cli(['locate', '--tries', '2'])).stderr, /--tries is about many issues: add --instances/);
		assert.match((await cli(['merge'])).stderr, /merge needs the folder of a batch/);
		assert.match((await cli(['merge', folder.path()])).stderr, /is not the --output of a batch/);
	});
});

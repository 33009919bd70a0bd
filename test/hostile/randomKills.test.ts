import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RunFiles } from '../../src/runs/node/runFiles';
import { legacy, startMcp, textOf } from '../cli/mcp/mcpClient';
import { faultlineCli } from '../support/faultlineCli';
import { folderPicture } from '../support/folderPicture';
import { commitAll } from '../support/gitRepository';
import { patchOf, patchRunEvents } from '../support/patchRun';
import { commandLineFile } from '../support/product/commandLineFile';
import { randomNumbers } from '../support/randomNumbers';
import { RecordedLog } from '../support/recordedLog';
import { repoRoot } from '../support/repoRoot';
import { numbered } from '../support/runEvents';
import { TestFolder } from '../support/testFolder';
import { rounds } from '../support/thorough';
import { AcceptedWrites, acceptedRun, fileWith, patchedFile } from './acceptedWrites';

/** Fixes and queues that are killed: `killedFix` and `killedQueue`. */
describe('a process that is killed at a random moment', () => {
	const folder = new TestFolder();
	const project = () => folder.path('project');
	const env = () => ({ FAULTLINE_STORAGE: folder.path('storage') });
	const random = randomNumbers(20_261_128);

	before(function () {
		if (process.platform === 'win32') {
			this.skip();
		}
	});
	beforeEach(() => {
		cpSync(join(repoRoot, 'sample', 'python'), project(), { recursive: true });
		commitAll(project());
	});

	/** Returns once it is gone; whether it was killed before it ended by itself. */
	async function killAfter(ms: number, child: ChildProcess): Promise<boolean> {
		const gone = once(child, 'exit');
		await Promise.race([gone, sleep(ms)]);
		child.kill('SIGKILL');
		await gone;
		return child.signalCode === 'SIGKILL';
	}

	/** Kills a command of the command line so often, and tries it once more after each kill; the answers are all the same. */
	async function killCommand(words: readonly string[], nKills: number, change: (round: number) => void): Promise<void> {
		const all = [...words, '--workspace', project(), '--json'];
		const answer = async () => {
			const { code, stdout, stderr } = await faultlineCli(all, { env: env() });
			assert.ok(code === 0, stderr);
			assert.doesNotMatch(stderr, /damaged|left out/);
			return { ...(JSON.parse(stdout) as object), ms: 0, fromCache: 0 };
		};
		change(0);
		const startedAt = performance.now();
		const expected = await answer();
		const usualMs = performance.now() - startedAt;
		const start = () =>
			spawn(process.execPath, [commandLineFile, ...all], {
				env: { ...process.env, ...env() },
				stdio: 'ignore',
			});
		for (let [round, nKilled] = [1, 0]; nKilled < nKills; round++) {
			change(round);
			const before = folderPicture(project());
			nKilled += (await killAfter(random(usualMs), start())) ? 1 : 0;
			assert.deepEqual(await answer(), expected, `round ${round}`);
			assert.deepEqual(folderPicture(project()), before, `round ${round}`);
		}
	}

	it('while it indexes: the next index is whole', async () => {
		const texts = (round: number) =>
			Array.from({ length: 300 }, (_, at) => [
				`project/many/${at}.py`,
				`def f${at}():\n    return ${round}\n`.repeat(9),
			]);
		await killCommand(['index', '--all'], rounds(4, 100), round => folder.write(Object.fromEntries(texts(round))));
	});

	it('while it locates: the next answer is the same, and each run is kept', async () => {
		const words = ['locate', '--issue', join(project(), 'ISSUE.md')];
		await killCommand(words, rounds(4, 100), () => undefined);
		const { stdout, stderr } = await faultlineCli(['runs', '--json'], { env: env() });
		assert.equal(stderr, '');
		const { runs } = JSON.parse(stdout) as { runs: { id: string; state: string }[] };
		const [interrupted] = runs.filter(({ state }) => state !== 'done');
		if (interrupted !== undefined) {
			const resumed = await faultlineCli(['runs', 'resume', interrupted.id], { env: env() });
			assert.match(resumed.stdout, /clock\.py/, resumed.stderr);
		}
	});

	it('while it serves agents: the next server gives the same answers', async () => {
		const calls = [
			['search_definition', { symbol: 'minutes_between' }],
			['search_code', { query: 'minutes_between' }],
			['locate_bug', { issue: readFileSync(join(project(), 'ISSUE.md'), 'utf8') }],
			['symbol_history', { symbol: 'minutes_between' }],
			['outline', { file_name: 'tally/clock.py' }],
		] as const;
		const start = () =>
			startMcp({ args: ['--workspace', project(), '--storage', folder.path('storage')], mode: legacy });
		const answer = async ({ client }: Awaited<ReturnType<typeof startMcp>>, at: number) => {
			const [name, args] = calls[at] ?? assert.fail();
			// Ids of runs and times.
			return textOf(await client.callTool({ name, arguments: args })).replaceAll(
				/\b\d{8}-\d{6}-\w+-\w+\b|\d+ ms\b/g,
				'-',
			);
		};
		const first = await start();
		const expected: string[] = [];
		const startedAt = performance.now();
		for (const at of calls.keys()) {
			expected.push(await answer(first, at));
		}
		const usualMs = performance.now() - startedAt;
		await first.client.close();
		const before = folderPicture(project());
		for (let nKilled = 0; nKilled < rounds(4, 100); nKilled++) {
			const server = await start();
			const pid = server.transport.pid ?? assert.fail();
			const asked = calls.map((_, at) => answer(server, at).catch(() => undefined));
			await sleep(random(usualMs));
			process.kill(pid, 'SIGKILL');
			for (const [at, text] of (await Promise.all(asked)).entries()) {
				assert.ok(text === undefined || text === expected[at], text);
			}
			await server.client.close();
			const next = await start();
			for (const at of calls.keys()) {
				assert.equal(await answer(next, at), expected[at]);
			}
			await next.client.close();
		}
		assert.deepEqual(folderPicture(project()), before);
	});

	it('while it accepts and undoes changes: no byte is lost, and the log and the file agree', async () => {
		const runs = new RunFiles(folder.path('storage'), new RecordedLog());
		const patch = patchOf('p1', { path: patchedFile, before: fileWith([]), after: fileWith([0, 1, 2]) });
		for (const event of numbered(patchRunEvents(acceptedRun, 'title', [patch]))) {
			await runs.append(acceptedRun, event);
		}
		await runs.close();
		mkdirSync(folder.path('storage'), { recursive: true });
		const file = folder.path('workspace.txt');
		writeFileSync(file, fileWith([]));
		let nUnfinished = 0;
		// At least one kill is to meet a write.
		for (let nKilled = 0; nKilled < rounds(8, 100) || (nUnfinished === 0 && nKilled < 200); nKilled++) {
			const words = [join(__dirname, 'acceptedWrites.js'), folder.path(), String(nKilled)];
			const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
			await once(child.stdout, 'data');
			assert.ok(await killAfter(random(200), child));
			const files = new AcceptedWrites(folder.path());
			nUnfinished += (await files.decisions()).unfinished.length;
			await files.recover();
			const { unfinished, written } = await files.decisions();
			assert.deepEqual(unfinished, []);
			const accepted = written.flatMap(({ hunks }) => hunks);
			assert.ok(
				readFileSync(file, 'utf8') === fileWith(accepted),
				`kill ${nKilled + 1}: the file is not as the log says`,
			);
			if (nKilled % 10 === 9) {
				await files.undoAll();
				assert.ok(readFileSync(file, 'utf8') === fileWith([]), `kill ${nKilled + 1}: something cannot be undone`);
			}
			await files.close();
		}
		assert.ok(nUnfinished > 0, 'no kill met a write');
	});
});

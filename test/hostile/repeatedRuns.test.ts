import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { legacy, serverCommand, startMcp, textOf } from '../cli/mcp/mcpClient';
import { faultlineCli } from '../support/faultlineCli';
import { commitAll } from '../support/gitRepository';
import { type Held, heldBy, needListedResources, settled, withFewDescriptors } from '../support/heldResources';
import { QueueWorker, writeQueuedIssues } from '../support/killedQueue';
import { commandLineFile } from '../support/product/commandLineFile';
import { needRedis, RedisServer } from '../support/redisServer';
import { repoRoot } from '../support/repoRoot';
import { TestFolder } from '../support/testFolder';
import { rounds } from '../support/thorough';
import type { HeldByEditor } from './repeatedEdits';
import type { InUse } from './repeatedRuns';

const nOpened = rounds(18, 50);
const nRuns = rounds(2, 6);
const sample = join(repoRoot, 'sample', 'python');

describe('runs in workspaces that are opened again and again', () => {
	it('leave memory, handles and descriptors as they were', () => {
		const worker = join(__dirname, 'repeatedRuns.js');
		const args = ['--expose-gc', worker, String(nOpened), String(nRuns)];
		const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: repoRoot, encoding: 'utf8' });
		assert.equal(status, 0, stderr);
		const warm = (JSON.parse(stdout) as readonly InUse[]).slice((2 * nOpened) / 3);
		const growth = (kind: keyof InUse) => ((warm.at(-1)?.[kind] ?? 0) - (warm[0]?.[kind] ?? 0)) / (warm.length - 1);
		// Memory of the parser grows once in a while; grammars that are loaded again take 330 kB each time.
		assert.ok(growth('external') < 100_000, `external memory grows by ${growth('external')} bytes a workspace`);
		assert.ok(growth('heap') < 40_000, `the heap grows by ${growth('heap')} bytes a workspace`);
		assert.equal(growth('handles'), 0);
		assert.equal(growth('descriptors'), 0);
	});
});

describe('a process that works for long, with few descriptors', () => {
	const folder = new TestFolder();
	before(function () {
		needListedResources(this);
	});
	beforeEach(() => {
		mkdirSync(folder.path('tmp'));
		cpSync(sample, folder.path('project'), { recursive: true });
		writeFileSync(folder.path('project', 'edited.py'), '');
		commitAll(folder.path('project'));
		// Else no listing is saved.
		for (const name of ['', 'tally', 'tests']) {
			utimesSync(folder.path('project', name), 1, 1);
		}
	});

	const nTemporary = () => readdirSync(folder.path('tmp')).length;
	const launcher = () => {
		const { command, args } = withFewDescriptors([], folder.path('tmp'));
		return [command, ...args];
	};

	it('as the server of agents: answers each call, and holds what it held', async () => {
		const args = ['--workspace', folder.path('project'), '--storage', folder.path('storage')];
		const { command, args: words } = serverCommand(args);
		const server = withFewDescriptors([command, ...words], folder.path('tmp'));
		const { client, transport, errors } = await startMcp({ args, mode: legacy, server });
		try {
			const held = () => heldBy(transport.pid ?? 0);
			let [before, nFiles]: [Held, number] = [{}, 0];
			for (let nth = 0; nth < rounds(6, 42); nth++) {
				for (const [name, given] of callsOf(nth)) {
					// Each round, and within it once more, the saved index is replaced.
					if (name === 'search_definition' || name === 'search_code') {
						writeFileSync(folder.path('project', 'edited.py'), `def edited_${nth}_${name}():\n\treturn ${nth}\n`);
					}
					const result = await client.callTool({ name, arguments: given });
					assert.notEqual(result.isError, true, textOf(result));
				}
				const wrong = await client.callTool({ name: 'outline', arguments: { file_name: 'none.py' } });
				assert.doesNotMatch(textOf(wrong), /Internal error/);
				const { resources } = await client.listResources();
				await client.readResource({ uri: resources[0]?.uri ?? '' });
				if (nth === 2) {
					before = held();
					nFiles = nTemporary();
				}
			}
			assert.deepEqual(await settled(held, before), before);
			assert.equal(nTemporary(), nFiles);
			assert.deepEqual(errors, []);
		} finally {
			await client.close();
		}
	});

	it('as an editor and its index processes: holds what it held', () => {
		const worker = join(__dirname, 'repeatedEdits.js');
		const words = [worker, folder.path('project'), folder.path('storage'), String(rounds(14, 125))];
		const { command, args } = withFewDescriptors([process.execPath, ...words], folder.path('tmp'));
		const { stdout, stderr, status } = spawnSync(command, args, { cwd: repoRoot, encoding: 'utf8' });
		assert.deepEqual([status, stderr], [0, '']);
		for (const [name, [before, after]] of Object.entries(JSON.parse(stdout) as HeldByEditor)) {
			assert.deepEqual(after, before, name);
		}
		assert.equal(nTemporary(), 0);
	});

	it('as a worker of a queue: holds what it held', async function () {
		needRedis(this);
		const redis = await RedisServer.start(folder.path('redis'));
		const nIssues = rounds(4, 100);
		const rows = readFileSync(writeQueuedIssues(folder.path(), nIssues), 'utf8').split('\n');
		const submit = async (count: number) => {
			folder.write({ 'issues.jsonl': rows.slice(0, count).join('\n') });
			const words = ['queue', 'submit', '--instances', folder.path('issues.jsonl'), '--queue', redis.url];
			assert.equal((await faultlineCli([...words, '--yes'])).code, 0);
		};
		await submit(2);
		const worker = new QueueWorker(folder.path(), redis.url, { storage: 'storage', launcher: launcher() });
		const done = async (count: number) => {
			while (worker.isAlive && worker.log.split(': done in ').length <= count) {
				await new Promise(resolve => setTimeout(resolve, 50));
			}
			assert.ok(worker.isAlive, worker.log);
		};
		try {
			await done(2);
			const held = () => heldBy(worker.processId);
			const before = await settled(held, {});
			await submit(nIssues);
			await done(nIssues);
			assert.deepEqual(await settled(held, before), before);
		} finally {
			worker.stop('SIGTERM');
			await worker.ended;
			await redis.kill();
		}
		assert.equal(nTemporary(), 0);
	});

	it('as a batch: holds no more for its last issues than for the first', async () => {
		const nIssues = rounds(4, 100);
		writeQueuedIssues(folder.path(), nIssues);
		const where = ['--repositories', folder.path('clones'), '--output', folder.path('output')];
		const issues = ['--instances', folder.path('issues.jsonl'), '--jobs', '1', '--storage', folder.path('storage')];
		const cli = [process.execPath, commandLineFile];
		const least = await leastHeld([...launcher(), ...cli, 'locate', ...issues, ...where]);
		assert.equal(least.length, nIssues);
		assert.deepEqual(least.at(-1), least[1]);
		assert.equal(nTemporary(), 0);
	});
});

/** Of each issue of a batch: the fewest descriptors that it has while it works on it. */
async function leastHeld([command = '', ...args]: readonly string[]): Promise<number[]> {
	const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
	const least: number[] = [];
	let [log, fewest] = ['', Number.POSITIVE_INFINITY];
	const look = setInterval(() => {
		if (child.exitCode === null) {
			const { 'child process': _, ...held } = heldBy(child.pid ?? 0);
			fewest = Math.min(fewest, Object.values(held).reduce((sum, count) => sum + count, 0) || fewest);
		}
	}, 5);
	child.stderr.setEncoding('utf8').on('data', (piece: string) => {
		log += piece;
		if (piece.includes(': done in ')) {
			least.push(fewest);
			fewest = Number.POSITIVE_INFINITY;
		}
	});
	await once(child, 'close');
	clearInterval(look);
	assert.equal(child.exitCode, 0, log);
	return least;
}

function callsOf(nth: number): readonly (readonly [name: string, args: Readonly<Record<string, unknown>>])[] {
	return [
		['search_definition', { symbol: `edited_${nth}_search_definition` }],
		['locate_bug', { issue: readFileSync(join(sample, 'ISSUE.md'), 'utf8') }],
		['search_code', { query: 'minutes_between' }],
		['find_references', { name: 'minutes_between' }],
		['outline', { file_name: 'tally/clock.py' }],
		['read_lines', { file_name: 'tally/clock.py', start_line: 1, end_line: 5 }],
		['list_files', {}],
		['search_commits', { query: 'first' }],
		['symbol_history', { symbol: 'minutes_between' }],
		['blame', { file: 'tally/clock.py', start_line: 1 }],
		['run_state', {}],
	];
}

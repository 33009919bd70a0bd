import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildSync } from 'esbuild';
import { hunkState } from '../../../src/runs/pure/events/patchDecisions';
import { foldRun } from '../../../src/runs/pure/fold/runFold';
import { acceptedPath, diskWrites, newText, oldText } from '../../support/acceptForever';
import { repoRoot } from '../../support/repoRoot';
import { numbered, runStarted } from '../../support/runEvents';
import { TestFolder } from '../../support/testFolder';

const runId = '20260101-000000-000-abcd';

describe('copies of accepted files', () => {
	const folder = new TestFolder();
	const children: ChildProcess[] = [];

	beforeEach(async () => {
		writeFileSync(folder.path(acceptedPath), oldText);
		const { runs } = diskWrites(folder.path());
		for (const event of numbered([runStarted(runId), { type: 'runEnded', outcome: 'done' }])) {
			await runs.append(runId, event);
		}
		const entryPoints = [join(repoRoot, 'test', 'support', 'acceptForever.ts')];
		buildSync({
			entryPoints,
			outfile: folder.path('acceptForever.js'),
			bundle: true,
			platform: 'node',
			logLevel: 'error',
		});
	});
	afterEach(() => {
		for (const child of children.splice(0)) {
			child.kill('SIGKILL');
		}
	});

	const startProcess = () => {
		const stdio = ['ignore', 'pipe', 'inherit'] as const;
		const child = spawn(process.execPath, [folder.path('acceptForever.js'), folder.path(), runId], {
			stdio: [...stdio],
		});
		children.push(child);
		return child;
	};

	const decisions = async () => foldRun(await diskWrites(folder.path()).runs.read(runId)).decisions;
	const disk = () => readFileSync(folder.path(acceptedPath), 'utf8');

	it('come back, and go, byte by byte', async () => {
		const { copies } = diskWrites(folder.path());
		const bytes = Uint8Array.from({ length: 256 }, (_, at) => at);
		await copies.write(runId, 'p1-w1-before-ä b.txt', bytes);
		assert.deepEqual(new Uint8Array(await copies.read(runId, 'p1-w1-before-ä b.txt')), bytes);
		await assert.rejects(copies.read(runId, 'p1-w2-before-a.txt'), /cannot be read/);
	});

	it('make the log and the disk agree at the next start, wherever a process is really killed', async () => {
		for (let round = 0; round < 6; round++) {
			const child = startProcess();
			await once(child.stdout, 'data');
			await wait(Math.random() * 60);
			child.kill('SIGKILL');
			await once(child, 'close');
			const { writes, copies } = diskWrites(folder.path());
			for (const id of await copies.runsWithWrites()) {
				await writes.recover(id);
			}
			assert.deepEqual(await copies.runsWithWrites(), []);
			const { written, unfinished, ...states } = await decisions();
			const isAccepted = hunkState({ written, unfinished, ...states }, 'p1', acceptedPath, 0) === 'accepted';
			assert.deepEqual(unfinished, []);
			assert.ok(disk() === (isAccepted ? newText : oldText), `round ${round}: the file matches the log`);
			const of = { runId, path: acceptedPath };
			await writes.undo(
				of,
				written.map(({ write }) => write),
				'undone',
			);
			assert.ok(disk() === oldText);
		}
	});

	it('lets a process settle nothing that another, which is alive, is writing', async () => {
		const child = startProcess();
		await once(child.stdout, 'data');
		const { writes } = diskWrites(folder.path());
		for (let n = 0; n < 5; n++) {
			// Waits for its turn between two writes of the other.
			await writes.recover(runId);
		}
		child.kill('SIGKILL');
		await once(child, 'close');
		const ends = (await diskWrites(folder.path()).runs.read(runId)).filter(({ type }) => type === 'patchWriteEnded');
		assert.ok(ends.every(event => event.type === 'patchWriteEnded' && event.outcome === 'written'));
	});
});

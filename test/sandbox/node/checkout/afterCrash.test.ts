import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildSync } from 'esbuild';
import { ScratchCheckouts } from '../../../../src/sandbox/node/checkout/scratchCheckouts';
import { folderPicture } from '../../../support/folderPicture';
import { commitAll, git } from '../../../support/gitRepository';
import { RecordedLog } from '../../../support/recordedLog';
import { repoRoot } from '../../../support/repoRoot';
import { TestFolder } from '../../../support/testFolder';

const longMs = 60_000;

describe('scratch checkouts of a process that is killed', () => {
	const folder = new TestFolder();
	let child: ChildProcess | undefined;

	beforeEach(() => {
		const entryPoints = [join(repoRoot, 'test', 'support', 'checkoutForever.ts')];
		const outfile = folder.path('checkoutForever.js');
		buildSync({ entryPoints, outfile, bundle: true, platform: 'node', logLevel: 'error' });
		const names = Array.from({ length: 400 }, (_, number) => [`project/file${number}.txt`, `${number}\n`]);
		folder.write({
			...Object.fromEntries(names),
			'project/.gitignore': 'node_modules\n',
			'project/node_modules/m/i.js': 'm',
		});
		commitAll(folder.path('project'));
		folder.write({ 'project/file1.txt': 'changed\n', 'project/untracked.txt': 'u\n' });
		git(folder.path('project'), 'add', 'file1.txt');
	});
	afterEach(async () => {
		if (child?.kill('SIGKILL')) {
			await once(child, 'exit');
		}
		await startAgain().removeLeftovers();
	});

	/** Resolves once it prints the word, to all it printed. */
	const startUntil = async (word: string, timeoutMs: number): Promise<{ process: ChildProcess; printed: string[] }> => {
		const args = [folder.path('checkoutForever.js'), folder.path('project'), folder.path('storage'), String(timeoutMs)];
		const started = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
		child = started;
		const printed: string[] = [];
		const lines = createInterface({ input: started.stdout });
		lines.on('line', line => printed.push(line));
		while (!printed.some(line => line.startsWith(word))) {
			await once(lines, 'line');
		}
		return { process: started, printed };
	};
	/** Lets it run until it prints the word, and `delayMs` longer, then kills it. Returns its output. */
	const killAt = async (word: string, delayMs: number, timeoutMs = 300): Promise<string[]> => {
		const { process: started, printed } = await startUntil(word, timeoutMs);
		await sleep(delayMs);
		started.kill('SIGKILL');
		await once(started, 'exit');
		return printed;
	};
	const left = () => {
		mkdirSync(folder.path('storage', 'checkouts'), { recursive: true });
		return readdirSync(folder.path('storage', 'checkouts'));
	};
	const startAgain = () => {
		const roots = [{ name: 'project', dir: folder.path('project') }];
		return new ScratchCheckouts({ roots, storage: folder.path('storage'), log: new RecordedLog() });
	};
	const isAlive = (pid: number) => {
		try {
			process.kill(pid, 0);
			return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
		} catch {
			return false;
		}
	};

	it("are gone after the next start, wherever it was, and the user's files are unchanged", async () => {
		const before = folderPicture(folder.path('project'));
		let nLeft = 0;
		const moments: [word: string, delayMs: number][] = [
			...[0, 20, 50, 100, 180].map((delayMs): [string, number] => ['making', delayMs]),
			...['made', 'hanging', 'resetting', 'disposing'].map((word): [string, number] => [word, 5]),
		];
		for (const [word, delayMs] of moments) {
			await killAt(word, delayMs);
			nLeft += left().length;
			await startAgain().removeLeftovers();
			assert.deepEqual(left(), [], `${word} + ${delayMs} ms`);
		}
		assert.ok(nLeft > moments.length / 2, `${nLeft} were left in ${moments.length} crashes`);
		assert.deepEqual(folderPicture(folder.path('project')), before);
		assert.equal(git(folder.path('project'), 'worktree', 'list').split('\n').length, 1);
	});

	it('run nothing after the next start', async function () {
		if (process.platform !== 'linux') {
			this.skip();
		}
		// It outlives who started it, unless another Faultline starts on this machine at that moment, and ends it already.
		let pid = 0;
		while (!isAlive(pid)) {
			const printed = await killAt('hanging', 0, longMs);
			pid = Number(printed.at(-1)?.split(' ')[1]);
		}
		await startAgain().removeLeftovers();
		while (isAlive(pid)) {
			await sleep(10);
		}
	});

	it('leave no lock that was not finished', async () => {
		folder.write({ 'storage/checkouts/a-1.lock.draft': '', 'storage/checkouts/a-1/1/file.txt': 'x' });
		await startAgain().removeLeftovers();
		assert.deepEqual(left(), []);
	});

	it('are left to it while it lives', async () => {
		await startUntil('hanging', longMs);
		const own = left();
		assert.equal(own.length, 2, 'a copy and its lock');
		const checkout = await startAgain().create('other');
		assert.deepEqual(
			own.filter(name => !left().includes(name)),
			[],
		);
		await checkout.dispose();
	});
});

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import Mocha from 'mocha';
import { endHangingTests } from './endHangingTests';
import { watchProgress } from './progress';

const limits = { quietMs: 200, busyShare: 0.1, endlessMs: 5000 };

class Silent extends Mocha.reporters.Base {
	override epilogue(): void {
		// Failures of these tests are expected.
	}
}

describe('a test that hangs', () => {
	/** Titles of the tests that fail, with why. `msOfCall` is the processor time that seems to be used between two looks. */
	const failuresOf = async (msOfCall: number, test: () => Promise<void>): Promise<string[]> => {
		const mocha = new Mocha({ timeout: 0, reporter: Silent });
		mocha.suite.addTest(new Mocha.Test('first', test));
		mocha.suite.addTest(new Mocha.Test('second', () => undefined));
		let usedMs = 0;
		const cpuMs = () => {
			usedMs += msOfCall;
			return usedMs;
		};
		const failures: string[] = [];
		await new Promise<void>(resolve => {
			const runner = mocha.run(() => resolve());
			runner.on('fail', (failed, error: Error) => failures.push(`${failed.title}: ${error.message}`));
			endHangingTests(runner, () => watchProgress(limits, cpuMs), 5);
		});
		return failures;
	};

	it('is ended, and the next one runs', async () => {
		assert.deepEqual(await failuresOf(0, () => new Promise(() => undefined)), [
			'first: hangs: it used less than 0.02 s of processor time in 0.2 s',
		]);
	});

	it('is told from one that is slow on a busy machine', async () => {
		assert.deepEqual(await failuresOf(20, () => sleep(3 * limits.quietMs)), []);
	});

	it('is ended, too, when it uses processor time without end', async () => {
		const endless = { ...limits, endlessMs: 300 };
		const problem = watchProgress(endless, () => performance.now());
		let text: string | undefined;
		while (text === undefined) {
			await sleep(5);
			text = problem();
		}
		assert.match(text, /did not end in/);
	});

	it('is told by what it started', async () => {
		const busy = watchProgress({ ...limits, quietMs: 2000, busyShare: 0.02 });
		const child = spawn(process.execPath, ['-e', 'for (;;) {}']);
		try {
			await once(child, 'spawn');
			for (const startedMs = performance.now(); performance.now() - startedMs < 3000; ) {
				assert.equal(busy(), undefined);
				await sleep(20);
			}
		} finally {
			child.kill('SIGKILL');
		}
	});
});

import type Mocha from 'mocha';
import { usualLimits, watchProgress } from './progress';

/**
 * Fails each test and hook that hangs, in place of mocha's limits of time: on a busy machine, a test that is slow still
 * uses processor time, and one that hangs does not.
 */
export function endHangingTests(runner: Mocha.Runner, watch = () => watchProgress(usualLimits), everyMs = 5000): void {
	let timer: NodeJS.Timeout | undefined;
	const end = () => clearInterval(timer);
	const begin = (runnable: Mocha.Runnable) => {
		end();
		const problem = watch();
		timer = setInterval(() => {
			const text = problem();
			if (text !== undefined) {
				end();
				fail(runnable, text);
			}
		}, everyMs);
		timer.unref();
	};
	runner.on('test', begin).on('hook', begin).on('test end', end).on('hook end', end).on('end', end);
}

/** As mocha does when its own limit is reached: what the test does later is ignored. */
function fail(runnable: Mocha.Runnable, text: string): void {
	runnable.callback?.(new Error(text));
	runnable.timedOut = true;
}

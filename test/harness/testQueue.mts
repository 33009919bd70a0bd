import { availableParallelism, totalmem } from 'node:os';

/** Something to do while tests run: a file of tests, or all tests in one VS Code. */
export interface Job {
	readonly name: string;
	/** Its duration in an earlier run, to begin with what takes longest; unknown ones are short. */
	readonly expectedMs: number;
	/** Opens a window of VS Code, which takes memory and both cores: only some do so at a time. */
	readonly opensWindow: boolean;
	/** `slot` is one of `0 … slots - 1`, and free. */
	run(slot: number): Promise<void>;
}

/**
 * Does jobs side by side, as most of them wait for programs that they started: those with windows first, since they wait
 * most, and the longest first, so that no long one is left at the end. With `keepsOrder`, as they come.
 */
export async function runJobs(
	jobs: readonly Job[],
	{ slots, windows = slots, keepsOrder = false }: { slots: number; windows?: number; keepsOrder?: boolean },
): Promise<void> {
	const waiting = keepsOrder ? [...jobs] : [...jobs].sort(byWindowAndDuration);
	const running = new Map<number, boolean>();
	await new Promise<void>((resolve, reject) => {
		const startMore = () => {
			if (waiting.length === 0 && running.size === 0) {
				resolve();
			}
			for (let slot = 0; slot < slots; slot++) {
				const nWindows = [...running.values()].filter(isWindow => isWindow).length;
				const at = waiting.findIndex(job => !job.opensWindow || nWindows < windows);
				if (!running.has(slot) && at >= 0) {
					start(waiting.splice(at, 1)[0] as Job, slot);
				}
			}
		};
		const start = (job: Job, slot: number) => {
			running.set(slot, job.opensWindow);
			job
				.run(slot)
				.then(() => {
					running.delete(slot);
					startMore();
				})
				.catch(reject);
		};
		startMore();
	});
}

function byWindowAndDuration(one: Job, other: Job): number {
	return Number(other.opensWindow) - Number(one.opensWindow) || other.expectedMs - one.expectedMs;
}

/** Most tests wait for programs that they started; a window of VS Code with its browser takes a gigabyte and both cores. */
export function slotsOfMachine(): { slots: number; windows: number } {
	const cores = availableParallelism();
	const nOfMemory = Math.floor(totalmem() / 3e9);
	const slots = Math.max(1, Math.min(cores + 1, nOfMemory));
	return { slots, windows: Math.max(1, Math.min(cores, slots - 1)) };
}

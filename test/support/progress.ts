import { readdirSync, readFileSync } from 'node:fs';

/** When something hangs, rather than being slow on a busy machine. */
export interface HangLimits {
	/** It hangs when this process, and all it started, used less than `busyShare` of one core for this long. */
	readonly quietMs: number;
	readonly busyShare: number;
	/** It hangs, too, when it takes this long, whatever it uses: an endless loop. */
	readonly endlessMs: number;
}

/** Below the 10 minutes without output after which test/run.mjs ends a suite. */
export const usualLimits: HangLimits = { quietMs: 180_000, busyShare: 0.02, endlessMs: 9.5 * 60_000 };

/**
 * Returns a function to be called again and again, which states why no progress is seen; undefined as long as there is
 * some. `cpuMs` is what this process and all it started have used; undefined where the system does not say.
 */
export function watchProgress(limits: HangLimits, cpuMs = cpuMsOfTree): () => string | undefined {
	const startedMs = performance.now();
	const enoughMs = limits.busyShare * limits.quietMs;
	let lastMs = startedMs;
	let progress = { ms: startedMs, cpuMs: cpuMs() ?? 0 };
	return () => {
		const nowMs = performance.now();
		const usedMs = cpuMs();
		// A call that blocked this process, such as an installation, has returned: that is progress.
		const wasBlocked = nowMs - lastMs > limits.quietMs / 4;
		lastMs = nowMs;
		if (wasBlocked || usedMs === undefined || usedMs - progress.cpuMs >= enoughMs) {
			progress = { ms: nowMs, cpuMs: usedMs ?? 0 };
		}
		if (nowMs - progress.ms >= limits.quietMs) {
			return `hangs: it used less than ${enoughMs / 1000} s of processor time in ${limits.quietMs / 1000} s`;
		}
		return nowMs - startedMs >= limits.endlessMs ? `did not end in ${limits.endlessMs / 60_000} minutes` : undefined;
	};
}

/** Of this process and all its descendants, with those that have ended (Linux). */
function cpuMsOfTree(): number | undefined {
	if (process.platform !== 'linux') {
		return undefined;
	}
	const rows = new Map<number, { readonly parent: number; readonly ticks: number }>();
	for (const name of readdirSync('/proc')) {
		const fields = /^\d+$/.test(name) ? statOf(name) : undefined;
		if (fields !== undefined) {
			const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
			rows.set(Number(name), { parent: Number(fields[1]), ticks });
		}
	}
	const isOurs = (pid: number): boolean => pid === process.pid || (pid > 1 && isOurs(rows.get(pid)?.parent ?? 0));
	const sum = [...rows].reduce((ticks, [pid, row]) => ticks + (isOurs(pid) ? row.ticks : 0), 0);
	return sum * msPerTick;
}

/** Linux counts in hundredths of a second for all programs. */
const msPerTick = 10;

/** The fields of /proc/PID/stat from the third on. */
function statOf(pid: string): string[] | undefined {
	try {
		const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
		return text.slice(text.lastIndexOf(')') + 2).split(' ');
	} catch {
		// It has ended since.
		return undefined;
	}
}

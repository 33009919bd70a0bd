import assert from 'node:assert/strict';

const sizes = [8, 16, 32, 64].map(kilobytes => kilobytes * 1024);
/** Below this, the clock and the collector of garbage decide. */
const measurableMs = 4;
/** The least of so many tries counts: other programs make a try slower, never faster. */
const tries = 6;
const highestRatio = 2.5;

/**
 * Requires that the processor time of a reader at most grows 2.5-fold where its input doubles from 8 to 64 KB. An input
 * is `unit` repeated up to the size, between `before` and `after`.
 */
export async function requireLinear(
	read: (text: string) => unknown,
	{ unit, before = '', after = '' }: RepeatedText,
): Promise<void> {
	const inputs = sizes.map(size => before + unit.repeat(Math.ceil(size / unit.length)) + after);
	const least = inputs.map(() => Number.POSITIVE_INFINITY);
	for (let done = 0; done < tries && (done < 1 || !isLinear(least)); done++) {
		for (const [at, input] of inputs.entries()) {
			least[at] = Math.min(least[at] ?? 0, await cpuMs(() => read(input)));
		}
	}
	const shown = least.map(ms => ms.toFixed(1)).join(' → ');
	assert.ok(isLinear(least), `${JSON.stringify({ before, unit, after })} takes ${shown} ms for 8 → 16 → 32 → 64 KB`);
}

export interface RepeatedText {
	readonly unit: string;
	readonly before?: string;
	readonly after?: string;
}

function isLinear(least: readonly number[]): boolean {
	return least.every((ms, at) => at === 0 || ms <= highestRatio * Math.max(measurableMs, least[at - 1] ?? 0));
}

async function cpuMs(work: () => unknown): Promise<number> {
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}

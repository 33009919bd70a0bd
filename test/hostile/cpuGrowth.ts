import assert from 'node:assert/strict';

const sizes = [8, 16, 32, 64].map(kilobytes => kilobytes * 1024);
/** Below this, the clock and the collector of garbage decide. */
const measurableMs = 2;
/** The least of so many tries counts: other programs make a try slower, never faster. */
const tries = 8;
/** After a try that takes longer, one more has to do. */
const longMs = 500;
const highestRatio = 2.5;

/**
 * Requires that the processor time of a reader at most grows 2.5-fold each time its input doubles, from 8 to 64 KB, on
 * average over the steps. An input is `unit` repeated up to the size, between `before` and `after`.
 */
export async function requireLinear(
	read: (text: string) => unknown,
	{ unit, before = '', after = '' }: RepeatedText,
): Promise<void> {
	await requireLinearOn(read, size => before + unit.repeat(Math.ceil(size / unit.length)) + after, {
		before,
		unit,
		after,
	});
}

/** As `requireLinear`, for an input of each size, as a rule in characters; `input` is what a failure reports of it. */
export async function requireLinearOn<Input>(
	read: (input: Input) => unknown,
	inputOf: (size: number) => Input,
	input: unknown,
): Promise<void> {
	const inputs = sizes.map(inputOf);
	const least = inputs.map(() => Number.POSITIVE_INFINITY);
	for (let done = 0; done < 1 || (done < triesFor(least) && !isLinear(least)); done++) {
		for (const [at, sized] of inputs.entries()) {
			least[at] = Math.min(least[at] ?? 0, await cpuMs(() => read(sized)));
		}
	}
	const shown = least.map(ms => ms.toFixed(1)).join(' → ');
	assert.ok(isLinear(least), `${JSON.stringify(input)} takes ${shown} ms for 8 → 16 → 32 → 64 KB`);
}

export interface RepeatedText {
	readonly unit: string;
	readonly before?: string;
	readonly after?: string;
}

function triesFor(least: readonly number[]): number {
	return Math.max(...least) > longMs ? 2 : tries;
}

function isLinear(least: readonly number[]): boolean {
	const [first = 0, last = 0] = [least[0], least.at(-1)];
	return last <= Math.max(measurableMs, first) * highestRatio ** (least.length - 1);
}

async function cpuMs(work: () => unknown): Promise<number> {
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	return (user + system) / 1000;
}

import type { CallLink } from '../../../testing/pure/traces/callLinks';

/** How far calls are followed, and the share of a score left after each call. */
const walk = { nCalls: 4, share: 0.5 };

/** Functions at which a walk begins. */
export interface WalkStart {
	readonly weight: number;
	/** Calls below this line were not made yet: the line of the last frame in the function. */
	readonly untilLine?: number;
}

/**
 * How near each function is to some others, along calls from caller to callee: code that ran before a failure and is in
 * none of its frames was called by one of them.
 */
export function reachedCode(
	links: readonly CallLink[],
	starts: ReadonlyMap<number, WalkStart>,
	size: number,
): Float64Array {
	const made = links.filter(({ caller, line }) => line <= (starts.get(caller)?.untilLine ?? line));
	const nCallees = new Map<number, number>();
	for (const { caller } of made) {
		nCallees.set(caller, (nCallees.get(caller) ?? 0) + 1);
	}
	const sums = new Float64Array(size);
	let current = new Map([...starts].map(([at, { weight }]) => [at, weight]));
	for (let call = 0; call < walk.nCalls; call++) {
		const next = new Map<number, number>();
		for (const { caller, callee, share } of made) {
			const from = current.get(caller) ?? 0;
			const reached = (from * walk.share * share) / Math.sqrt(nCallees.get(caller) ?? 1);
			if (reached > 0) {
				next.set(callee, (next.get(callee) ?? 0) + reached);
			}
		}
		for (const [at, score] of next) {
			sums[at] = (sums[at] ?? 0) + score;
		}
		current = next;
	}
	return sums;
}

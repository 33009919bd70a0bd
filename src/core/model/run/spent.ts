import type { Usage } from '../chat';
import type { Run } from './run';
import type { Cap } from './runEvent';

/** Price per million tokens, in the currency the user wrote the prices in. */
export interface Price {
	readonly input: number;
	/** For cached input; defaults to `input`. */
	readonly cachedInput?: number;
	readonly output: number;
}

/** The cost of these tokens. */
export function costOf({ inputTokens, cachedTokens, outputTokens }: Usage, price: Price): number {
	const { input, cachedInput = input, output } = price;
	return ((inputTokens - cachedTokens) * input + cachedTokens * cachedInput + outputTokens * output) / 1e6;
}

/** The highest of each price: for tokens of several models, whose cost is at most that. Undefined where none is known. */
export function highestPrice(prices: readonly (Price | undefined)[]): Price | undefined {
	const known = prices.flatMap(price => price ?? []);
	const highest = (of: (price: Price) => number) => Math.max(...known.map(of));
	return known.length === 0
		? undefined
		: {
				input: highest(({ input }) => input),
				cachedInput: highest(({ input, cachedInput = input }) => cachedInput),
				output: highest(({ output }) => output),
			};
}

/** A run's use of everything that can be capped; the cost is 0 where no price is known. */
export function spentOf(
	{ nRequests, usage, state, activeMs, activeSince }: Run,
	nowMs: number,
	price: Price | undefined,
): Readonly<Record<Cap, number>> {
	return {
		requests: nRequests,
		tokens: usage.inputTokens + usage.outputTokens,
		cost: price === undefined ? 0 : costOf(usage, price),
		time: activeMs + (state === 'running' ? nowMs - activeSince : 0),
	};
}

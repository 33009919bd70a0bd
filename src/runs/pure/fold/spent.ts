import type { Cap } from '../events/runEvent';
import type { Usage } from '../model/chat';
import type { Run } from './run';

/** From this share of a cap on, the user is asked whether to raise it. */
const nearShare = 0.8;

export const allCaps: readonly Cap[] = ['requests', 'tokens', 'cost', 'time'];

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

/** The engine of a run, and other models that it asked. */
export function modelsOf({ engine, nodes }: Run): readonly string[] {
	const others = Object.values(nodes).flatMap(({ requests }) => requests.flatMap(({ model }) => model ?? []));
	return [...new Set([engine, ...others])];
}

/** The highest of each price: for tokens of several models, whose cost is at most that. Undefined if none is known. */
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

/** A run's use of everything that can be capped; the cost is 0 if no price is known. */
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

/** A cap, and how much of it a run has used. Units as in `Cap`. */
export interface UsedCap {
	readonly cap: Cap;
	readonly limit: number;
	readonly used: number;
}

/** The cap that is used most, once four fifths of it are used; undefined before, and without limits. */
export function nearCap(
	run: Run,
	nowMs: number,
	{ caps, price }: { readonly caps: Readonly<Partial<Record<Cap, number>>>; readonly price?: Price | undefined },
): UsedCap | undefined {
	const spent = spentOf(run, nowMs, price);
	const used = allCaps.flatMap(cap => {
		const limit = run.caps[cap] ?? caps[cap];
		return limit === undefined ? [] : [{ cap, limit, used: spent[cap] }];
	});
	const share = (each: UsedCap) => each.used / each.limit;
	return used.filter(each => share(each) >= nearShare).sort((a, b) => share(b) - share(a))[0];
}

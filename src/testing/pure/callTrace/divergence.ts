import { type CallTrace, functionKey, hasAllLines, recorded, type TracedCall } from './callTrace';

/** The first call that ended otherwise than in a passing run, although it began alike. */
export interface Divergence {
	readonly call: TracedCall;
	/** In the passing run, with the same arguments; or, for a branch, the calls of the function took other lines. */
	readonly other: TracedCall;
	readonly kind: 'result' | 'branch';
	/** The passing test. */
	readonly test: string;
	/** For a branch: the lines that no passing call of it executed. */
	readonly lines: readonly number[];
}

/**
 * The first call of a failing run, in the order in which calls ended, whose arguments agree with a call of a passing run and
 * whose result or exception does not; else the first one that executes lines that no passing call of the function does.
 * Passing runs have to be whole: a call that was not recorded could have agreed.
 */
export function firstDivergence(failing: CallTrace, passing: readonly CallTrace[]): Divergence | undefined {
	const known = new Map<string, { readonly call: TracedCall; readonly test: string }[]>();
	for (const { test, calls } of passing) {
		for (const call of calls) {
			const same = known.get(functionKey(call)) ?? [];
			known.set(functionKey(call), same);
			same.push({ call, test });
		}
	}
	const ended = [...failing.calls].sort((a, b) => orderOf(a) - orderOf(b));
	for (const call of ended.filter(isKnown)) {
		const alike = (known.get(functionKey(call)) ?? []).filter(each => argsKey(each.call) === argsKey(call));
		const [first] = alike;
		if (
			first !== undefined &&
			isWhole(known.get(functionKey(call)) ?? []) &&
			alike.every(each => outcomeKey(each.call) !== outcomeKey(call))
		) {
			return { call, other: first.call, kind: 'result', test: first.test, lines: [] };
		}
	}
	for (const call of ended) {
		const others = known.get(functionKey(call)) ?? [];
		const [first] = others;
		const usual = new Set(others.flatMap(each => each.call.lines.map(({ line }) => line)));
		const own = [...new Set(call.lines.map(({ line }) => line))].filter(line => !usual.has(line));
		if (first !== undefined && isWhole(others) && others.every(each => hasAllLines(each.call)) && own.length > 0) {
			return { call, other: first.call, kind: 'branch', test: first.test, lines: own };
		}
	}
	return undefined;
}

/** Of the passing runs the one that shares most functions with a failing run. */
export function nearestPassing(failing: CallTrace, passing: readonly CallTrace[]): CallTrace | undefined {
	const own = functionsOf(failing);
	const share = (trace: CallTrace) => {
		const other = functionsOf(trace);
		const nCommon = [...other].filter(each => own.has(each)).length;
		return nCommon / Math.max(1, own.size + other.size - nCommon);
	};
	const shares = passing.map(trace => ({ trace, share: share(trace) })).filter(each => each.share > 0);
	return shares.sort((a, b) => b.share - a.share)[0]?.trace;
}

function functionsOf({ calls }: CallTrace): ReadonlySet<string> {
	return new Set(calls.map(functionKey));
}

/** Whether no call of a function was left out, in no test. */
function isWhole(calls: readonly { readonly test: string }[]): boolean {
	const counts = new Map<string, number>();
	for (const { test } of calls) {
		counts.set(test, (counts.get(test) ?? 0) + 1);
	}
	return [...counts.values()].every(n => n < recorded.calls);
}

function argsKey({ args }: TracedCall): string {
	return JSON.stringify(Object.entries(args));
}

/** Its arguments are values, not objects of which only the class is known, and not cut: they can agree. */
function isKnown({ args }: TracedCall): boolean {
	const values = Object.values(args);
	return values.length > 0 && !values.some(value => /\(\)|…/.test(value));
}

function outcomeKey({ end, raised }: TracedCall): string {
	return end?.result ?? `${raised?.type}: ${raised?.text}`;
}

/** One that had not ended comes last. */
function orderOf({ end }: TracedCall): number {
	return end?.order ?? Number.MAX_SAFE_INTEGER;
}

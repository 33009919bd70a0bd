import { suspiciousnessOf } from '../spectrum/formulas';
import { type CallTrace, functionKey, hasAllLines, type TracedCall } from './callTrace';

/** What recorded tests that pass executed, by functions and their lines. */
export class PassingCounts {
	private readonly tests = new Map<string, number>();
	private readonly kinds = new Map<string, Set<string>>();

	constructor(passing: readonly CallTrace[]) {
		for (const { calls } of passing) {
			const own = new Set<string>();
			for (const call of calls) {
				const key = functionKey(call);
				own.add(key);
				for (const { line } of call.lines) {
					own.add(`${key} ${line}`);
				}
				this.kinds.set(key, (this.kinds.get(key) ?? new Set()).add(kindOf(call)));
			}
			for (const key of own) {
				this.tests.set(key, (this.tests.get(key) ?? 0) + 1);
			}
		}
	}

	/** How many tests executed a function. */
	testsOf(key: string): number {
		return this.tests.get(key) ?? 0;
	}

	/** Ochiai of its most suspicious line; of itself where the lines of its calls are not known. */
	scoreOf(key: string, calls: readonly TracedCall[]): number {
		const lines = calls.every(hasAllLines) ? calls.flatMap(call => call.lines.map(({ line }) => `${key} ${line}`)) : [];
		const passing = [key, ...lines].reduce(
			(least, each) => Math.min(least, this.testsOf(each)),
			Number.MAX_SAFE_INTEGER,
		);
		return suspiciousnessOf('ochiai', { failing: 1, passing, allFailing: 1, allPassing: passing });
	}

	/** The last call that returned a kind of value that the function returns in no passing test; undefined if none did. */
	unusual(key: string, calls: readonly TracedCall[]): TracedCall | undefined {
		const usual = this.kinds.get(key);
		return usual && calls.findLast(call => call.end?.result !== undefined && !usual.has(kindOf(call)));
	}
}

/** Roughly the type of a result: a name, a number, a text, a list. */
function kindOf({ end }: TracedCall): string {
	const result = end?.result ?? '';
	return /^[-+]?\d/.test(result) ? 'number' : (/^[\p{L}_$][\p{L}\p{N}_$.]*/u.exec(result)?.[0] ?? result.slice(0, 1));
}

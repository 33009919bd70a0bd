import type { SelectedTest } from './selectTests.mts';

export interface Plan {
	/** Near the change, and soon ended. */
	readonly first: readonly SelectedTest[];
	/** In the order in which they run: near ones, then the nearest by imports, then those that start the product. */
	readonly others: readonly SelectedTest[];
	/** They would take too long. */
	readonly leftOut: readonly SelectedTest[];
	readonly leftOutMs: number;
	/** In a VS Code: not run. */
	readonly inWindow: Readonly<Record<'editor' | 'e2e', number>>;
}

interface PlanOptions {
	/** How long each file takes, by experience. */
	readonly durations: { of(path: string): number };
	/** How many can run side by side without waiting for each other: one for each core. */
	readonly slots: number;
	/** Leaves none out. */
	readonly isAll?: boolean;
}

/** What the first tests may take, and all, beside the build: on a machine with nothing else to do, 10 and 60 s. */
const limits = { firstMs: 6_000, allMs: 40_000 };

export function planOf(selected: readonly SelectedTest[], { durations, slots, isAll = false }: PlanOptions): Plan {
	const unit = selected.filter(({ path }) => !/^test\/(?:editor|e2e)\//.test(path));
	const msOf = ({ path }: SelectedTest) => durations.of(path);
	const sorted = [...unit].sort(
		(one, other) => rankOf(one) - rankOf(other) || one.distance - other.distance || msOf(one) - msOf(other),
	);
	const inTime = (tests: readonly SelectedTest[], limitMs: number) => {
		let restMs = limitMs * slots;
		return tests.filter(test => {
			// One file is run by one process.
			const fits = msOf(test) <= Math.min(restMs, limitMs);
			restMs -= fits ? msOf(test) : 0;
			return fits;
		});
	};
	const near = sorted.filter(({ isNear }) => isNear);
	const first = new Set(inTime(near, limits.firstMs));
	const rest = sorted.filter(test => !first.has(test));
	const others = new Set(isAll ? rest : inTime(rest, limits.allMs - limits.firstMs));
	const leftOut = rest.filter(test => !others.has(test));
	const count = (folder: string) => selected.filter(({ path }) => path.startsWith(`test/${folder}/`)).length;
	return {
		...{ first: [...first], others: [...others], leftOut },
		leftOutMs: leftOut.reduce((sum, test) => sum + msOf(test), 0) / slots,
		inWindow: { editor: count('editor'), e2e: count('e2e') },
	};
}

function rankOf({ isNear, startsProduct }: SelectedTest): number {
	return (startsProduct ? 2 : 0) + (isNear ? 0 : 1);
}

/** What is run, in one line before the tests. */
export function describePlan(changed: readonly string[], { first, others }: Plan): string {
	const [some] = changed;
	const what = some === undefined ? 'nothing' : changed.length === 1 ? some : `${some} and ${changed.length - 1} more`;
	return `changed: ${what}; ${files(first.length)} near it, then ${files(others.length)}`;
}

/** What is not run, and how to run it; empty where there is none. */
export function describeLeftOut({ leftOut, leftOutMs, inWindow }: Plan): string {
	const suites = (['editor', 'e2e'] as const).filter(suite => inWindow[suite] > 0);
	const inWindows = suites.map(suite => `${files(inWindow[suite])} of ${suite} tests`).join(' and ');
	const lines = [
		...(leftOut.length === 0
			? []
			: [
					`left out: ${files(leftOut.length)} that may be affected (about ${Math.ceil(leftOutMs / 60_000)} minutes): npm run test:changed -- --all`,
				]),
		...(suites.length === 0 ? [] : [`not run: ${inWindows}, in a VS Code: node test/run.mjs ${suites.join(' ')}`]),
	];
	return lines.join('\n');
}

function files(count: number): string {
	return count === 1 ? '1 file' : `${count} files`;
}

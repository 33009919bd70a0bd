import type { Ranking } from '../../src/core/model/location';
import type { Gold } from './gold';

/** Which gold a prediction is compared with. */
export type View = 'plain' | 'locagent';

/** One column of the table: an accuracy at a rank. */
export interface Measure {
	readonly name: string;
	/** Undefined where the issue does not count for this measure. */
	readonly hit: (ranking: Ranking, gold: Gold, view: View) => boolean | undefined;
}

export const measures: readonly Measure[] = [
	...[1, 3, 5].map(k => measure('file', k, fileLists)),
	...[5, 10].map(k => measure('module', k, moduleLists)),
	...[5, 10].map(k => measure('function', k, functionLists)),
];

interface Lists {
	readonly predicted: readonly string[];
	readonly expected: readonly string[];
	readonly counts: boolean;
}

/** Acc@k: all gold items are among the first k. */
function measure(what: string, k: number, lists: (ranking: Ranking, gold: Gold, view: View) => Lists): Measure {
	return {
		name: `${what}@${k}`,
		hit: (ranking, gold, view) => {
			const { predicted, expected, counts } = lists(ranking, gold, view);
			const first = predicted.slice(0, k);
			return counts && expected.length > 0 ? expected.every(item => first.includes(item)) : undefined;
		},
	};
}

function fileLists({ files }: Ranking, gold: Gold, view: View): Lists {
	return view === 'plain'
		? { predicted: files, expected: gold.files, counts: true }
		: { predicted: files, expected: gold.locagent.files, counts: gold.locagent.in_274 };
}

function moduleLists({ modules }: Ranking, gold: Gold, view: View): Lists {
	return view === 'plain'
		? { predicted: modules, expected: gold.modules, counts: gold.module_metric }
		: { predicted: modules, expected: gold.locagent.modules, counts: gold.locagent.in_274 };
}

function functionLists({ functions }: Ranking, gold: Gold, view: View): Lists {
	return view === 'plain'
		? { predicted: functions, expected: gold.functions, counts: gold.function_metric }
		: { predicted: asLocAgent(functions), expected: gold.locagent.entities, counts: gold.locagent.in_274 };
}

/** A constructor counts as its class. */
function asLocAgent(functions: readonly string[]): string[] {
	return [...new Set(functions.map(name => name.replace(/\.__init__$/, '')))];
}

import { bootstrapMean, type Interval } from './intervals';
import { type LineFigures, readingBudgets, type ShownLines } from './shownLines';

/** What each way to answer shows for an issue, by its name. In all issues the same names. */
export type ShownByWay = Readonly<Record<string, ShownLines>>;

export interface MeasuredIssue {
	readonly group: string;
	readonly shown: ShownByWay;
}

/** Means over issues, in percent. */
export type WayFigures = Readonly<Record<keyof LineFigures, Interval | undefined>>;

export interface LineTable {
	/** `language: Go`; '' for all. */
	readonly group: string;
	readonly nIssues: number;
	readonly ways: readonly {
		readonly name: string;
		/** In the order of `readingBudgets`. */
		readonly budgets: readonly WayFigures[];
		/** Tokens up to the first changed line in half of the issues; absent if it is not shown in half of them. */
		readonly medianTokensToFirst?: number;
		/** Issues with a changed line in the whole answer. */
		readonly nUseful: number;
	}[];
}

export interface LineReport {
	readonly budgets: readonly string[];
	readonly tables: readonly LineTable[];
}

const figureNames = ['recall', 'precision', 'recallAround', 'precisionAround', 'fileHit'] as const;

/** All issues, and then by group, if there is more than one. */
export function lineReport(issues: readonly MeasuredIssue[]): LineReport {
	const groups = [...new Set(issues.map(({ group }) => group))].sort();
	return {
		budgets: readingBudgets.map(({ name }) => name),
		tables: [
			tableOf('', issues),
			...(groups.length < 2 ? [] : groups).map(group =>
				tableOf(
					group,
					issues.filter(each => each.group === group),
				),
			),
		],
	};
}

function tableOf(group: string, issues: readonly MeasuredIssue[]): LineTable {
	const names = Object.keys(issues[0]?.shown ?? {});
	return {
		...{ group, nIssues: issues.length },
		ways: names.map(name => {
			const shown = issues.flatMap(issue => issue.shown[name] ?? []);
			const first = shown.map(({ tokensToFirst = Number.POSITIVE_INFINITY }) => tokensToFirst).sort((a, b) => a - b);
			const median = first[first.length >> 1] ?? Number.POSITIVE_INFINITY;
			return {
				name,
				budgets: readingBudgets.map((_, at) => figuresAt(shown, at)),
				...(Number.isFinite(median) && { medianTokensToFirst: median }),
				nUseful: first.filter(Number.isFinite).length,
			};
		}),
	};
}

function figuresAt(shown: readonly ShownLines[], budget: number): WayFigures {
	const mean = (name: keyof LineFigures) =>
		bootstrapMean(shown.flatMap(({ budgets }) => budgets[budget]?.[name] ?? []));
	return Object.fromEntries(figureNames.map(name => [name, mean(name)])) as Record<
		keyof LineFigures,
		Interval | undefined
	>;
}

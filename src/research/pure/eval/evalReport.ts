import type { LanguageTable } from '../../../code/pure/definitions/languageTable';
import type { Ranking } from '../../../runs/pure/model/location';
import { isHit, measures } from './accuracy';
import type { Gold, View } from './gold';
import { bootstrapMean, type Interval } from './intervals';
import type { IssueTraits } from './issueTraits';

/** An issue with the rankings that are compared, by the name of their source. */
export interface RankedIssue {
	readonly id: string;
	readonly gold: Gold;
	readonly traits: IssueTraits;
	/** In all issues the same names; the first one is evaluated. A missing one counts as a miss. */
	readonly rankings: Readonly<Record<string, Ranking>>;
}

/** The figures of one ranking, or differences, in the order of `measures`; undefined if no issue counts. */
export interface FigureRow {
	readonly name: string;
	readonly figures: readonly (Interval | undefined)[];
}

export interface AccuracyTable {
	/** The common trait of the issues: `language Python`; '' for all. */
	readonly group: string;
	readonly view: View;
	readonly nIssues: number;
	readonly rows: readonly FigureRow[];
	/** The evaluated ranking less each of the others, in pairs by issue. */
	readonly differences: readonly FigureRow[];
}

export interface EvalReport {
	readonly measures: readonly string[];
	readonly tables: readonly AccuracyTable[];
}

const groupings: readonly (readonly [keyof IssueTraits, string])[] = [
	['repository', 'repository'],
	['language', 'language'],
	['text', 'text'],
	['fixed', 'fixed symbol'],
];

/** All issues in both views, and then group by group, in plain view. */
export function evalReport(issues: readonly RankedIssue[], languages: LanguageTable): EvalReport {
	const groups = groupings.flatMap(([trait, title]) => {
		const values = [...new Set(issues.map(({ traits }) => traits[trait]))].sort();
		return values.map(value => {
			const group = issues.filter(({ traits }) => traits[trait] === value);
			return tableOf(`${title}: ${value}`, 'plain', group, languages);
		});
	});
	const all = (['locagent', 'plain'] as const).map(view => tableOf('', view, issues, languages));
	return { measures: measures.map(({ name }) => name), tables: [...all, ...groups] };
}

function tableOf(group: string, view: View, issues: readonly RankedIssue[], languages: LanguageTable): AccuracyTable {
	const names = Object.keys(issues[0]?.rankings ?? {});
	const hits = new Map(names.map(name => [name, hitsOf(name, view, issues, languages)]));
	const [first = '', ...others] = names;
	const figuresOf = (values: readonly (readonly (number | undefined)[])[]) =>
		values.map(each => bootstrapMean(each.filter(value => value !== undefined)));
	return {
		...{ group, view, nIssues: issues.length },
		rows: names.map(name => ({ name, figures: figuresOf(hits.get(name) ?? []) })),
		differences: others.map(name => {
			const pairs = (hits.get(first) ?? []).map((values, measure) =>
				values.map((value, at) => {
					const other = hits.get(name)?.[measure]?.[at];
					return value === undefined || other === undefined ? undefined : value - other;
				}),
			);
			return { name: `${first} - ${name}`, figures: figuresOf(pairs) };
		}),
	};
}

/** For each measure a value for each issue: 1 for a hit, 0 for a miss, undefined if it does not count. */
function hitsOf(
	name: string,
	view: View,
	issues: readonly RankedIssue[],
	languages: LanguageTable,
): (number | undefined)[][] {
	return measures.map(measure =>
		issues.map(({ gold, rankings }) => {
			const ranking = rankings[name];
			const hit = ranking && isHit(measure, { ranking, gold, view, languages });
			return hit === undefined ? undefined : Number(hit);
		}),
	);
}

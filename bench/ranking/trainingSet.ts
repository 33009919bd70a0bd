import { readdirSync } from 'node:fs';
import { placeAmong } from '../../src/localizer/pure/additive/additiveModel';
import { queryClasses } from '../../src/localizer/pure/features/queryClass';
import { CollectedFile, type CollectedIssue } from './collected';

export type Kind = 'functions' | 'files';

/** The candidates of one issue: by name of the feature a value for each row. */
export interface IssueRows {
	readonly issue: CollectedIssue;
	readonly nRows: number;
	readonly gold: readonly number[];
	readonly columns: ReadonlyMap<string, Float32Array>;
	/** What each row scores without what is to be learnt; nothing unless given. */
	readonly known?: Float64Array;
}

/** All that was collected in a folder, in the order of its files. */
function readCollected(folder: string): {
	readonly issues: CollectedIssue[];
	readonly rowsOf: (issue: CollectedIssue, kind: Kind) => IssueRows;
} {
	const names = readdirSync(folder)
		.filter(name => name.endsWith('.jsonl'))
		.sort();
	const files = names.map(name => new CollectedFile(folder, name.slice(0, -'.jsonl'.length)));
	const fileOf = new Map(files.flatMap(file => file.issues.map(issue => [issue, file] as const)));
	return {
		issues: files.flatMap(({ issues }) => issues),
		rowsOf: (issue, kind) => {
			const { names, nRows, gold } = issue[kind];
			const values = fileOf.get(issue)?.read(issue)[kind] ?? new Float32Array();
			const columns = names.map((name, at) => {
				const column = new Float32Array(nRows);
				for (let row = 0; row < nRows; row++) {
					column[row] = values[row * names.length + at] ?? Number.NaN;
				}
				return [name, column] as const;
			});
			return { issue, nRows, gold, columns: new Map(columns) };
		},
	};
}

/** The candidates of all issues in a folder. */
export function readTables(folder: string): { readonly functions: IssueRows; readonly files: IssueRows }[] {
	const { issues, rowsOf } = readCollected(folder);
	return issues.map(issue => ({ functions: rowsOf(issue, 'functions'), files: rowsOf(issue, 'files') }));
}

/** The knots of each feature. */
export type Knots = ReadonlyMap<string, readonly number[]>;

const mostKnots = 8;

/** Knots at quantiles of the values that occur, rounded to three digits. `always`: also where no value occurs. */
export function chooseKnots(all: Iterable<IssueRows>, always: readonly string[]): Knots {
	const values = new Map<string, number[]>(always.map(name => [name, [1]]));
	for (const { columns, nRows } of all) {
		for (const [name, column] of columns) {
			const known = values.get(name) ?? [];
			values.set(name, known);
			for (let row = 0; row < nRows; row++) {
				const value = column[row] ?? Number.NaN;
				if (!Number.isNaN(value) && (row % 7 === 0 || value > 0.999)) {
					known.push(Number(value.toPrecision(3)));
				}
			}
		}
	}
	return new Map(
		[...values]
			.filter(([, found]) => found.length > 0)
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([name, found]) => [name, knotsOf(name, found)]),
	);
}

function knotsOf(name: string, values: number[]): readonly number[] {
	values.sort((a, b) => a - b);
	if (name.endsWith(': rank')) {
		const most = values.at(-1) ?? 0;
		return [0, 1, 2, 3, 4, 5, 6, 8, 10].filter(knot => knot === 0 || knot <= most);
	}
	if (name.endsWith(': share')) {
		return [0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 1];
	}
	const distinct = [...new Set(values)];
	if (distinct.length <= mostKnots) {
		return distinct;
	}
	return [
		...new Set(
			Array.from(
				{ length: mostKnots },
				(_, at) => values[Math.round((at * (values.length - 1)) / (mostKnots - 1))] ?? 0,
			),
		),
	];
}

/** The rows of a training set, as places in the tables of the features. */
export interface TrainingSet {
	readonly names: readonly string[];
	readonly knots: Knots;
	/** Where the table of each feature begins among all weights; the first one is that of an absent value. */
	readonly starts: readonly number[];
	readonly nWeights: number;
	readonly issues: readonly TrainingIssue[];
}

export interface TrainingIssue {
	readonly query: number;
	readonly nRows: number;
	/** The first rows are what was fixed. */
	readonly nGold: number;
	/** Of row r and feature f, at r * nFeatures + f. */
	readonly at: Uint16Array;
	readonly share: Float32Array;
	/** What is added to the score of each row, and not learnt. */
	readonly known: Float64Array;
}

export interface SetOptions {
	readonly knots: Knots;
	readonly isUsed: (name: string) => boolean;
	/** How many of what was not fixed are taken, those first that the fusion has first. */
	readonly nOthers: number;
}

export function makeTrainingSet(all: Iterable<IssueRows>, { knots, isUsed, nOthers }: SetOptions): TrainingSet {
	const names = [...knots.keys()].filter(isUsed);
	const starts: number[] = [];
	let nWeights = 0;
	for (const name of names) {
		starts.push(nWeights);
		nWeights += 1 + (knots.get(name)?.length ?? 0);
	}
	const issues: TrainingIssue[] = [];
	for (const rows of all) {
		if (rows.gold.length > 0) {
			issues.push(trainingIssue(rows, { names, starts, knots, nOthers }));
		}
	}
	return { names, knots, starts, nWeights, issues };
}

function trainingIssue(
	rows: IssueRows,
	{ names, starts, knots, nOthers }: Pick<TrainingSet, 'names' | 'starts' | 'knots'> & Pick<SetOptions, 'nOthers'>,
): TrainingIssue {
	const { issue, gold } = rows;
	const chosen = [...gold, ...hardest(rows, nOthers)];
	const at = new Uint16Array(chosen.length * names.length);
	const share = new Float32Array(at.length);
	for (const [f, name] of names.entries()) {
		const column = rows.columns.get(name);
		const own = knots.get(name) ?? [];
		const start = starts[f] ?? 0;
		for (const [r, row] of chosen.entries()) {
			const value = column?.[row] ?? Number.NaN;
			if (Number.isNaN(value)) {
				at[r * names.length + f] = start;
			} else {
				const place = placeAmong(own, value);
				at[r * names.length + f] = start + 1 + place.knot;
				share[r * names.length + f] = place.share;
			}
		}
	}
	const known = Float64Array.from(chosen, row => rows.known?.[row] ?? 0);
	return { query: queryClasses.indexOf(issue.query), nRows: chosen.length, nGold: gold.length, at, share, known };
}

/** The others that are first by the fusion, and of the rest one in so many. */
function hardest({ columns, nRows, gold }: IssueRows, nOthers: number): number[] {
	const rank = columns.get('fusion: rank');
	const fixed = new Set(gold);
	const order = Array.from({ length: nRows }, (_, row) => row)
		.filter(row => !fixed.has(row))
		.sort((a, b) => (rank?.[a] ?? 99) - (rank?.[b] ?? 99) || a - b);
	const first = order.slice(0, nOthers);
	const rest = order.slice(nOthers).filter((_, at) => at % 5 === 0);
	return [...first, ...rest];
}

import type { AdditiveModel } from '../../src/localizer/pure/additive/additiveModel';
import { functionScoresOfFiles } from '../../src/localizer/pure/features/fileFeatures';
import { type FitOptions, fitModel } from './fitModel';
import { rowScores } from './measure';
import { chooseKnots, type IssueRows, type Kind, makeTrainingSet } from './trainingSet';

/** The candidates of an issue. */
export interface IssueTables {
	readonly functions: IssueRows;
	readonly files: IssueRows;
}

export interface LearnOptions {
	readonly functions: FitOptions;
	readonly files: FitOptions;
	/** Which features may be used. */
	readonly isUsed: (name: string) => boolean;
	/** Pairs whose fixed function the fusion ranks behind this are left out: their text hardly says where the bug is. */
	readonly mostRank: number;
	/** What features count before anything is learnt: by name, in units of log-odds for each unit of their values. */
	readonly first: Readonly<Record<Kind, Readonly<Record<string, number>>>>;
}

export interface LearntModels {
	readonly functions: AdditiveModel;
	readonly files: AdditiveModel;
}

const ofHistory = /^history: /;
const nOthers = { functions: 120, files: 60 };

/** Learns to rank functions, and then files with what the functions say of them. */
export function learnModels(all: readonly IssueTables[], options: LearnOptions): LearntModels {
	const { mostRank, first } = options;
	const isUsed = (name: string) => !ofHistory.test(name) && options.isUsed(name);
	const found = all.filter(({ functions }) => bestRank(functions) <= mostRank);
	const functions = fitRows(
		found.map(each => each.functions),
		{
			...{ ...options.functions, nOthers: nOthers.functions, first: first.functions },
			isUsed,
		},
	);
	return { functions, files: learnFiles(found, functions, { ...options, isUsed }) };
}

/** What the history of the code counts besides models that were learnt without it, which stay as they are. */
export function learnHistory(all: readonly IssueTables[], alone: LearntModels, options: LearnOptions): LearntModels {
	const isUsed = (name: string) => ofHistory.test(name) && options.isUsed(name);
	const found = all.filter(({ functions }) => bestRank(functions) <= options.mostRank);
	const besides = (model: AdditiveModel, rows: IssueRows) => ({ ...rows, known: rowScores(model, rows) });
	const functions = fitRows(
		found.map(each => besides(alone.functions, each.functions)),
		{ ...options.functions, nOthers: nOthers.functions, first: {}, isUsed },
	);
	const both = bothModels(alone, { functions, files: [] });
	const files = fitRows(
		found.map(each => besides(alone.files, withFunctions(each, both.functions))),
		{ ...options.files, nOthers: nOthers.files, first: {}, isUsed },
	);
	return { functions, files };
}

/** One model of two that are added up. */
export function bothModels(one: LearntModels, other: LearntModels): LearntModels {
	return { functions: [...one.functions, ...other.functions], files: [...one.files, ...other.files] };
}

/** `functions`: the model whose scores the files are learnt with. */
function learnFiles(
	all: readonly IssueTables[],
	functions: AdditiveModel,
	{ files: fit, isUsed, first }: LearnOptions,
): AdditiveModel {
	return fitRows(
		all.map(each => withFunctions(each, functions)),
		{ ...fit, isUsed, nOthers: nOthers.files, first: first.files },
	);
}

interface FitRequest extends FitOptions {
	readonly isUsed: (name: string) => boolean;
	readonly nOthers: number;
	readonly first: Readonly<Record<string, number>>;
}

function fitRows(all: readonly IssueRows[], { isUsed, nOthers, first, ...options }: FitRequest): AdditiveModel {
	const knots = chooseKnots(all, Object.keys(first));
	const set = makeTrainingSet(all, { knots, isUsed, nOthers });
	const weights = new Float64Array(set.nWeights);
	for (const [name, weight] of Object.entries(first)) {
		const start = set.starts[set.names.indexOf(name)] ?? 0;
		for (const [at, knot] of (set.names.includes(name) ? (knots.get(name) ?? []) : []).entries()) {
			weights[start + 1 + at] = weight * knot;
		}
	}
	return fitModel(set, weights, options);
}

/** Of what was fixed and is a candidate, the best one. */
function bestRank({ columns, gold }: IssueRows): number {
	const ranks = columns.get('fusion: rank');
	return Math.min(...gold.map(row => 2 ** (ranks?.[row] ?? Number.POSITIVE_INFINITY)));
}

/** The files with what the scores of their functions say. */
export function withFunctions({ functions, files }: IssueTables, model: AdditiveModel): IssueRows {
	const { issue } = files;
	const scores = rowScores(model, functions);
	const columns = functionScoresOfFiles(issue.files.files, { fileOf: issue.functions.files, scores });
	const more = [...columns].map(([name, column]) => [name, Float32Array.from(column)] as const);
	return { ...files, columns: new Map([...files.columns, ...more]) };
}

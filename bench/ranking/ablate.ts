import { bootstrapMean } from '../../src/research/pure/eval/intervals';
import { groupBy } from '../support/groupBy';
import { seededOrder } from '../support/seededOrder';
import { crossValidate, type Outcome } from './crossValidation';
import { type IssueTables, type LearnOptions, learnModels } from './learn';
import { measureNames } from './measure';

/** Features that stand or fall together, by the patterns of their names. */
const groups: readonly (readonly [name: string, features: RegExp])[] = [
	['fusion', /^fusion/],
	['words of functions', /^(?:words|title|prose|code|names used|title covered): (?:rank|share)$/],
	['words of files', /^(?:words|title|prose|code|names used|title covered) in the file: /],
	[
		'answers of the tools',
		/^(?:trace|test|state|name|base|use|path|string)(?: of the class| in the file)?: (?:rank|share)$/,
	],
	['tests', /^tests/],
	['names of functions', /^name: (?!rank|share$|of a named)/],
	['names of classes', /^class: (?!base|derived)/],
	['names of files', /^(?:file name|folder): /],
	['inheritance', /^class: (?:base|derived)|^name: of a named/],
	['text of the function', /^text: /],
	['text before it', /^text before: /],
	['text of its class', /^text of the class: /],
	['calls', /^calls: /],
	['siblings', /^same (?:file|class): /],
	['traits', /^(?:is |has |size|depth|share of its language)/],
	['functions of files', /^functions(?:: | in the first )|^best function: /],
];

const seed = 17;
const nFolds = 4;
const shown = ['file@1', 'func@5', 'func@10'];

/**
 * Prints what is lost without each group of features, with intervals (95 %), in points of Acc@k: learnt from `nFrom` issues of other
 * repositories each time, and measured on all.
 */
export function ablate(all: readonly IssueTables[], options: LearnOptions, nFrom: number): void {
	const from = seededOrder(all, ({ files }) => files.issue.id, seed).slice(0, nFrom);
	const outcomes = (left: RegExp | undefined) => {
		const isUsed = (name: string) => options.isUsed(name) && left?.test(name) !== true;
		return crossValidate(all, nFolds, some => learnModels(some, { ...options, isUsed }), from);
	};
	const complete = outcomes(undefined);
	const languages = [...groupBy(complete, languageOf).keys()].sort();
	const header = ['without', ...shown, ...languages.map(language => `func@10 ${language}`)];
	console.log(`| ${header.join(' | ')} |\n|${'---|'.repeat(header.length)}`);
	console.log(`| (all) | ${shown.map(name => percent(complete, name)).join(' | ')} |${' |'.repeat(languages.length)}`);
	for (const [name, features] of groups) {
		const pairs = outcomes(features).map((without, at) => ({ without, complete: complete[at] ?? without }));
		const figures = shown.map(measure => lost(pairs, measure));
		const byLanguage = languages.map(language =>
			lost(
				pairs.filter(({ complete }) => languageOf(complete) === language),
				'func@10',
			),
		);
		console.log(`| ${[name, ...figures, ...byLanguage].join(' | ')} |`);
	}
}

const languageOf = ({ tables }: Outcome) => tables.files.issue.language;

function percent(outcomes: readonly Outcome[], measure: string): string {
	return ((100 * outcomes.filter(outcome => isHit(outcome, measure)).length) / outcomes.length).toFixed(1);
}

function isHit({ learnt }: Outcome, measure: string): boolean {
	return learnt[measureNames.indexOf(measure)] === true;
}

function lost(pairs: readonly { readonly without: Outcome; readonly complete: Outcome }[], measure: string): string {
	const values = pairs.map(
		({ without, complete }) => Number(isHit(complete, measure)) - Number(isHit(without, measure)),
	);
	const interval = bootstrapMean(values);
	return interval === undefined
		? ''
		: `${interval.percent.toFixed(1)} (${interval.low.toFixed(1)} to ${interval.high.toFixed(1)})`;
}

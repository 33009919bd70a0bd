import { appendFileSync, readFileSync } from 'node:fs';
import { groupBy } from '../support/groupBy';
import type { ExpectedPlace } from './case';
import type { CallCounts, MisfilledCall } from './countedDoor';
import type { PlayedUsage } from './player';
import type { NamedPlace, Score } from './score';

/** A line of the file of results. */
export interface ScenarioResult extends Omit<CallCounts, 'misfilled'>, Partial<Pick<CallCounts, 'misfilled'>>, Score {
	readonly id: string;
	readonly kind: string;
	readonly isKept: boolean;
	/** The folder of the build. */
	readonly build: string;
	/** That played; absent for a driver. */
	readonly model?: string;
	readonly usage?: PlayedUsage;
	readonly ms?: number;
	readonly named: readonly NamedPlace[];
	/** Why there is no answer. */
	readonly error?: string;
}

export function appendResult(file: string, result: ScenarioResult): void {
	appendFileSync(file, `${JSON.stringify(result)}\n`);
}

/** By id; of several results of a case the last. */
export function readResults(file: string): Map<string, ScenarioResult> {
	const lines = readFileSync(file, 'utf8').split('\n');
	const results = lines.filter(line => line !== '').map(line => JSON.parse(line) as ScenarioResult);
	return new Map(results.map(result => [result.id, result]));
}

const figures = ['precision', 'calls', 'tokens', 'mis-filled', 'seconds', 'model tokens in, out'];

/**
 * Each case, then the sums by kind, of all and of the kept part, what the cases that are not solved lack, and the calls
 * that were mis-filled.
 */
export function resultText(results: readonly ScenarioResult[]): string {
	const cases = results.map(each => [each.id, each.isSolved ? 'yes' : 'no', ...figuresOf([each])]);
	const kept = results.filter(({ isKept }) => isKept);
	const groups = [
		...groupBy(results, ({ kind }) => kind),
		['all', results] as const,
		...(kept.length === 0
			? []
			: [['not kept', results.filter(({ isKept }) => !isKept)] as const, ['kept', kept] as const]),
	];
	const sums = groups.map(([name, group]) => [name, solvedText(group), ...figuresOf(group)]);
	const failures = results.filter(({ isSolved }) => !isSolved).map(failureText);
	const misfilled = results.flatMap(({ id, misfilled = [] }) => misfilled.map(call => misfilledText(id, call)));
	return [
		table([['case', 'solved', ...figures], ...cases]),
		table([['kind', 'solved', ...figures], ...sums]),
		failures.length === 0 ? 'No case failed.' : `Not solved:\n${failures.join('\n')}`,
		...(misfilled.length === 0 ? [] : [`Mis-filled calls:\n${misfilled.join('\n')}`]),
	].join('\n\n');
}

/** Two results of the same cases: their sums, each case that differs, which the later one solves in addition, which no more. */
export function comparisonText(now: readonly ScenarioResult[], then: ReadonlyMap<string, ScenarioResult>): string {
	const pairs = now.flatMap(after => {
		const before = then.get(after.id);
		return before === undefined ? [] : [{ before, after }];
	});
	const ids = (of: (pair: (typeof pairs)[number]) => boolean) => {
		const found = pairs.filter(of).map(({ after }) => after.id);
		return `${found.length}${found.length === 0 ? '' : `: ${found.join(', ')}`}`;
	};
	const sides = ['before', 'after'] as const;
	const rows = sides.map(side => {
		const results = pairs.map(pair => pair[side]);
		return [side, solvedText(results), ...figuresOf(results)];
	});
	const cases = pairs.flatMap(({ before, after }) => {
		const [then, now] = [caseFigures(before), caseFigures(after)];
		const cells = now.map((cell, at) => (cell === then[at] ? cell : `${then[at]} -> ${cell}`));
		return now.every((cell, at) => cell === then[at]) ? [] : [[after.id, ...cells]];
	});
	return [
		table([['', 'solved', ...figures], ...rows]),
		...(cases.length === 0 ? [] : ['', table([['case', ...caseHead], ...cases]), '']),
		`helped ${ids(({ before, after }) => after.isSolved && !before.isSolved)}`,
		`hurt ${ids(({ before, after }) => before.isSolved && !after.isSolved)}`,
	].join('\n');
}

const caseHead = ['solved', 'precision', 'calls', 'tokens', 'mis-filled'];

/** Those of a case that are compared. */
function caseFigures({ isSolved, precision, nCalls, tokens, nMisfilled }: ScenarioResult): string[] {
	return [isSolved ? 'yes' : 'no', precision.toFixed(2), `${nCalls}`, `${tokens}`, `${nMisfilled}`];
}

/** Precision and calls as means, the others as sums; `~` where tokens of the model are estimated. */
function figuresOf(results: readonly ScenarioResult[]): string[] {
	const sum = (of: (result: ScenarioResult) => number) => results.reduce((total, each) => total + of(each), 0);
	const mean = (of: (result: ScenarioResult) => number) => (results.length === 0 ? 0 : sum(of) / results.length);
	const calls = mean(({ nCalls }) => nCalls);
	return [
		mean(({ precision }) => precision).toFixed(2),
		Number.isInteger(calls) ? `${calls}` : calls.toFixed(1),
		`${sum(({ tokens }) => tokens)}`,
		`${sum(({ nMisfilled }) => nMisfilled)}`,
		(sum(({ ms = 0 }) => ms) / 1000).toFixed(0),
		usageText(results.flatMap(({ usage }) => usage ?? [])),
	];
}

function usageText(usages: readonly PlayedUsage[]): string {
	const sum = (of: (usage: PlayedUsage) => number) => usages.reduce((total, each) => total + of(each), 0);
	const mark = usages.some(({ isEstimated }) => isEstimated) ? '~' : '';
	return usages.length === 0 ? '' : `${mark}${sum(each => each.inputTokens)}, ${sum(each => each.outputTokens)}`;
}

function misfilledText(id: string, { tool, args, isRefused, problem }: MisfilledCall): string {
	return `- ${id}: ${tool} ${JSON.stringify(args)}: ${isRefused ? 'refused' : 'read leniently'}: ${problem}`;
}

function solvedText(results: readonly ScenarioResult[]): string {
	const nSolved = results.filter(({ isSolved }) => isSolved).length;
	const share = results.length === 0 ? '' : ` (${((100 * nSolved) / results.length).toFixed(0)} %)`;
	return `${nSolved} of ${results.length}${share}`;
}

function failureText({ id, error, missing, inFront, nTooMany, named }: ScenarioResult): string {
	const parts = [
		...(error === undefined ? [] : [error]),
		...(missing.length === 0 ? [] : [`not named: ${missing.map(placeText).join(', ')}`]),
		...(inFront.length === 0 ? [] : [`wrong places in front: ${inFront.map(placeText).join(', ')}`]),
		...(nTooMany === 0 ? [] : [`${nTooMany} places too many`]),
	];
	const answered = named.length === 0 ? 'nothing' : named.map(placeText).join(', ');
	return `- ${id}: ${parts.join('; ')}\n  named: ${answered}`;
}

function placeText({ file, symbol }: Pick<ExpectedPlace, 'file' | 'symbol'>): string {
	return symbol === undefined ? file : `${file} ${symbol}`;
}

function table([head = [], ...rows]: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

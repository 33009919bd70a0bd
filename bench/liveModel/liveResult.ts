import { appendFileSync, readFileSync } from 'node:fs';
import type { BridgeTraffic } from './bridge';
import type { Judgment } from './judge';
import type { Ranks, RunFigures } from './runFigures';

/** A line of the file of results. */
export interface LiveResult extends RunFigures, Judgment {
	readonly id: string;
	/** The folder of the build. */
	readonly build: string;
	/** Of the fix, with the time in which requests waited for their answers. */
	readonly ms: number;
	/** With a bridge: what was really sent. */
	readonly traffic?: BridgeTraffic;
}

export function appendResult(file: string, result: LiveResult): void {
	appendFileSync(file, `${JSON.stringify(result)}\n`);
}

/** By id; of several results of an instance the last. */
export function readResults(file: string): Map<string, LiveResult> {
	const lines = readFileSync(file, 'utf8').split('\n');
	const results = lines.filter(line => line !== '').map(line => JSON.parse(line) as LiveResult);
	return new Map(results.map(result => [result.id, result]));
}

/** A table for the terminal, in Markdown. */
export function resultTable(results: readonly LiveResult[]): string {
	const head = ['issue', 'outcome', 'rounds', 'requests', 'tokens in', 'out', 'files read', 'file', 'function'];
	const shown = counts.slice(-3);
	const rows = results.map(result => [
		result.id,
		result.outcome === 'testsFail' ? `${result.nPassed} of ${result.nMustPass} pass` : result.outcome,
		...[result.rounds, result.requests, result.inputTokens, result.outputTokens, result.nFilesRead].map(String),
		...locatedCells(result),
		result.reproducer.split(':', 1)[0] ?? '',
		`${result.nPatches}`,
		`${result.nApproved} of ${result.nReviews}`,
		`${result.worse.length}`,
		...shown.map(([, of]) => `${of(result)}`),
	]);
	const solved = results.filter(({ outcome }) => outcome === 'solved').length;
	const last = ['reproducer', 'patches', 'approved', 'worse tests', ...shown.map(([name]) => name)];
	return `${table([[...head, ...last], ...rows])}\n\n${solved} of ${results.length} solved`;
}

/** `yes: 1, 3`, the place of each file; and the same of the functions. */
function locatedCells({ hasFiles, fileRanks, hasFunctions, functionRanks }: LiveResult): string[] {
	const cell = (all: boolean | undefined, ranks: Ranks = {}) => {
		const places = Object.values(ranks).map(rank => rank ?? '–');
		return all === undefined ? '' : [all ? 'yes' : 'no', ...(places.length > 0 ? [places.join(', ')] : [])].join(': ');
	};
	return [cell(hasFiles, fileRanks), cell(hasFunctions, functionRanks)];
}

/** Two builds side by side: the issues that both have results of, then medians and their ratios. */
export function comparison(now: ReadonlyMap<string, LiveResult>, then: ReadonlyMap<string, LiveResult>): string {
	const pairs = [...now.values()].flatMap(result => {
		const other = then.get(result.id);
		return other === undefined ? [] : [[other, result] as const];
	});
	const arrow = (of: (result: LiveResult) => string | number) =>
		pairs.map(([before, after]) => `${of(before)} -> ${of(after)}`);
	const columns = [
		arrow(({ outcome }) => outcome),
		...[0, 1].map(at => arrow(result => locatedCells(result)[at] ?? '')),
		...counts.map(([, of]) => arrow(of)),
		arrow(({ reproducer }) => reproducer.split(':', 1)[0] ?? ''),
	];
	const head = ['issue', 'outcome', 'file', 'function', ...counts.map(([name]) => name), 'reproducer'];
	const rows = pairs.map(([{ id }], at) => [id, ...columns.map(column => column[at] ?? '')]);
	const medians = counts.map(([name, of]) => {
		const [before, after] = [0, 1].map(side => median(pairs.map(pair => of(pair[side as 0 | 1])))) as [number, number];
		return `median ${name}: ${before} -> ${after}${before === 0 ? '' : `, ratio ${(after / before).toFixed(2)}`}`;
	});
	const solved = [0, 1].map(side => pairs.filter(pair => pair[side as 0 | 1].outcome === 'solved').length);
	return [table([head, ...rows]), '', `solved: ${solved.join(' -> ')} of ${pairs.length}`, ...medians].join('\n');
}

const counts: readonly (readonly [name: string, of: (result: LiveResult) => number])[] = [
	['rounds', ({ rounds }) => rounds],
	['requests', ({ requests }) => requests],
	['tokens', ({ inputTokens, outputTokens }) => inputTokens + outputTokens],
	['files read', ({ nFilesRead }) => nFilesRead],
	['characters', ({ traffic }) => (traffic === undefined ? 0 : traffic.sentChars + traffic.answeredChars)],
	['new characters', ({ traffic }) => (traffic?.newChars ?? 0) + (traffic?.answeredChars ?? 0)],
	['harness seconds', ({ ms, traffic }) => Math.round((ms - (traffic?.waitedMs ?? ms)) / 1000)],
];

function median(numbers: readonly number[]): number {
	const sorted = [...numbers].sort((a, b) => a - b);
	const half = Math.floor(sorted.length / 2);
	const [low = 0, high = 0] = [sorted[sorted.length % 2 === 0 ? half - 1 : half], sorted[half]];
	return (low + high) / 2;
}

function table([head = [], ...rows]: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type AttackPattern, check } from 'recheck';
import type { CrashData } from '../../src/code/pure/languages/crashData';
import { resolveLanguages } from '../../src/code/pure/languages/resolveLanguages';
import type { RunnerData } from '../../src/code/pure/languages/runnerData';
import type { OutputData } from '../../src/code/pure/languages/traceData';
import { readToolData } from '../../src/sandbox/node/confinement/toolData';
import { requireLinearOn } from '../hostile/cpuGrowth';
import { foreignReaders } from '../hostile/foreignReaders';
import { hostileUnits } from '../hostile/hostileUnits';
import { languageFiles } from '../support/grammars';
import { repoRoot } from '../support/repoRoot';
import { nodesOfType, place, type SourceFile } from './sourceFile';

/** A regular expression and where it is written or used. */
export interface Pattern {
	readonly source: string;
	readonly flags: string;
	readonly place: string;
}

/** A pattern that takes more than linear time, and why that does not matter. */
export interface BoundedPattern {
	readonly pattern: string;
	/** The longest text it is run on, in characters. */
	readonly longest: number;
	/** What bounds it. */
	readonly why: string;
}

/** All regular expressions of the project, each once: literals, those in language data, and those built at run time. */
export function allPatterns(sources: readonly SourceFile[]): Pattern[] {
	const written = [...sources.flatMap(literals), ...dataPatterns(), ...toolPatterns()];
	const sourcesWritten = new Set(written.map(({ source }) => source));
	const found = [...written, ...builtPatterns().filter(({ source }) => !sourcesWritten.has(source))];
	return [...new Map(found.reverse().map(pattern => [patternText(pattern), pattern])).values()].reverse();
}

/** `/a+/g` */
export function patternText({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string {
	return `/${source}/${flags}`;
}

/** A short name that changes with the pattern. */
export function patternHash(pattern: Pattern): string {
	return createHash('sha256').update(patternText(pattern)).digest('hex').slice(0, 12);
}

/** Why a pattern is not known to take linear time; undefined for one that does. */
export async function growthProblem({ source, flags, place: at }: Pattern): Promise<string | undefined> {
	const result = await check(source, flags, { timeout: 60_000 });
	if (result.status === 'safe') {
		return undefined;
	}
	const what = `${at} ${patternText({ source, flags })}`;
	if (result.status === 'unknown') {
		return `${what}: undecided (${result.error.kind})`;
	}
	const isProved = result.checker === 'automaton';
	const isSlow = isProved || (await isQuadratic(new RegExp(source, flags), result.attack));
	return isSlow ? `${what}: ${result.complexity.summary}, by ${result.attack.pattern}` : undefined;
}

/** Whether an attack that was found by trying, in a model of an engine, is one on ours. */
async function isQuadratic(pattern: RegExp, { pumps, suffix }: AttackPattern): Promise<boolean> {
	const longest = pumps.reduce((sum, { pump }) => sum + pump.length, 0);
	const attack = (size: number) =>
		pumps.map(({ prefix, pump }) => prefix + pump.repeat(Math.ceil(size / Math.max(1, longest)))).join('') + suffix;
	try {
		await requireLinearOn(text => text.replace(pattern, ''), attack, pattern.source);
		return false;
	} catch (error) {
		if (error instanceof assert.AssertionError) {
			return true;
		}
		throw error;
	}
}

function literals(source: SourceFile): Pattern[] {
	return nodesOfType(source.root, 'regex').map(node => ({
		source: node.childForFieldName('pattern')?.text ?? '',
		flags: node.childForFieldName('flags')?.text ?? '',
		place: place(source, node),
	}));
}

function dataPatterns(): Pattern[] {
	return resolveLanguages(languageFiles()).flatMap(
		({ id, recognize, sign, reproducer, traces = {}, crashes, tests }) => {
			const ofFiles = [
				...(reproducer?.files?.map(file => file.uses) ?? []),
				...(reproducer?.manifests?.flatMap(({ name = [], lines = [] }) => [name, lines].flat()) ?? []),
				...(reproducer?.ways ?? []).flatMap(({ needs = [] }) =>
					[needs].flat().flatMap(needed => (typeof needed === 'string' ? [] : [needed.matches])),
				),
				...(reproducer?.missingModules?.map(({ error }) => error) ?? []),
			];
			const ofOutput = [...ofFiles, ...(reproducer?.assertionFailures ?? []), ...(reproducer?.environmentErrors ?? [])];
			const exitCode = reproducer?.debug?.exitCode;
			return [
				...(recognize === undefined ? [] : [{ source: recognize, flags: 'm' }]),
				...(sign === undefined ? [] : [{ source: sign, flags: '' }]),
				...(typeof exitCode === 'string' ? [{ source: exitCode, flags: 'gm' }] : []),
				...ofOutput.map(source => ({ source, flags: 'gm' })),
				...(tests?.runners ?? []).flatMap(runnerPatterns),
				...[traces, ...Object.values(traces.runners ?? {})].flatMap(tracePatterns),
				...(crashes === undefined ? [] : crashPatterns(crashes)),
			].map(pattern => ({ ...pattern, place: `syntaxes/${id}` }));
		},
	);
}

function runnerPatterns({ detect = [], otherwise = [], id, missing, broken, callRecorder, report }: RunnerData) {
	const needed = [...detect, ...otherwise].flat();
	const { test, group, failure, end } = report.format === 'lines' ? report : {};
	const { noise, notLoaded } = report.format === 'jsonLines' ? report : {};
	return [
		...needed.flatMap(each => (typeof each === 'string' ? [] : [{ source: each.matches, flags: 'm' }])),
		...[missing, broken, callRecorder?.text].flatMap(source => (source === undefined ? [] : [{ source, flags: 'm' }])),
		...[id, test, group, failure, end, noise, notLoaded].flatMap(source =>
			source === undefined ? [] : [{ source, flags: '' }],
		),
	];
}

/** Signs and marks are looked for with one expression for all. */
function crashPatterns(data: CrashData) {
	const { prefixes, signs, marks, accesses, ends, notes, helperFiles, functions, reports, stacks, frames, names } =
		data;
	const ofReports = reports.flatMap(({ line, except = [], place = [] }) => [line, except, place].flat());
	const ofLines = [stacks.map(({ line }) => line), frames.map(({ frame }) => frame), names.map(each => each.compiled)];
	return [
		...[prefixes, accesses, ends, notes, ofReports, ...ofLines, helperFiles, ...Object.values(functions)].flat(),
		...[signs, marks].map(each => each.join('|')),
	].map(source => ({ source, flags: '' }));
}

function toolPatterns(): Pattern[] {
	const environments = readToolData(repoRoot).interpreters.flatMap(interpreter => interpreter.environments);
	return environments.flatMap(({ name }) =>
		name === undefined ? [] : [{ source: name, flags: 'm', place: 'tools.json' }],
	);
}

function tracePatterns({ frames = [], ...lists }: OutputData): { readonly source: string; readonly flags: string }[] {
	const texts = Object.values(lists).filter(Array.isArray) as readonly string[][];
	const sources = [
		...frames.flatMap(({ frame, above = [], below = [] }) => [frame, above, below].flat()),
		...texts.flat(),
	];
	return sources.map(source => ({ source, flags: '' }));
}

/** What the readers of foreign text run, whoever built it: every use of an expression calls `exec`. */
function builtPatterns(): Pattern[] {
	const used = new Map<string, Pattern>();
	const { exec } = RegExp.prototype;
	let reader = '';
	RegExp.prototype.exec = function (text) {
		// Splitting adds the flag y.
		const flags = this.flags.replace('y', '');
		used.set(`${this.source}/${flags}`, { source: this.source, flags, place: `the reader of ${reader}` });
		return exec.call(this, text);
	};
	try {
		for (const { name, read } of foreignReaders()) {
			reader = name;
			read(hostileUnits.join('\n'));
			read(hostileUnits.map(unit => `- file: a.py, method: \`b\` ${unit}`).join('\n'));
		}
	} finally {
		RegExp.prototype.exec = exec;
	}
	// Queries become patterns in which nothing is repeated but blanks.
	return [...used.values()].filter(pattern => !pattern.place.endsWith('a query for code'));
}

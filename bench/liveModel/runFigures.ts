import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RunEvent } from '../../src/runs/pure/events/runEvent';
import type { BugLocation } from '../../src/runs/pure/model/location';
import type { LiveInstance } from './liveInstance';

/** What a run took and did, from its log. */
export interface RunFigures {
	readonly end: string;
	/** Of the whole run, in the order of the log. */
	readonly notes: readonly string[];
	readonly rounds: number;
	/** Includes failed attempts. */
	readonly requests: number;
	/** As the log counts them: estimates where the server reports none. */
	readonly inputTokens: number;
	readonly outputTokens: number;
	readonly isEstimated: boolean;
	readonly locations: readonly string[];
	/** Whether all files, and all functions, of the developers' fix are among the locations; absent where it is not known. */
	readonly hasFiles?: boolean;
	readonly hasFunctions?: boolean;
	/** The first place of each of these among the locations, from 1; null where it is not among them. */
	readonly fileRanks?: Ranks;
	readonly functionRanks?: Ranks;
	/** In how many files the answers to calls showed places. */
	readonly nFilesRead: number;
	/** `shown`, or the verdict of the last run without a patch and its reason; `none` where none was run. */
	readonly reproducer: string;
	readonly nReproducers: number;
	readonly nPatches: number;
	readonly nReviews: number;
	readonly nApproved: number;
}

export type Ranks = Readonly<Record<string, number | null>>;

/** Reads the only run in a storage folder, of any version. Throws where there is none. */
export function runFigures(storage: string, gold: LiveInstance['gold']): RunFigures {
	const runs = join(storage, 'runs');
	const [id] = existsSync(runs) ? readdirSync(runs).filter(each => existsSync(join(runs, each, 'run.jsonl'))) : [];
	if (id === undefined) {
		throw new Error(`there is no run in ${storage}`);
	}
	const lines = readFileSync(join(runs, id, 'run.jsonl'), 'utf8').split('\n');
	return figuresOf(
		lines.filter(line => line !== '').map(line => JSON.parse(line) as RunEvent),
		gold,
	);
}

function figuresOf(events: readonly RunEvent[], gold: LiveInstance['gold']): RunFigures {
	const all = <Type extends RunEvent['type']>(type: Type) =>
		events.filter((event): event is Extract<RunEvent, { type: Type }> => event.type === type);
	const usages = [...all('modelAnswered'), ...all('modelFailed')].flatMap(({ usage }) => usage ?? []);
	const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
	const locations = all('locationsNamed').at(-1)?.locations ?? [];
	const ended = all('runEnded').at(-1);
	const reviews = all('patchReviewed');
	return {
		end: ended === undefined ? 'interrupted' : [ended.outcome, ended.message].filter(Boolean).join(': '),
		notes: all('noted').map(({ text }) => text),
		rounds: all('nodeOpened').filter(({ kind }) => kind === 'round').length,
		requests: all('modelAsked').length + all('modelFailed').filter(({ retryInMs }) => retryInMs !== undefined).length,
		inputTokens: sum(usages.map(({ inputTokens }) => inputTokens)),
		outputTokens: sum(usages.map(({ outputTokens }) => outputTokens)),
		isEstimated: usages.some(({ isEstimated }) => isEstimated),
		nFilesRead: new Set(all('toolAnswered').flatMap(({ places }) => places.map(({ file }) => file))).size,
		locations: locations.map(nameOf),
		...goldFigures(locations, gold),
		reproducer: reproducerOutcome(all('reproducerRan')),
		nReproducers: all('reproducerWritten').length,
		nPatches: all('patchWritten').length,
		nReviews: reviews.length,
		nApproved: reviews.filter(({ review }) => review.patchCorrect).length,
	};
}

function reproducerOutcome(runs: readonly Extract<RunEvent, { type: 'reproducerRan' }>[]): string {
	const without = runs.map(({ ran }) => ran).filter(({ patch }) => patch === undefined);
	if (without.some(({ verdict }) => verdict === 'reproduced')) {
		return 'shown';
	}
	const last = without.at(-1);
	return last === undefined ? 'none' : `${last.verdict}: ${last.why}`;
}

/** In the form of the developers' fixes: `path:Class.method`, `path:function`, `path:Class`; else the path. */
function nameOf({ file, class: owner, method }: BugLocation): string {
	const name = [owner, method].filter(part => part !== undefined).join('.');
	return name === '' ? file : `${file}:${name}`;
}

function goldFigures(locations: readonly BugLocation[], gold: LiveInstance['gold']) {
	if (gold === undefined) {
		return {};
	}
	const [files, names] = [locations.map(({ file }) => file), locations.map(nameOf)];
	const [fileRanks, functionRanks] = [ranksIn(files, gold.files), ranksIn(names, gold.functions)];
	return {
		...{ hasFiles: hasAll(fileRanks), fileRanks },
		...(gold.functions.length > 0 && { hasFunctions: hasAll(functionRanks), functionRanks }),
	};
}

function ranksIn(list: readonly string[], wanted: readonly string[]): Ranks {
	return Object.fromEntries(wanted.map(each => [each, list.includes(each) ? list.indexOf(each) + 1 : null]));
}

function hasAll(ranks: Ranks): boolean {
	return Object.values(ranks).every(rank => rank !== null);
}

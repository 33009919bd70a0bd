import type { Spectrum, Suspect } from '../../../runs/pure/model/testing/spectrum';
import type { TracedSuspect } from '../../../runs/pure/model/testing/tracedSuspect';
import { type CallTrace, functionKey, type TracedCall } from './callTrace';
import type { Divergence } from './divergence';
import { PassingCounts } from './passingCounts';
import { suspectTexts } from './suspectTexts';
import type { SlicedLine, ValueSlice } from './valueSlice';

/** What is known of a function of a failing run, each from 0 to 1. */
export interface TraceFeatures {
	/** How much more failing than passing tests execute it (Ochiai). */
	readonly ran: number;
	/** How near one of its lines is to the failing line, along the values that this reads; 0 for the failing line itself. */
	readonly made: number;
	/** It raised the failure. */
	readonly raised: number;
	/** It had not ended when the failure was raised. */
	readonly path: number;
	/** The run begins to differ in it from one that passes. */
	readonly differs: number;
	/** It returned a kind of value that it returns in no passing run. */
	readonly unusual: number;
}

export interface TraceSuspect extends TracedSuspect {
	readonly features: TraceFeatures;
}

export interface SuspectGround {
	readonly trace: CallTrace;
	readonly path: readonly TracedCall[];
	readonly divergence?: Divergence;
	/** Whole traces of passing tests. */
	readonly passing: readonly CallTrace[];
	/** Of the failing run. */
	readonly slice: ValueSlice;
	/** Tests are not suspects. */
	readonly isTest: (file: string) => boolean;
	/** If all tests were measured; else the recorded tests count. */
	readonly spectrum?: Spectrum | undefined;
}

/**
 * Of the score; chosen on half of the failures of `bench/caused`. A function that raised the failure, or waited for the one
 * that did, is less likely the cause than one that did the same and had ended.
 */
const weights: TraceFeatures = { ran: 1, made: 0.1, raised: -0.1, path: -0.1, differs: 0.15, unusual: 0.1 };

/** At each step back; and of a line that passes a value on. */
const shares = { step: 0.85, passedOn: 0.5 } as const;

/** The functions of a failing run, the most suspicious first; of equal ones those that were called last. */
export function traceSuspects(ground: SuspectGround): readonly TraceSuspect[] {
	const ran = ranSuspects(ground);
	const measured = new Set(ran.map(({ suspect }) => suspect));
	const others = (ground.spectrum?.suspects ?? []).flatMap(suspect =>
		measured.has(suspect) ? [] : [{ ...onlyMeasured(suspect, ground), last: 0 }],
	);
	return [...ran, ...others]
		.sort((a, b) => b.score - a.score || b.last - a.last)
		.map(({ file, line, name, score, features, evidence }) => ({ file, line, name, score, features, evidence }));
}

interface RanSuspect extends TraceSuspect {
	readonly suspect: Suspect | undefined;
	/** The number of its last call. */
	readonly last: number;
}

function ranSuspects(ground: SuspectGround): readonly RanSuspect[] {
	const { trace, path, passing, slice, spectrum, isTest, divergence } = ground;
	const counts = new PassingCounts(passing);
	const nearest = nearestLines(slice.lines);
	const onPath = new Set(path.map(functionKey));
	const raised = path.at(-1);
	return [...callsOfFunctions(trace, isTest)].flatMap(([key, calls]) => {
		const call = calls.at(-1);
		if (call === undefined) {
			return [];
		}
		const { file, line, name, id: last } = call;
		const suspect = spectrum && suspectAt(spectrum, call);
		const made = nearest.get(key);
		const unusual = counts.unusual(key, calls);
		const isRaised = raised !== undefined && functionKey(raised) === key;
		const differs = divergence !== undefined && functionKey(divergence.call) === key;
		const features = {
			ran: spectrum === undefined ? counts.scoreOf(key, calls) : (suspect?.score ?? 0),
			made: made === undefined ? 0 : shareOf(made),
			...{ raised: Number(isRaised), path: Number(onPath.has(key)), differs: Number(differs) },
			unusual: Number(unusual !== undefined),
		};
		const known = { raised: isRaised ? raised?.raised : undefined, divergence: differs ? divergence : undefined };
		const ranBy = { ...{ suspect, spectrum, nPassing: passing.length }, nOthers: counts.testsOf(key) };
		const evidence = suspectTexts({ ...known, made, unusual, ...ranBy });
		return [{ ...{ file, line, name, features, evidence, suspect, last }, score: scoreOf(features, ground) }];
	});
}

/** A function that other failing tests execute. */
function onlyMeasured(suspect: Suspect, ground: SuspectGround): TraceSuspect {
	const { file, startLine, method, class: owner, lines, score: ran } = suspect;
	const features = { ran, made: 0, raised: 0, path: 0, differs: 0, unusual: 0 };
	return {
		...{ file, features, line: lines[0]?.line ?? startLine },
		name: [owner, method].filter(part => part !== undefined).join('.'),
		score: scoreOf(features, ground),
		evidence: suspectTexts({ suspect, spectrum: ground.spectrum, nPassing: 0, nOthers: 0 }),
	};
}

function callsOfFunctions({ calls }: CallTrace, isTest: SuspectGround['isTest']): Map<string, TracedCall[]> {
	const functions = new Map<string, TracedCall[]>();
	for (const call of calls.filter(({ file }) => !isTest(file))) {
		const known = functions.get(functionKey(call)) ?? [];
		functions.set(functionKey(call), known);
		known.push(call);
	}
	return functions;
}

/** Of each function the line that says most. */
function nearestLines(slice: readonly SlicedLine[]): ReadonlyMap<string, SlicedLine> {
	const nearest = new Map<string, SlicedLine>();
	for (const each of slice.filter(({ distance }) => distance > 0)) {
		const key = functionKey(each.call);
		const known = nearest.get(key);
		if (known === undefined || shareOf(known) < shareOf(each)) {
			nearest.set(key, each);
		}
	}
	return nearest;
}

function shareOf({ distance, passesOn }: SlicedLine): number {
	return shares.step ** (distance - 1) * (passesOn === true ? shares.passedOn : 1);
}

/**
 * A sum; the more tests fail, the less the calls of one of them count beside what all of them execute. Without a passing
 * run, only what made the values tells functions apart.
 */
function scoreOf(features: TraceFeatures, { spectrum, passing }: Pick<SuspectGround, 'spectrum' | 'passing'>): number {
	const { ran, ...ofCalls } = features;
	if (spectrum === undefined && passing.length === 0) {
		return weights.made * ofCalls.made;
	}
	const names = Object.keys(ofCalls) as (keyof typeof ofCalls)[];
	const sum = names.reduce((total, name) => total + weights[name] * ofCalls[name], 0);
	return weights.ran * ran + sum / Math.sqrt(Math.max(1, spectrum?.nFailing ?? 1));
}

/** The innermost function of a spectrum around the definition of a call. */
export function suspectAt(
	{ suspects }: Spectrum,
	{ file, line }: Pick<TracedCall, 'file' | 'line'>,
): Suspect | undefined {
	return suspects
		.filter(each => each.file === file && each.startLine <= line && line <= each.endLine)
		.sort((a, b) => b.startLine - a.startLine)[0];
}

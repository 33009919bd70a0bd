import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Place } from '../../src/runs/pure/model/symbol';
import type { Spectrum } from '../../src/runs/pure/model/testing/spectrum';
import type { CallTrace } from '../../src/testing/pure/callTrace/callTrace';
import type { Mutation } from '../entryPoints/entryPointCase';

/** A failing test whose cause is known, and what its executions showed. */
export interface MeasuredFailure {
	/** Of projects.json, or `cases`. */
	readonly project: string;
	/** The name of a case, or the place of a mutation. */
	readonly id: string;
	/** Absent for a case. */
	readonly mutation?: Mutation;
	/** The function to fix. */
	readonly gold: Place;
	/** The failing test whose calls were recorded. */
	readonly test: string;
	/** The issue that a user would write; for a mutant what its runner printed. */
	readonly issue: string;
	/** Absent if no coverage can be measured, or nothing was. */
	readonly spectrum?: Spectrum;
	/** Absent if no calls can be recorded. */
	readonly failing?: CallTrace;
	readonly passing: readonly CallTrace[];
	/** In milliseconds: all tests; with coverage; and the recorded test and its file. */
	readonly plainMs: number;
	readonly spectrumMs: number;
	readonly traceMs: number;
	/** Why something is absent. */
	readonly problems: readonly string[];
}

const ending = '.json.gz';

export function keep(folder: string, failure: MeasuredFailure, nth: number): void {
	mkdirSync(folder, { recursive: true });
	const name = `${failure.project}-${String(nth).padStart(2, '0')}${ending}`;
	writeFileSync(join(folder, name), gzipSync(JSON.stringify(failure)));
}

/** In a fixed order. */
export function readMeasured(folder: string): readonly MeasuredFailure[] {
	const names = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith(ending)) : [];
	return names
		.sort()
		.map(name => JSON.parse(gunzipSync(readFileSync(join(folder, name))).toString()) as MeasuredFailure);
}

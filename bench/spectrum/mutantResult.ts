import { existsSync, readFileSync } from 'node:fs';
import type { Place } from '../../src/runs/pure/model/symbol';
import type { Spectrum } from '../../src/runs/pure/model/testing/spectrum';
import type { Mutation } from '../entryPoints/entryPointCase';

/** An entry of projects.json. */
export interface SpectrumProject {
	readonly id: string;
	readonly repository: string;
	readonly commit: string;
	/** A folder of syntaxes/. */
	readonly language: string;
	/** Files and folders whose functions are mutated. */
	readonly code: readonly string[];
}

/** What the tests of a project showed with one mutation. A line of the file of results. */
export interface MutantResult {
	readonly project: string;
	readonly mutation: Mutation;
	/** The innermost function around the mutation. */
	readonly gold: Place;
	/** For tuning; else for judging. */
	readonly isTuning: boolean;
	/** As the runner printed the first failing test: its name, message and trace. */
	readonly output: string;
	readonly spectrum: Spectrum;
	/** Places of the failing tests' frames in the project, nearest to the failures first. */
	readonly frames: readonly (Pick<Place, 'file'> & { readonly line?: number })[];
	/** Of all tests, in milliseconds, without measuring coverage and with it. */
	readonly plainMs: number;
	readonly measuredMs: number;
}

/** Of each mutant one, also where an interrupted run measured it twice. */
export function readResults(file: string): MutantResult[] {
	const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
	const results = lines.filter(line => line !== '').map(line => JSON.parse(line) as MutantResult);
	const keyed = new Map(results.map(each => [JSON.stringify([each.project, each.mutation]), each]));
	return [...keyed.values()];
}

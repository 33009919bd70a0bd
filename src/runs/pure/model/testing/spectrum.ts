import { counted } from '../../../../system/pure/text/counted';
import type { TracedSuspect } from './tracedSuspect';

/** Formulas of spectrum-based fault localization. */
export type SpectrumFormula = 'ochiai' | 'tarantula' | 'dstar' | 'op2' | 'barinel' | 'jaccard';

/** As the literature names them. */
export const formulaNames: Readonly<Record<SpectrumFormula, string>> = {
	ochiai: 'Ochiai',
	tarantula: 'Tarantula',
	dstar: 'DStar',
	op2: 'Op2',
	barinel: 'Barinel',
	jaccard: 'Jaccard',
};

/** The code that failing and passing tests executed, as suspiciousness of functions. Plain JSON data. */
export interface Spectrum {
	readonly formula: SpectrumFormula;
	/** Tests whose coverage is known. */
	readonly nFailing: number;
	readonly nPassing: number;
	/** One process ran one test, or one file of tests; then a file counts as one test. */
	readonly per: 'test' | 'file';
	/** How coverage was measured, for users: `coverage.py`. */
	readonly measuredBy: string;
	/** Best first. */
	readonly suspects: readonly Suspect[];
	/** Absent in runs of older versions. */
	readonly passing?: PassingTests;
	/** Best first, by what the calls of one failing test or reproducer did as well; absent if they were not recorded. */
	readonly traced?: readonly TracedSuspect[];
}

/** Some of the passing tests that executed the lines of suspects, the most suspicious functions first. */
export interface PassingTests {
	/** Ids as in a report of all tests; the path if a file counts as one test. */
	readonly names: readonly string[];
	readonly lines: readonly TestedLines[];
}

/** Lines of one function that the same tests executed. */
export interface TestedLines {
	readonly file: string;
	/** 1-based, inclusive. */
	readonly startLine: number;
	readonly endLine: number;
	/** Positions in `names`. */
	readonly tests: readonly number[];
}

/** A function that a failing test executed. */
export interface Suspect {
	readonly file: string;
	/** 1-based, inclusive. */
	readonly startLine: number;
	readonly endLine: number;
	readonly class?: string;
	readonly method?: string;
	/** The highest of its lines. Above 0; at most 1 but for DStar and Op2. */
	readonly score: number;
	/** Tests that executed one of its lines. */
	readonly nFailing: number;
	readonly nPassing: number;
	/** Its executed lines, in their order. */
	readonly lines: readonly SuspectLine[];
}

export interface SuspectLine {
	readonly line: number;
	readonly score: number;
}

/** `1 failing and 340 passing tests`. */
export function spectrumCounts({ nFailing, nPassing }: Pick<Spectrum, 'nFailing' | 'nPassing'>): string {
	return `${nFailing} failing and ${counted(nPassing, 'passing test')}`;
}

/** `Run by 1 of 1 failing and 2 of 340 passing tests.` */
export function runByText(
	suspect: Pick<Suspect, 'nFailing' | 'nPassing'>,
	{ nFailing, nPassing, per }: Pick<Spectrum, 'nFailing' | 'nPassing' | 'per'>,
): string {
	const unit = per === 'test' ? 'tests' : 'files of tests';
	return `Run by ${suspect.nFailing} of ${nFailing} failing and ${suspect.nPassing} of ${nPassing} passing ${unit}.`;
}

import type { ExecutedFunctionLine } from '../location';

/** A function, as suspicious as the calls of a failing run and of passing ones show it to be. Plain JSON data. */
export interface TracedSuspect {
	readonly file: string;
	/** Of its definition, 1-based. */
	readonly line: number;
	readonly name: string;
	/** Higher is more suspicious; may be below 0. */
	readonly score: number;
	/** Sentences for users. */
	readonly evidence: readonly string[];
}

/** It ran. */
const leastScore = 1e-3;

/** The suspects, as the localizer ranks them. A function without a score is no suspect: it only ran. */
export function tracedLines(suspects: readonly TracedSuspect[]): readonly ExecutedFunctionLine[] {
	return suspects.map(({ file, line, score, evidence }) => ({
		...{ file, line, score: Math.max(score, leastScore) },
		...(score > 0 && { isTraced: true as const }),
		...(evidence.length > 0 && { evidence: evidence.join(' ') }),
	}));
}

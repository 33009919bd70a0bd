import type { SpectrumFormula } from '../../../runs/pure/model/testing/spectrum';

/** How many tests executed something, and how many there are. */
export interface ExecutionCounts {
	/** Failing tests that executed it. */
	readonly failing: number;
	/** Passing tests that executed it. */
	readonly passing: number;
	readonly allFailing: number;
	readonly allPassing: number;
}

export const spectrumFormulas: readonly SpectrumFormula[] = [
	'ochiai',
	'tarantula',
	'dstar',
	'op2',
	'barinel',
	'jaccard',
];

/**
 * The suspiciousness of code by its execution counts; 0 for code that no failing test executed, even if a formula would
 * divide by zero. Sources:
 *
 * - Ochiai: Abreu, Zoeteweij, van Gemund, "An Evaluation of Similarity Coefficients for Software Fault Localization",
 *   PRDC 2006. f / sqrt(F (f + p)).
 * - Tarantula: Jones, Harrold, "Empirical Evaluation of the Tarantula Automatic Fault-Localization Technique", ASE
 *   2005. (f / F) / (f / F + p / P); p / P is 0 if no test passes.
 * - DStar with star = 2: Wong, Debroy, Gao, Li, "The DStar Method for Effective Software Fault Localization", IEEE
 *   Transactions on Reliability 2014. f² / (p + F - f). Code that all failing and no passing tests executed is
 *   infinitely suspicious there; here 1/2 replaces that zero, so that it still comes before everything else, and is a
 *   number.
 * - Op2: Naish, Lee, Ramamohanarao, "A Model for Spectra-based Software Diagnosis", TOSEM 2011. f - p / (P + 1).
 * - Barinel: Abreu, Zoeteweij, van Gemund, "Spectrum-based Multiple Fault Localization", ASE 2009, for one fault, as in
 *   Pearson et al., "Evaluating and Improving Fault Localization", ICSE 2017. 1 - p / (p + f).
 * - Jaccard: Chen, Kiciman, Fratkin, Fox, Brewer, "Pinpoint", DSN 2002. f / (F + p).
 */
export function suspiciousnessOf(formula: SpectrumFormula, counts: ExecutionCounts): number {
	return counts.failing === 0 ? 0 : formulas[formula](counts);
}

const formulas: Readonly<Record<SpectrumFormula, (counts: ExecutionCounts) => number>> = {
	ochiai: ({ failing, passing, allFailing }) => failing / Math.sqrt(allFailing * (failing + passing)),
	tarantula: ({ failing, passing, allFailing, allPassing }) => {
		const [shareFailing, sharePassing] = [failing / allFailing, allPassing === 0 ? 0 : passing / allPassing];
		return shareFailing / (shareFailing + sharePassing);
	},
	dstar: ({ failing, passing, allFailing }) => failing ** 2 / Math.max(passing + allFailing - failing, 1 / 2),
	op2: ({ failing, passing, allPassing }) => failing - passing / (allPassing + 1),
	barinel: ({ failing, passing }) => 1 - passing / (passing + failing),
	jaccard: ({ failing, passing, allFailing }) => failing / (allFailing + passing),
};

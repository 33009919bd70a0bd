/** What the history says about a commit as the cause of a failing test. */
export interface CommitFacts {
	readonly isMerge: boolean;
	/** It changes code that is not a test. Undefined if its changes are not known. */
	readonly changesCode: boolean | undefined;
	/** How many of the files that the test executes it changes; undefined if these are not known. */
	readonly nExecutedFiles: number | undefined;
	/** Lines that it added or removed in those files. */
	readonly nChangedLines: number;
	/** Lines that the test executes and that it changed last. */
	readonly nExecutedLines: number;
	/** It changes a file in which the failure shows. */
	readonly isNearFailure: boolean;
	/** How much its message and its changes are about the failure: 0 to 1, for the one that is the most. */
	readonly words: number;
}

/** How likely each commit is the cause; they add up to 1. The weights are from `npm run bench -- culprit`. */
export function culpritPrior(facts: readonly CommitFacts[]): readonly number[] {
	const own = facts.map(each => Math.exp(scoreOf(each)));
	const total = own.reduce((sum, each) => sum + each, 0);
	return own.map(each => (1 - unforeseen) * (each / total) + unforeseen / facts.length);
}

/** How likely it is that the facts say nothing about the culprit. */
const unforeseen = 0.1;

function scoreOf(facts: CommitFacts): number {
	const { isMerge, changesCode, nExecutedFiles, nChangedLines, nExecutedLines, isNearFailure, words } = facts;
	if (isMerge || changesCode === false) {
		return weights.noCode;
	}
	if (changesCode === undefined || nExecutedFiles === undefined) {
		return weights.unknown + weights.words * words;
	}
	return (
		(nExecutedFiles === 0 ? weights.notExecuted : 0) +
		weights.changedLines * Math.log2(1 + nChangedLines) +
		weights.executedLines * Math.log2(1 + nExecutedLines) +
		(isNearFailure ? weights.nearFailure : 0) +
		weights.words * words
	);
}

const weights = {
	noCode: -5,
	unknown: -1,
	notExecuted: -3,
	changedLines: 0.25,
	executedLines: 0.5,
	nearFailure: 0.7,
	words: 2.5,
};

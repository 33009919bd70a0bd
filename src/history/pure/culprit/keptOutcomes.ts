import type { CommitOutcome } from './culpritPosterior';

/** How a test ended at a commit once. */
export interface KeptOutcome {
	readonly commit: string;
	readonly outcome: CommitOutcome;
	readonly why: string;
}

/** Outcomes of earlier searches, by a key for everything that they depend on except the commit. */
export interface KeptOutcomes {
	/** In the order in which they were kept. */
	read(key: string): Promise<readonly KeptOutcome[]>;
	keep(key: string, outcome: KeptOutcome): Promise<void>;
}

import type { AgentParts } from '../../../agent/agentParts';

/** What locating with a model takes besides the issue and the workspace. */
export interface LocateParts extends AgentParts {
	/** After so many rounds the best so far is the outcome; a branch gets as many again. */
	readonly maxRounds: number;
	/** Whether the model is shown what the embedded localizer finds, as a first observation. */
	readonly seeds: boolean;
	/** What else is known before the first round, as the model reads it: how a reproducer failed. */
	readonly clues?: readonly string[];
	/** The person has seen the issue as it is sent, and is not asked again. */
	readonly isAgreed?: boolean;
}

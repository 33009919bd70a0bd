import type { AgentReply, ReadCall } from './reply/agentReply';

/** How a model is asked and understood, round by round, whatever form its answers have. */
export interface Protocol {
	/** The model's next step. An answer that cannot be read is a reply with problems, not an error. */
	step(node: string): Promise<AgentReply>;
	/** What came of its last step, before the next one. */
	tell(node: string, told: Told): Promise<void>;
}

export interface Told {
	readonly results: readonly CallResult[];
	/** What was wrong, or what the person says. */
	readonly remarks: readonly string[];
}

export interface CallResult {
	readonly call: ReadCall;
	readonly text: string;
}

/** What the stage says to the model; each is a filled template. */
export interface ProtocolPrompts {
	/** The role and the task. */
	readonly system: string;
	/** The issue, then whatever is known before the first round; a message each. */
	readonly opening: readonly string[];
	/** Asks for the first calls. */
	readonly choose: string;
	/** Asks what the results mean. */
	readonly analyze: string;
	/** Asks for further calls or for locations. */
	readonly decide: string;
}

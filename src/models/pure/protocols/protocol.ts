import type { SentResult } from '../context/exchange';
import type { AgentReply, ReadCall } from '../reply/agentReply';
import type { Conversation, ConversationRequest, ForkOptions } from '../requests/conversation';
import type { Toolset } from '../tools/toolset';

/** How a model is asked and its answers are read, round by round, in any form of answer. */
export interface Protocol<Report = unknown> {
	/** It states itself how many rounds are left. */
	readonly statesRounds?: true;
	/**
	 * The model's next step, of so many at most. An answer that cannot be read is a reply with problems, not an error.
	 * `question`: the question for this step only.
	 */
	step(node: string, nLeft?: number, question?: StepQuestion): Promise<AgentStep<Report>>;
	/** Adds the results of its last step, before the next one. */
	addResults(node: string, results: ToolResults): Promise<void>;
	/** The result of a call in each form sent to the model. */
	sentResults(call: ReadCall): readonly SentResult[];
	/** The same conversation up to here, to be continued independently. */
	fork(options?: ForkOptions): Protocol<Report>;
}

/** How a step is asked for: `aside` in words that are not kept, `sample` as one of several answers. */
export type StepQuestion = Pick<ConversationRequest, 'aside' | 'sample'> &
	Partial<Pick<ConversationRequest, 'purpose'>>;

/** A model's answer, and the calls and report read from it. */
export interface AgentStep<Report = unknown> extends AgentReply<Report> {
	/** The whole answer, the only content if a toolset is empty. */
	readonly text: string;
}

/** The services every protocol needs. */
export interface ProtocolDeps<Report = unknown> {
	readonly toolset: Toolset<Report>;
	readonly prompts: ProtocolPrompts;
	readonly conversation: Conversation;
}

/** The content a model receives after a step. */
export interface ToolResults {
	readonly results: readonly CallResult[];
	/** Problems, or the user's feedback. */
	readonly remarks: readonly string[];
}

export interface CallResult {
	readonly call: ReadCall;
	readonly text: string;
}

/** The prompts a stage sends to the model; each is a filled template. */
export interface ProtocolPrompts {
	/** The role and the task. */
	readonly system: string;
	/** The issue, then the facts known before the first round; a message each. */
	readonly opening: readonly string[];
	/** Asks for the first calls, or for the report if there is nothing to call. */
	readonly choose: string;
	/** Asks for the report in the last round, if the protocol states the rounds. */
	readonly lastChance?: string;
	/** Asks for an analysis of the results. */
	readonly analyze: string;
	/** Asks for further calls or for the report. */
	readonly decide: string;
	readonly purposes: ProtocolPurposes;
}

/** The purposes of a stage's requests, in a few words for the user: `choose searches`. */
export interface ProtocolPurposes {
	/** Only for the first calls. */
	readonly choose: string;
	/** For the analysis of the results. */
	readonly analyze: string;
	/** For calls or the report. */
	readonly decide: string;
	/** For the same answer as JSON. */
	readonly convert: string;
}

import type { ToolArgs } from '../../tools/tool';

/**
 * What a model's answer says, whichever form it came in. All three lists empty: it said nothing of use, which the
 * readers of JSON and of tool calls report as a problem themselves.
 */
export interface AgentReply {
	/** Calls of known tools with checked arguments, in the order of the answer, none twice. */
	readonly calls: readonly ReadCall[];
	/** Where the model says the bug is; tentative where there are calls as well. */
	readonly locations: readonly NamedPlace[];
	/** One sentence each, for the model: what was wrong, and the right signature. */
	readonly problems: readonly string[];
}

/** A call that can be made: the tool exists, the arguments fit its parameters, defaults are filled in. */
export interface ReadCall {
	readonly tool: string;
	readonly args: ToolArgs;
	/** As the model wrote it. */
	readonly written: string;
}

/** A place as a model names it: nothing about it is checked against the workspace yet. At least one of file, class and method is there. */
export interface NamedPlace {
	readonly file?: string;
	readonly class?: string;
	/** `method`, or `Class.method` where the model wrote it so. */
	readonly method?: string;
	/** 1-based, inclusive. */
	readonly startLine?: number;
	readonly endLine?: number;
	/** Empty where the model did not say. */
	readonly intendedBehavior: string;
}

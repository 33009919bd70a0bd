import type { ToolArgs } from '../tools/tool';

/**
 * The content of a model's answer, in any form. If all three lists are empty, it contains nothing useful, which the
 * readers of JSON and of tool calls report as a problem if there is an ending tool.
 */
export interface AgentReply<Report = unknown> {
	/** Calls of known tools with checked arguments, in the order of the answer, none twice. */
	readonly calls: readonly ReadCall[];
	/** The arguments of the ending tool, unchecked; tentative if there are calls as well. */
	readonly report: readonly Report[];
	/** One sentence each, for the model: the error, and the right signature. */
	readonly problems: readonly string[];
}

/** A call that can be made: the tool exists, the arguments fit its parameters, defaults are filled in. */
export interface ReadCall {
	readonly tool: string;
	readonly args: ToolArgs;
	/** As the model wrote it. */
	readonly written: string;
	/** How it was read, if that differs from the text; for the model. */
	readonly remark?: string;
}

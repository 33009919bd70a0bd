import type { ToolAnswer } from '../model/toolAnswer';
import type { Workspace } from '../workspace';

export type ToolArgs = Readonly<Record<string, string | number>>;

export interface ToolParameter {
	readonly name: string;
	readonly type: 'string' | 'integer';
	/** Absent means required. */
	readonly default?: string | number;
	/** Other names that models give it; `a.0` is the first element of a list `a`. */
	readonly aliases?: readonly string[];
	/** What prompts show in an example call; the parameter's name unless given. */
	readonly example?: string | number;
}

/** What a call may use besides its arguments: what the strategy that makes it works on. */
export interface ToolContext {
	readonly workspace: Workspace;
	readonly signal?: AbortSignal | undefined;
}

/** Something a model, the embedded localizer or a user may call. */
export interface Tool {
	readonly name: string;
	/** What models call such a tool elsewhere. A call by one of these names is made; its other arguments are dropped. */
	readonly aliases?: readonly string[];
	/** For the model; kept in a `.md` beside the tool. */
	readonly description: string;
	/** In the order of positional arguments. */
	readonly parameters: readonly ToolParameter[];
	/** Whether a call may change anything; where it does not, the same call gives the same answer. */
	readonly changes: boolean;
	run(args: ToolArgs, context: ToolContext): Promise<ToolAnswer>;
}

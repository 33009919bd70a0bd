import type { FoundPlace } from '../model/runEvent';
import type { Workspace } from '../workspace';

export type ToolArgs = Readonly<Record<string, string | number>>;

export interface ToolParameter {
	readonly name: string;
	readonly type: 'string' | 'integer';
	/** Absent means required. */
	readonly default?: string | number;
}

/** What a tool found. A failed call is an answer too: `text` then says what to try instead. */
export interface ToolAnswer {
	readonly ok: boolean;
	/** As a model or a person at the command line reads it. */
	readonly text: string;
	/** Everything found, not only what `text` shows in full; best first. */
	readonly places: readonly FoundPlace[];
}

/** Something a model, the embedded localizer or a person may call. Never changes anything. */
export interface Tool {
	readonly name: string;
	/** For the model; kept in a `.md` beside the tool. */
	readonly description: string;
	/** In the order of positional arguments. */
	readonly parameters: readonly ToolParameter[];
	run(args: ToolArgs, workspace: Workspace, signal?: AbortSignal): Promise<ToolAnswer>;
}

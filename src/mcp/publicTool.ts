import type { RunSetup } from '../engine/strategies/runSetup';
import type { Workspace } from '../history/pure/workspace';
import type { JsonSchema } from '../models/pure/chatModel';
import type { Tool, ToolArgs } from '../models/pure/tools/tool';
import type { HiddenFiles } from '../outgoing/pure/gate/aiIgnore';
import type { RunStarted } from '../runs/pure/events/runEvent';
import type { Run } from '../runs/pure/fold/run';
import type { RunLog } from '../runs/pure/log/runLog';
import type { FoundPlace } from '../runs/pure/model/foundPlace';
import type { Issue } from '../runs/pure/model/issue';
import type { ExecutionDeps } from '../sandbox/pure/execution/executionDeps';
import type { Log } from '../system/pure/log';
import type { Progress } from '../system/pure/progress';

/**
 * A tool that other programs may call: the agents of an MCP client or of the editor. It changes no file of the workspace.
 * Its answer goes to a model.
 */
export interface PublicTool extends Omit<Tool, 'run' | 'changes'> {
	/** For users. */
	readonly title: string;
	/** It runs programs of the project, and is offered only where the user allows that. */
	readonly executes?: true;
	/** It writes patches with a model, and is offered only where the user switched that on. */
	readonly fixes?: true;
	/** Its arguments may contain whole logs. */
	readonly takesLongTexts?: true;
	/** Of `ToolResult.data`. */
	readonly dataSchema: JsonSchema;
	/** What only the user may know: doors that can ask the user do so where the parameter is missing. */
	readonly question?: { readonly parameter: string; readonly text: string };
	/** How the rest of a long answer is asked for; the same call unless given. */
	rest?(result: ToolResult): NextCall;
	/** Throws `UserError`, and the reason of the signal. */
	run(args: ToolArgs, context: PublicContext): Promise<ToolResult>;
}

/** What a public tool answers with, before the gate. */
export interface ToolResult {
	readonly ok: boolean;
	readonly text: string;
	/** What is found, best first. */
	readonly places: readonly FoundPlace[];
	/** The run that the answer is about. */
	readonly run?: string;
	/** The same as data for programs, without what `text` has only for readers. */
	readonly data: Readonly<Record<string, unknown>>;
	/** What is worth calling next. */
	readonly next?: NextCall;
}

export interface NextCall {
	readonly tool: string;
	/** Absent where only the caller can choose them. */
	readonly args?: ToolArgs;
	/** Ends the sentence that names the call: `to see what uses it`. */
	readonly why: string;
}

/** What a call may use besides its arguments. */
export interface PublicContext {
	/** The code as a model may see it; indexed when it is first asked for. */
	open(): Promise<Workspace>;
	/** Which files a model must not see, without indexing. */
	hidden(): Promise<HiddenFiles>;
	readonly runs: PublicRuns;
	/** Absent where no program may be run. */
	readonly execution?: ExecutionDeps | undefined;
	/** Opens the model with which patches are written. Absent where none may be. Throws `UserError`. */
	readonly openFix?: ((signal: AbortSignal) => Promise<RunSetup>) | undefined;
	readonly log: Log;
	readonly signal: AbortSignal;
	onProgress(progress: Progress): void;
}

/** A run to start. */
export interface PublicRunStart extends Pick<RunStarted, 'goal'> {
	readonly issue: Issue;
	readonly setup: RunSetup;
}

/** The runs of the workspace. */
export interface PublicRuns {
	start(started: PublicRunStart): Promise<RunLog>;
	/** Throws `UserError` where there is no such run, or it is of another workspace. */
	read(id: string): Promise<Run>;
	/** The newest ones, newest first. */
	list(): Promise<readonly Run[]>;
}

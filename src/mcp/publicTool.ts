import type { RunSetup } from '../engine/strategies/runSetup';
import type { Workspace } from '../history/pure/workspace';
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
import type { ShownCode } from './shownCode';

/**
 * A tool that other programs may call: the agents of an MCP client or of the editor. It changes no file of the workspace.
 * Its answer goes to a model.
 */
export interface PublicTool extends Omit<Tool, 'run' | 'changes'> {
	/** For users. */
	readonly title: string;
	/** Agents with a shell do the same by themselves: it is not listed for them. */
	readonly shellDoes?: true;
	/** It runs programs of the project, and is offered only if the user allows that. */
	readonly executes?: true;
	/** It writes patches with a model, and is offered only if the user switched that on. */
	readonly fixes?: true;
	/** Its arguments may contain whole logs. */
	readonly takesLongTexts?: true;
	/** A question only the user may be able to answer: doors that can ask the user do so if the parameter is missing. */
	readonly question?: { readonly parameter: string; readonly text: string };
	/** How the rest of a long answer is asked for; the same call unless given. */
	rest?(result: ToolResult): NextCall;
	/** Throws `UserError`, and the reason of the signal. */
	run(args: ToolArgs, context: PublicContext): Promise<ToolResult>;
}

/** The answer of a public tool, before the gate. */
export interface ToolResult {
	readonly ok: boolean;
	readonly text: string;
	/** The places found, best first. */
	readonly places: readonly FoundPlace[];
	/** The run that the answer is about. */
	readonly run?: string;
	/** The same as data for programs, without the parts of `text` only for readers. */
	readonly data: Readonly<Record<string, unknown>>;
	/** A useful next call. */
	readonly next?: NextCall;
}

export interface NextCall {
	readonly tool: string;
	/** Absent if only the caller can choose them. */
	readonly args?: ToolArgs;
	/** Ends the sentence that names the call: `to see what uses it`. */
	readonly why: string;
}

/** The services a call may use in addition to its arguments. */
export interface PublicContext {
	/** The code as a model may see it; indexed when it is first asked for. */
	open(): Promise<Workspace>;
	/** Which files a model must not see, without indexing. */
	hidden(): Promise<HiddenFiles>;
	readonly runs: PublicRuns;
	/** Absent if no program may be run. */
	readonly execution?: ExecutionDeps | undefined;
	/** Opens the model that writes patches. Absent if no patch may be written. Throws `UserError`. */
	readonly openFix?: ((signal: AbortSignal) => Promise<RunSetup>) | undefined;
	/** The code that this client was shown; absent: it is shown again each time. */
	readonly shown?: ShownCode | undefined;
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
	/** Throws `UserError` if there is no such run, or it is of another workspace. */
	read(id: string): Promise<Run>;
	/** The newest ones, newest first. */
	list(): Promise<readonly Run[]>;
}

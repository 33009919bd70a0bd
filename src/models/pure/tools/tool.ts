import type { SearchFocus } from '../../../code/pure/search/scope/searchScopes';
import type { SearchContext } from '../../../code/pure/search/searchContext';
import type { Workspace } from '../../../history/pure/workspace';
import type { Place } from '../../../runs/pure/model/symbol';
import type { ToolAnswer } from '../../../runs/pure/model/toolAnswer';
import type { Workbench } from '../../../sandbox/pure/workbench/workbench';

import type { ResultNumber } from './memory/resultNumbers';

export type ToolArgs = Readonly<Record<string, string | number>>;

export interface ToolParameter {
	readonly name: string;
	readonly type: 'string' | 'integer';
	/** Absent means required. */
	readonly default?: string | number;
	/** Other names that models give it; `a.0` is the first element of a list `a`. */
	readonly aliases?: readonly string[];
	/** The value prompts show in an example call; the parameter's name unless given. */
	readonly example?: string | number;
}

/** The services a call may use in addition to its arguments, from the strategy that makes it. */
export interface ToolContext {
	readonly workspace: Workspace;
	readonly signal?: AbortSignal | undefined;
	/** The code being investigated; searches that know it begin there. */
	readonly focus?: SearchFocus | undefined;
	/** Gets the hits of a code search before its answer: for a user who waits. */
	readonly onHits?: SearchContext['onHits'];
	readonly brevity?: SearchContext['brevity'];
	/** Of the trajectory, if the strategy has one. */
	readonly memory?: MemoryAccess;
	/** The texts of the results so far, oldest first, if the conversation leaves older ones out. */
	readonly results?: readonly string[];
	/** The workbench on which the agent acts; `workspace` is then the workbench's own. */
	readonly workbench?: Workbench;
	/** The steps of a fix that its agent can have done. */
	readonly fixing?: FixActions;
}

/** What the agent of a fix can have done in a turn, besides reading, changing files and running programs. */
export interface FixActions {
	/** Runs a program on the project without any change. `language`: its name; '' for the main one. */
	writeReproducer(program: { readonly text: string; readonly language: string }): Promise<ToolAnswer>;
	/** Runs the tests near to a function of a file, or, if the path is '', near to the changes so far. */
	nearestTests(place: { readonly path: string; readonly name: string }): Promise<ToolAnswer>;
	/** Records what the program that shows the bug does. `name`: a function whose calls are shown; '' for all. */
	traceRun(name: string): Promise<ToolAnswer>;
	/** Has the changes so far judged. */
	submit(): Promise<ToolAnswer>;
}

/** The working memory of a trajectory, as its tools use it. */
export interface MemoryAccess {
	close(definition: DefinitionToClose): Promise<ClosedParts>;
	openCode(): readonly RememberedCode[];
	note(text: string): Promise<void>;
}

export interface ClosedParts {
	/** Whether there was something to close. */
	readonly isDone: boolean;
	/** The code shown until then. */
	readonly closed: readonly RememberedCode[];
	/** All that is meant was closed before. */
	readonly wasClosed: boolean;
}

/** Code in the memory: '' and 0 match any. */
export interface DefinitionToClose {
	/** A path or the end of one. */
	readonly file: string;
	/** May be the last part of a qualified name. */
	readonly name: string;
	/** Any line of it. */
	readonly line: number;
	/** Results and pieces of them, to close all of it; if there are any, they alone count. */
	readonly results: readonly ResultNumber[];
}

export interface RememberedCode {
	/** Qualified; '' for code outside definitions. */
	readonly name: string;
	readonly place: Place;
	/** Estimated. */
	readonly tokens: number;
}

/** How a tool is called. */
export type CalledAs = Pick<Tool, 'name' | 'aliases' | 'parameters'>;

/** Something a model, the embedded localizer or a user may call. */
export interface Tool {
	readonly name: string;
	/** The names of such a tool elsewhere. A call by one of these names is made; its other arguments are dropped. */
	readonly aliases?: readonly string[];
	/** For the model; kept in a `.md` beside the tool. */
	readonly description: string;
	/** In the order of positional arguments. */
	readonly parameters: readonly ToolParameter[];
	/** Whether a call may change anything; if it does not, the same call gives the same answer (`isUnfinished`: more). */
	readonly changes: boolean;
	/** It changes only the model's memory, so that other calls give the same answers after it. */
	readonly isOfMemory?: true;
	run(args: ToolArgs, context: ToolContext): Promise<ToolAnswer>;
}

/** Whether other calls may have other answers after a call of a tool. */
export function changesFiles({ changes, isOfMemory }: Tool): boolean {
	return changes && isOfMemory !== true;
}

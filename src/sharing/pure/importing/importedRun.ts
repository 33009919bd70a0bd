import type { CandidateAction } from '../../../runs/pure/events/treeEvents';
import type { PatchEvaluation } from '../../../runs/pure/model/imported';
import type { Issue } from '../../../runs/pure/model/issue';

/**
 * A run of another tool as its file describes it: a tree of actions as a list, in the order they were made in, parents
 * before their children. So no reader needs a call for each level of the tree.
 */
export interface ImportedRun {
	/** As users know it: `SWE-agent`. */
	readonly tool: string;
	readonly issue: Issue;
	/** The messages the agent received before its first action, in order. */
	readonly instructions: readonly string[];
	readonly actions: readonly ImportedAction[];
	/** About the whole run, in sentences for users. */
	readonly notes: readonly string[];
	/** Nodes of the file's own tree, or of its list of steps. */
	readonly nNodes: number;
}

export interface ImportedAction {
	/** Position of the action that it follows; absent for a first one. */
	readonly parent?: number;
	/** Of a first action, if the tool tried several times: `Attempt 2`. */
	readonly attempt?: string;
	readonly thought: string;
	/** The command as the agent wrote it. */
	readonly command: string;
	/** Its output; absent if the run ended before. */
	readonly observation?: string;
	/** The type of the action that this one is an alternative to: see `Expansion`. */
	readonly replaces?: string;
	/** How many more alternatives actions of each type may get; absent if the tool does not branch. */
	readonly left?: Readonly<Record<string, number>>;
	readonly candidates: readonly CandidateAction[];
	/** Why this one of the candidates. */
	readonly reasons: string;
	/** The patch that was submitted, as a unified diff. */
	readonly submission?: string;
	readonly notes: readonly string[];
}

/** The results of an evaluation, by the text of the patch as `patchKey` has it. */
export type Evaluations = ReadonlyMap<string, Omit<PatchEvaluation, 'patch'>>;

/** Tools differ in the empty lines around a patch. */
export function patchKey(diff: string): string {
	return diff.trim();
}

/** The type of an action: the first word of its command; '' for none. */
export function actionType(command: string): string {
	return command.trim().split(/\s+/, 1)[0] ?? '';
}

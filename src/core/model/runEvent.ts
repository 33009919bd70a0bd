import type { IssueBrief } from './brief';
import type { Issue } from './issue';
import type { BugLocation, Ranking } from './location';
import type { Place } from './symbol';

export const runEventVersion = 1;

/**
 * One line of a run's log. `seq` counts from 1 without gaps, `at` is milliseconds since 1970, `node` is the run node it
 * belongs to. Events are appended and never changed.
 */
export type RunEvent = RunEventBody & {
	readonly v: 1;
	readonly seq: number;
	readonly at: number;
	readonly node: string;
};

export type RunEventBody =
	| RunStarted
	| RunResumed
	| RunEnded
	| Indexed
	| BriefMade
	| NodeOpened
	| NodeClosed
	| Reasoned
	| ToolCalled
	| ToolAnswered
	| LocationsNamed
	| LocationDismissed
	| LocationRestored;

export interface RunStarted {
	readonly type: 'runStarted';
	readonly runId: string;
	readonly issue: Issue;
	/** `embedded`, or the name of a model. */
	readonly engine: string;
	readonly workspace: readonly string[];
	readonly version: string;
}

export interface RunResumed {
	readonly type: 'runResumed';
}

export interface RunEnded {
	readonly type: 'runEnded';
	readonly outcome: 'done' | 'cancelled' | 'failed';
	/** What a person should know or do; always there for `failed`. */
	readonly message?: string;
}

export interface Indexed {
	readonly type: 'indexed';
	readonly nFiles: number;
	readonly nSymbols: number;
}

export interface BriefMade {
	readonly type: 'briefMade';
	readonly brief: IssueBrief;
}

/** A node of the run tree: a round, later a stage or a branch. The event's `node` is the new node's id. */
export interface NodeOpened {
	readonly type: 'nodeOpened';
	readonly parent: string;
	readonly kind: 'stage' | 'round';
	readonly title: string;
}

export interface NodeClosed {
	readonly type: 'nodeClosed';
	/** Verb, object and outcome in one line: "Read 3 symbols in query.py, 2 new suspects". */
	readonly summary: string;
}

export interface Reasoned {
	readonly type: 'reasoned';
	readonly text: string;
}

export interface ToolCalled {
	readonly type: 'toolCalled';
	readonly call: string;
	readonly tool: string;
	readonly args: Readonly<Record<string, string | number>>;
}

export interface ToolAnswered {
	readonly type: 'toolAnswered';
	readonly call: string;
	readonly ok: boolean;
	/** The answer as a model would see it. */
	readonly text: string;
	readonly places: readonly FoundPlace[];
}

/** A place in a tool's answer, with the definition it belongs to where there is one. */
export interface FoundPlace extends Place {
	readonly class?: string;
	readonly method?: string;
}

export interface LocationsNamed {
	readonly type: 'locationsNamed';
	readonly locations: readonly BugLocation[];
	readonly ranking: Ranking;
}

/** The person said "not the bug": kept as negative evidence. */
export interface LocationDismissed {
	readonly type: 'locationDismissed';
	readonly location: string;
}

export interface LocationRestored {
	readonly type: 'locationRestored';
	readonly location: string;
}

import type { Cure } from '../../../system/pure/errors/cure';
import type { AnswerPart } from '../model/answerPart';
import type { IssueBrief } from '../model/brief';
import type { ChatMessage, ReplyForm, RequestedCall, Usage } from '../model/chat';
import type { CulpritFound } from '../model/culprit';
import type { FoundPlace } from '../model/foundPlace';
import type { ImportSource, PatchEvaluated } from '../model/imported';
import type { Issue } from '../model/issue';
import type { BugLocation, Ranking } from '../model/location';
import type { Patch, PatchReview, RankedPatch } from '../model/patch';
import type { Reproducer } from '../model/reproducer';
import type { SentContent } from '../model/sentContent';
import type { DeliveryEvent } from './delivery';
import type { ExecutionEvent } from './executionEvents';
import type { LocationDecision } from './locationDecisions';
import type { MemoryEvent } from './memoryEvents';
import type { DecisionEvent } from './patchDecisions';
import type { Expansion, TreeEvent } from './treeEvents';

export const runEventVersion = 2;

/**
 * One line of a run's log. `seq` counts from 1 without gaps, `at` is milliseconds since 1970, `node` is the run node it
 * belongs to. Events are appended and never changed.
 */
export type RunEvent = RunEventBody & {
	readonly v: 2;
	readonly seq: number;
	readonly at: number;
	readonly node: string;
	/** Present if this event is the output of a recorded step. */
	readonly step?: StepStamp;
};

/** Identifies a recorded step within its node. */
export interface StepStamp {
	/** The name of the step's work; distinguishes two samples of one input. */
	readonly key: string;
	/** Hash of the canonical input. */
	readonly input: string;
}

export type RunEventBody =
	| RunStarted
	| RunResumed
	| RunEnded
	| RunRenamed
	| Indexed
	| BriefMade
	| NodeOpened
	| NodeClosed
	| LeafPicked
	| Stepped
	| Reasoned
	| ToolCalled
	| ToolAnswered
	| ModelAsked
	| ModelAnswered
	| ModelFailed
	| Noted
	| Paused
	| Unpaused
	| CapRaised
	| LocationsNamed
	| ReproducerWritten
	| PatchWritten
	| PatchReviewed
	| ExecutionEvent
	| CulpritFound
	| PatchesRanked
	| PatchPicked
	| PatchEvaluated
	| TreeEvent
	| LocationDecision
	| DecisionEvent
	| DeliveryEvent
	| MemoryEvent;

export interface RunStarted {
	readonly type: 'runStarted';
	/** Written by an older version, damaged, imported, or opened from a file: the run can be read but not continued. */
	readonly readOnly?: true;
	/** Another tool made the run. */
	readonly imported?: ImportSource;
	/** The name of the run file that it was opened from, without its folder. */
	readonly openedFrom?: string;
	/** The user's goal: the locations unless set. */
	readonly goal?: 'fix';
	readonly runId: string;
	readonly issue: Issue;
	/** Name of the strategy. */
	readonly strategy?: string;
	/** The user lets programs run. */
	readonly executes?: true;
	/** `embedded`, the name of a model, or of the tool that made an imported run. */
	readonly engine: string;
	/** The recipient of the content sent to the model; absent if nothing leaves the machine. */
	readonly server?: string;
	readonly workspace: readonly string[];
	readonly version: string;
}

export interface RunResumed {
	readonly type: 'runResumed';
	/** From here on the user wants patches as well. */
	readonly goal?: 'fix';
	/** From here on the user lets programs run. */
	readonly executes?: true;
	/** Another model than before continues the run. */
	readonly engine?: string;
	readonly server?: string;
}

export interface RunEnded {
	readonly type: 'runEnded';
	readonly outcome: 'done' | 'cancelled' | 'failed';
	/** A message to the user about the problem or the remedy; always present for `failed`. */
	readonly message?: string;
	/** Remedies for a failure, best first. */
	readonly cures?: readonly Cure[];
	/** In logs of earlier versions absent, or without the other fields. */
	readonly summary?: ResultSummary | Pick<ResultSummary, 'engine' | 'nLocations'>;
}

/** Data for lists of runs, so that they need not read the whole log. */
export interface ResultSummary {
	readonly title: string;
	readonly engine: string;
	readonly nLocations: number;
	readonly nPatches: number;
	/** The locations are the best so far, not final. */
	readonly isProvisional: boolean;
	readonly imported?: ImportSource;
	/** As in `RunStarted`. */
	readonly openedFrom?: string;
}

/** The user gave the run another title than its issue's. */
export interface RunRenamed {
	readonly type: 'runRenamed';
	readonly title: string;
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

/** A part of a run as users see it. */
export type Phase = 'locate' | 'reproduce' | 'patch' | 'review';

/**
 * A new node of the run tree; the event's `node` is its id. Its parent is the node it follows: a second child is a
 * branch. The title of a `feedback` node is the user's text.
 */
export interface NodeOpened {
	readonly type: 'nodeOpened';
	readonly parent: string;
	/** Distinguishes the children of one parent. */
	readonly key: string;
	/** `trajectory`: a search beside others for the same bug. */
	readonly kind: 'stage' | 'trajectory' | 'round' | 'feedback';
	readonly title: string;
	/** Absent for a stage of an older run, and for a round that is part of the search for locations. */
	readonly phase?: Phase;
	/** It runs beside the trajectories: it is no branch, and never selected. */
	readonly isAside?: true;
	readonly expansion?: Expansion;
}

export interface NodeClosed {
	readonly type: 'nodeClosed';
	/** Verb, object and outcome in one line: "Read 3 symbols in query.py, 2 new suspects". */
	readonly summary: string;
	/** Absent if it brought the result that it was opened for. */
	readonly outcome?: NodeOutcome;
}

/**
 * How a node ended without its result. `failed`: it could not be done; `next`: what the user can do about it, as a
 * sentence. `nothing`: it was done, and found nothing. `same`: its result was there before. `unneeded`: it was ended,
 * because nothing needed it any more.
 */
export type NodeOutcome =
	| { readonly kind: 'failed'; readonly next: string }
	| { readonly kind: Exclude<(typeof nodeOutcomes)[number], 'failed'> };

export const nodeOutcomes = ['failed', 'nothing', 'same', 'unneeded'] as const;

/** The user chose the branch that contains this node: its best leaf is shown. */
export interface LeafPicked {
	readonly type: 'leafPicked';
	readonly leaf: string;
}

/** The output of a step that no other event describes: JSON data for replay, shown nowhere. */
export interface Stepped {
	readonly type: 'stepped';
	readonly output: unknown;
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
	/** As in `ToolAnswer`. */
	readonly scope?: string;
	/** As in `ToolAnswer`. */
	readonly parts?: readonly AnswerPart[];
	/** As in `ToolAnswer`. */
	readonly isUnfinished?: true;
}

/**
 * A request to a model. `sent` lists its messages by the hash of their content; `fresh` contains those that the log did
 * not have yet, so that each is stored once.
 */
export interface ModelAsked {
	readonly type: 'modelAsked';
	readonly request: string;
	/** The purpose in a few words: "choose searches". */
	readonly purpose: string;
	readonly fresh: Readonly<Record<string, ChatMessage>>;
	readonly sent: readonly string[];
	/** Names of the tools offered. */
	readonly tools: readonly string[];
	/** The model, if it differs from the run's engine. */
	readonly model?: string;
	readonly form: ReplyForm;
}

export interface ModelAnswered {
	readonly type: 'modelAnswered';
	readonly request: string;
	readonly text: string;
	readonly toolCalls: readonly RequestedCall[];
	readonly usage: Usage;
	readonly finish: 'done' | 'length';
}

/** A failed attempt; retried that long after the event's `at` unless `retryInMs` is absent. */
export interface ModelFailed {
	readonly type: 'modelFailed';
	readonly request: string;
	readonly kind: string;
	readonly message: string;
	readonly retryInMs?: number;
	/** The tokens used by an answer that was stopped while it arrived. */
	readonly usage?: Usage;
}

/** Something that happened to a node and that the user should know. */
export interface Noted {
	readonly type: 'noted';
	readonly text: string;
	/** Remedies, best first. Empty: no remedy is known, but the user should see the note now. */
	readonly cures?: readonly Cure[];
}

/**
 * A limit that may not be exceeded without asking. Units: requests, tokens, money in the currency of the prices,
 * milliseconds.
 */
export type Cap = 'requests' | 'tokens' | 'cost' | 'time';

/** The run waits for the user: the user paused it, a cap is reached, or the user is to review the content to send. */
export interface Paused {
	readonly type: 'paused';
	readonly reason: 'person' | 'cap' | 'review';
	/** With the reason `cap`. */
	readonly cap?: Cap;
	readonly limit?: number;
	/** With the reason `review`: the issue as it would be sent. */
	readonly text?: string;
	/** With the reason `review`: the content to send and its recipient. */
	readonly content?: SentContent;
	/** With the reason `review`: the text was sent before, so that it cannot be edited any more. */
	readonly isFixed?: true;
}

export interface Unpaused {
	readonly type: 'unpaused';
	/** After a review: the content the user agreed to send. */
	readonly agreed?: SentContent;
}

export interface CapRaised {
	readonly type: 'capRaised';
	readonly cap: Cap;
	readonly limit: number;
}

export interface LocationsNamed {
	readonly type: 'locationsNamed';
	readonly locations: readonly BugLocation[];
	readonly ranking: Ranking;
	/** The best so far: the search had not ended. */
	readonly provisional?: boolean;
	/** From the embedded localizer, for locations that the model did not name. */
	readonly embedded?: true;
	/** Places that could not be found, one sentence each, for the model. */
	readonly problems?: readonly string[];
}

export interface ReproducerWritten {
	readonly type: 'reproducerWritten';
	readonly reproducer: Reproducer;
}

export interface PatchWritten {
	readonly type: 'patchWritten';
	readonly patch: Patch;
}

export interface PatchReviewed {
	readonly type: 'patchReviewed';
	readonly review: PatchReview;
}

/** The candidates, best first; the first is the one selected. */
export interface PatchesRanked {
	readonly type: 'patchesRanked';
	readonly ranking: readonly RankedPatch[];
}

/** The user wants this patch: it is first until patches are ranked without it. */
export interface PatchPicked {
	readonly type: 'patchPicked';
	readonly patch: string;
}

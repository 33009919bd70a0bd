import type { MemoryChanged, MemoryRef } from '../../runs/pure/events/memoryEvents';
import type { Cap, RunEvent } from '../../runs/pure/events/runEvent';
import type { Run } from '../../runs/pure/fold/run';
import type { ShownPatch } from '../../runs/pure/fold/shownPatch';
import type { Price } from '../../runs/pure/fold/spent';
import type { FoundPlace } from '../../runs/pure/model/foundPlace';
import type { LineRange, Place } from '../../runs/pure/model/symbol';
import type { WorkspaceStatus } from './workspaceStatus';

/** Incremented when a message changes its meaning; a view with an older version asks to be reloaded. */
export const protocolVersion = 4;

/** Every message carries the version of its sender. */
export type Wire<Message> = Message & { readonly v: number };

/** `simple`: rounds and locations. `full`: reasoning, calls and the raw text of the answers as well. */
export type Detail = 'simple' | 'full';

/** The actions available for the shown run. */
export interface Session {
	/** It is running in this window now. */
	readonly live: boolean;
	/** It stopped before its end and can be continued. */
	readonly resumable: boolean;
	/** The user asked for a pause; the current answer of the model is awaited. */
	readonly pausing: boolean;
	/** How a review of outgoing text offers to be the last one for its server: as a choice, or as one made already. */
	readonly agreement?: 'choice' | 'preset';
	/** A request failed and waits for its next try. */
	readonly retry?: PendingRetry;
	/** How long the server that ended the run asks to wait from this message on. */
	readonly waitMs?: number;
}

/** The time is relative: the clocks of host and view may differ. */
export interface PendingRetry {
	/** A sentence for the user. */
	readonly reason: string;
	/** From when this is sent until the next try. */
	readonly inMs: number;
}

/** The limits and prices of a run with a model, according to the settings. */
export interface RunLimits {
	/** The strategy of the next run, unless it has no model. */
	readonly nextStrategy?: string;
	/** Of each search. */
	readonly maxRounds: number;
	/** Present if several run side by side. */
	readonly nTrajectories?: number;
	/** Absent: no limit. Units as in `Cap`. */
	readonly caps: Readonly<Partial<Record<Cap, number>>>;
	/** Price of the model of the shown run, if known. */
	readonly price?: Price;
}

/** The engine that locates the next bug, as shown to users. */
export interface ModelInUse {
	/** `Embedded localizer`, `Endpoint: localhost:11434`. */
	readonly label: string;
	/** The recipient of sent texts; absent while nothing leaves this machine. */
	readonly recipient?: string;
}

/** The position of a replay, whose run is the one that the views show. */
export interface ReplayState {
	/** From 0. */
	readonly at: number;
	readonly nMoments: number;
	/** The latest event. */
	readonly label: string;
	/** The name of the run file, if the run was opened from one. */
	readonly file?: string;
}

/** Refers to a round, or to one request to the model in it. */
export interface SentRef {
	readonly node: string;
	readonly request?: string;
}

/** Refers to one call of a run; `call` is unique only within its node. */
export interface CallRef {
	readonly node: string;
	readonly call: string;
}

/** Refers to a frame in the brief of the run shown. */
export interface FrameRef {
	/** Position of its traceback. */
	readonly traceback: number;
	/** 0 for the innermost frame. */
	readonly fromInnermost: number;
}

export type ToWebview =
	| Snapshot
	| Events
	| { readonly type: 'session'; readonly session: Session }
	| { readonly type: 'status'; readonly status: WorkspaceStatus }
	| { readonly type: 'detail'; readonly detail: Detail }
	| { readonly type: 'patches'; readonly patches: readonly ShownPatch[] }
	| AnswerRead
	| NodesFound
	/** Replaces the previous lines. */
	| { readonly type: 'lines'; readonly lines: CurrentLines }
	/** The end of the model's current output. Replaces the previous one; no event contains it. */
	| { readonly type: 'streamed'; readonly node: string; readonly text: string }
	/** Show and focus this node or location. */
	| { readonly type: 'reveal'; readonly target: RevealTarget }
	/** Show the issue box and focus it. `draft` replaces its content. */
	| { readonly type: 'compose'; readonly draft?: string }
	/** The issue was refused; `message` states the reason and the remedy. */
	| { readonly type: 'issueRefused'; readonly message: string }
	/** Show the box for feedback on this round and focus it. */
	| { readonly type: 'askFeedback'; readonly round: string }
	/** The feedback was refused; `message` states why. */
	| { readonly type: 'feedbackRefused'; readonly message: string };

/** Everything, once: answers `ready` and `resync`. Events after it continue at `run.lastSeq + 1`. */
export interface Snapshot {
	readonly type: 'snapshot';
	readonly run?: Run;
	/** Calls whose answers were cut: ask for them with `readAnswer`. */
	readonly clipped: readonly CallRef[];
	readonly session: Session;
	readonly status: WorkspaceStatus;
	readonly detail: Detail;
	/** How many locations are shown, best first; the rest stays in the log. */
	readonly maxLocations: number;
	readonly limits: RunLimits;
	readonly model: ModelInUse;
	/** Best first, without the details of their evidence, which an editor shows. */
	readonly patches: readonly ShownPatch[];
	/** Nothing is run or written in a folder that is not trusted. */
	readonly isTrusted: boolean;
	readonly lines: CurrentLines;
	/** The last command that failed in a terminal: `npm test (exit 1)`. */
	readonly failedCommand?: string;
	/** The run is a replay: nothing of it can be changed. */
	readonly replay?: ReplayState;
}

/** The current lines of locations whose code moved since they were located, by the id of the location. */
export type CurrentLines = Readonly<Record<string, LineRange>>;

/** New events, at most one message per frame. */
export interface Events {
	readonly type: 'events';
	readonly events: readonly RunEvent[];
	readonly clipped: readonly CallRef[];
}

/** The whole answer of one call. */
export interface AnswerRead extends CallRef {
	readonly type: 'answer';
	readonly text: string;
	readonly places: readonly FoundPlace[];
}

/** A part of the answer to `find`. */
export interface NodesFound {
	readonly type: 'found';
	/** The text that was searched for. */
	readonly text: string;
	/** The number of nodes in the parts before this one; 0 begins a search. */
	readonly nBefore: number;
	/** Ids of nodes, oldest first. */
	readonly nodes: readonly string[];
	/** The search is complete. */
	readonly isLast: boolean;
}

export type RevealTarget =
	| { readonly kind: 'node'; readonly id: string }
	| { readonly kind: 'location'; readonly id: string };

export type FromWebview =
	| { readonly type: 'ready' }
	/** An event is missing: send a snapshot. */
	| { readonly type: 'resync' }
	| { readonly type: 'locate'; readonly text: string }
	/** The host checks that the place is in the workspace before it opens it. */
	| { readonly type: 'openPlace'; readonly place: Place }
	/** The host finds the function of the frame in the workspace. */
	| ({ readonly type: 'openFrame' } & FrameRef)
	| { readonly type: 'openLocation'; readonly location: string }
	| { readonly type: 'dismiss'; readonly location: string }
	| { readonly type: 'restore'; readonly location: string }
	| { readonly type: 'openReproducer'; readonly reproducer: string }
	| ({ readonly type: 'readAnswer' } & CallRef)
	/** Search all nodes of the run shown for this text; ends the search before. */
	| { readonly type: 'find'; readonly text: string }
	/** Show the text sent to the model, in an editor. */
	| ({ readonly type: 'showSent' } & SentRef)
	/** The issue may be sent, as given in `text`. `forServer`: and later ones to this server need no review. */
	| { readonly type: 'agree'; readonly text: string; readonly forServer: boolean }
	/** At a cap: continue with the same amount again, or stop and keep the results. */
	| { readonly type: 'decideCap'; readonly raise: boolean }
	/** Before the live run has reached it. */
	| { readonly type: 'raiseCap'; readonly cap: Cap }
	/** Continues from this round with the user's feedback; a running run is stopped first. */
	| { readonly type: 'giveFeedback'; readonly round: string; readonly text: string }
	| { readonly type: 'actOnPatch'; readonly action: PatchAction; readonly patch: string }
	/** Show a file of a patch in a diff editor. */
	| { readonly type: 'openPatchFile'; readonly patch: string; readonly path: string }
	/** Show a piece of evidence about a patch in an editor, with its complete output. */
	| { readonly type: 'openEvidence'; readonly patch: string; readonly label: string }
	/** Closes or opens a part of a working memory: the text the model is shown after this round. */
	| ({ readonly type: 'changeMemory' } & MemoryDecision)
	/** Show a part of a working memory as the model sees it, in an editor. */
	| { readonly type: 'openMemory'; readonly node: string; readonly part: MemoryRef }
	| { readonly type: 'setDetail'; readonly detail: Detail }
	/** Moves the replay to a moment, from 0; `close`: shows the run itself. */
	| { readonly type: 'replay'; readonly to: number | 'close' }
	/** Applies one of the cures of the run shown, by its position. */
	| { readonly type: 'cure'; readonly at: number }
	| { readonly type: 'act'; readonly action: Action };

export interface MemoryDecision {
	readonly node: string;
	readonly change: MemoryChanged['change'];
	readonly part: MemoryRef;
}

/** Commands the view may request: a closed list, each mapped to one command by the host. */
export const actions = [
	'cancel',
	'resume',
	'pause',
	'continue',
	'retryNow',
	'fix',
	'chooseSource',
	'locateCommand',
	'chooseModel',
	/** Then writes a patch. */
	'chooseModelToFix',
	'runTests',
	'handOn',
	'openPullRequest',
	'openFolder',
	'manageTrust',
	'buildIndex',
	'rebuildIndex',
	'showExcludes',
	'openWalkthrough',
	'showLog',
] as const;
export type Action = (typeof actions)[number];

/** As `actions`, for one patch of the run shown. */
export const patchActions = ['review', 'openDiff', 'accept', 'reject', 'undo', 'compare', 'pick'] as const;
export type PatchAction = (typeof patchActions)[number];

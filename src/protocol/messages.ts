import type { Run } from '../core/model/run/run';
import type { Cap, FoundPlace, RunEvent } from '../core/model/run/runEvent';
import type { Price } from '../core/model/run/spent';
import type { Place } from '../core/model/symbol';
import type { WorkspaceStatus } from './workspaceStatus';

/** Raised when a message changes its meaning; a view that still speaks an older version asks to be reloaded. */
export const protocolVersion = 3;

/** Every message travels with the version of its sender. */
export type Wire<Message> = Message & { readonly v: number };

/** `simple`: rounds and locations. `full`: reasoning, calls and the raw text of the answers as well. */
export type Detail = 'simple' | 'full';

/** What can be done with the run shown. */
export interface Session {
	/** It goes on in this window right now. */
	readonly live: boolean;
	/** It stopped half-way and can go on. */
	readonly resumable: boolean;
	/** The person asked for a pause; what the model is saying right now is waited for. */
	readonly pausing: boolean;
}

/** What a run with a model may take, and what that costs, as the settings have it now. */
export interface RunLimits {
	readonly maxRounds: number;
	/** Absent: no limit. Units as in `Cap`. */
	readonly caps: Readonly<Partial<Record<Cap, number>>>;
	/** Of the model of the run shown, where it is known. */
	readonly price?: Price;
}

/** Who locates the next bug, as a person knows it. */
export interface ModelInUse {
	/** `Embedded`, `Endpoint: localhost:11434`. */
	readonly label: string;
	/** Who gets what is sent; absent while nothing leaves this machine. */
	readonly recipient?: string;
}

/** Names a round, or one request to the model in it. */
export interface SentRef {
	readonly node: string;
	readonly request?: string;
}

/** Names one call of a run; `call` alone is unique only within its node. */
export interface CallRef {
	readonly node: string;
	readonly call: string;
}

export type ToWebview =
	| Snapshot
	| Events
	| { readonly type: 'session'; readonly session: Session }
	| { readonly type: 'status'; readonly status: WorkspaceStatus }
	| { readonly type: 'detail'; readonly detail: Detail }
	| AnswerRead
	/** The end of what the model is saying right now. Takes the place of what was said so; no event holds it. */
	| { readonly type: 'streamed'; readonly node: string; readonly text: string }
	/** Show this node or location, and put the focus on it. */
	| { readonly type: 'reveal'; readonly target: RevealTarget }
	/** Show the issue box, and put the focus into it. `draft` replaces what stands there. */
	| { readonly type: 'compose'; readonly draft?: string }
	/** The issue was refused; `message` says why and what to do. */
	| { readonly type: 'issueRefused'; readonly message: string }
	/** Show the box for feedback on this round, and put the focus into it. */
	| { readonly type: 'askFeedback'; readonly round: string }
	/** The feedback was refused; `message` says why. */
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
}

/** What happened since, at most one message a frame. */
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

export type RevealTarget =
	| { readonly kind: 'node'; readonly id: string }
	| { readonly kind: 'location'; readonly id: string };

export type FromWebview =
	| { readonly type: 'ready' }
	/** An event is missing: send a snapshot. */
	| { readonly type: 'resync' }
	| { readonly type: 'locate'; readonly text: string }
	/** The host checks that the place lies in the workspace before it opens it. */
	| { readonly type: 'openPlace'; readonly place: Place }
	| { readonly type: 'openLocation'; readonly location: string }
	| { readonly type: 'dismiss'; readonly location: string }
	| { readonly type: 'restore'; readonly location: string }
	| ({ readonly type: 'readAnswer' } & CallRef)
	/** Show what was sent to the model, in an editor. */
	| ({ readonly type: 'showSent' } & SentRef)
	/** The issue may be sent, as it stands in `text`. */
	| { readonly type: 'agree'; readonly text: string }
	/** At a cap: go on with as much again, or stop and keep what there is. */
	| { readonly type: 'decideCap'; readonly raise: boolean }
	/** Goes on from this round with what the person says; a run that goes on is ended first. */
	| { readonly type: 'giveFeedback'; readonly round: string; readonly text: string }
	| { readonly type: 'setDetail'; readonly detail: Detail }
	| { readonly type: 'act'; readonly action: Action };

/** Commands the view may have run: a closed list, each mapped to one command by the host. */
export const actions = [
	'cancel',
	'resume',
	'pause',
	'goOn',
	'fix',
	'chooseSource',
	'chooseModel',
	'buildIndex',
	'cancelIndex',
	'showLog',
	'openAsText',
] as const;
export type Action = (typeof actions)[number];

import type { MemoryRef } from '../../runs/pure/events/memoryEvents';
import type { Phase } from '../../runs/pure/events/runEvent';
import type { PatchEvidence } from '../../runs/pure/fold/patchEvidence';
import type { Verdict } from '../../runs/pure/fold/patchVerdict';
import type { ShownPatch, ShownPatchFile } from '../../runs/pure/fold/shownPatch';
import type { FoundPlace } from '../../runs/pure/model/foundPlace';
import type { BugLocation, CodeLine } from '../../runs/pure/model/location';
import type { Place } from '../../runs/pure/model/symbol';
import type { CallRef, FrameRef, PatchAction, SentRef } from '../protocol/messages';
import type { PhaseState } from './phaseViews';

/** The content of one row of the trajectory; one kind, one component. */
export type RowContent =
	| PhaseRow
	| IssueRow
	| BriefRow
	| FactRow
	| CrashRow
	| StackRow
	| FrameRow
	| TextRow
	| NodeRow
	| BranchRow
	| NextRow
	| RequestRow
	| ModelTextRow
	| NoteRow
	| ReasoningRow
	| CallRow
	| PlaceRow
	| AnswerRow
	| LocationsRow
	| LocationRow
	| EvidenceRow
	| FoldRow
	| ReproducerRow
	| RanRow
	| PatchRow
	| PatchActionsRow
	| PatchEvidenceRow
	| PatchFileRow
	| MemoryRow
	| MemoryPartRow
	| MemoryNoteRow;

export interface IssueRow {
	readonly kind: 'issue';
	readonly title: string;
	/** `from the clipboard`; '' for typed text. */
	readonly from: string;
}

export interface BriefRow {
	readonly kind: 'brief';
	/** `4 names, 1 traceback`. */
	readonly summary: string;
}

export interface FactRow {
	readonly kind: 'fact';
	readonly name: string;
	readonly values: readonly string[];
}

/** A report of a kernel, a sanitizer or a debugger. */
export interface CrashRow {
	readonly kind: 'crash';
	/** `KASAN: slab-use-after-free, read of 8 bytes` */
	readonly about: string;
	readonly title: string;
}

/** A stack of a crash report. */
export interface StackRow {
	readonly kind: 'stack';
	/** The role of the stack: `Freed`. */
	readonly name: string;
	/** `12 frames` */
	readonly summary: string;
}

export interface FrameRow {
	readonly kind: 'frame';
	readonly frame: FrameRef;
	readonly name: string;
	/** `net/core/dev.c:123`; '' if the report has no place. */
	readonly where: string;
	readonly note: string;
	readonly tone: 'blamed' | 'helper' | 'plain';
}

export interface TextRow {
	readonly kind: 'text';
	readonly text: string;
}

/** A round or a stage. */
export interface NodeRow {
	readonly kind: 'node';
	readonly node: string;
	/** The number of the round; stages have none. */
	readonly number?: string;
	/** Its result; while it is running, its current activity. */
	readonly title: string;
	/** Of a node that failed: what the user can do about it. */
	readonly next?: string;
	readonly state: NodeState;
	/** `1.4k tokens`. */
	readonly cost?: string;
	/** The end of the text the model is streaming. */
	readonly coming?: string;
	/** It made a request to a model. */
	readonly asked: boolean;
	/** For a turn of a tree: whether the user gave up the branch after it. */
	readonly turn?: TurnState;
}

export type TurnState = 'growing' | 'pruned';

/** `waiting`: for the user. `empty`: done, without a result. */
export type NodeState = 'running' | 'waiting' | 'done' | 'empty' | 'failed' | 'stopped';

/** The beginning of a branch, the user's feedback or an alternative to an action; below it the rounds of the branch. */
export interface BranchRow {
	readonly kind: 'branch';
	/** The first node of the branch. */
	readonly node: string;
	readonly isFeedback: boolean;
	/** `Feedback`, `Alternative to edit`. */
	readonly what: string;
	readonly title: string;
	/** `after round 2` */
	readonly after: string;
	/** Why it ended without a result. */
	readonly ended?: string;
}

/** The node at which the run continued after the last one of a branch. */
export interface NextRow {
	readonly kind: 'next';
	/** The last node of the branch. */
	readonly after: string;
	readonly node: string;
	/** `round 2a: create notes.txt` */
	readonly title: string;
}

/** One request to the model. */
export interface RequestRow extends Required<SentRef> {
	readonly kind: 'request';
	readonly purpose: string;
	readonly state: 'running' | 'ok' | 'failed' | 'stopped';
	/** Tokens, or how it ended. */
	readonly outcome: string;
}

/** The model's text. */
export interface ModelTextRow {
	readonly kind: 'modelText';
	readonly text: string;
	/** JSON or another text for machines. */
	readonly isCode: boolean;
}

/** An event the user should know about. */
export interface NoteRow {
	readonly kind: 'note';
	readonly text: string;
	readonly isFailure: boolean;
}

export interface ReasoningRow {
	readonly kind: 'reasoning';
	readonly text: string;
}

export interface CallRow {
	readonly kind: 'call';
	/** `search_method("filter")`. */
	readonly signature: string;
	readonly state: 'running' | 'ok' | 'failed' | 'stopped';
	/** `3 places`, `nothing found`. */
	readonly outcome: string;
	readonly ref: CallRef;
	/** Only the host has the complete answer. */
	readonly clipped: boolean;
}

export interface PlaceRow {
	readonly kind: 'place';
	readonly place: FoundPlace;
	readonly name: string;
}

export interface AnswerRow extends CallRef {
	readonly kind: 'answer';
	readonly text: string;
	/** Only the host has the complete text. */
	readonly clipped: boolean;
}

export interface LocationsRow {
	readonly kind: 'locations';
	/** `6 locations, 1 dismissed` */
	readonly text: string;
	/** Why they are not the model's final answer. */
	readonly provisional?: string;
}

export interface LocationRow {
	readonly kind: 'location';
	readonly number: number;
	readonly location: BugLocation;
	readonly name: string;
	/** `django/db/query.py:10-24`, with its current lines. */
	readonly where: string;
	/** In words: `most suspicious`. */
	readonly confidence: string;
	readonly dismissed: boolean;
}

export interface EvidenceRow {
	readonly kind: 'evidence';
	readonly text: string;
	/** The line of code that it rests on. */
	readonly code?: CodeLine & { readonly text: string };
	/** The round that found it, if it is on screen. */
	readonly round?: { readonly node: string; readonly text: string };
	/** The line of the issue that it rests on: `Issue, line 7: The total is negative.` */
	readonly issueLine?: string;
}

/** Rows that are of less interest, below one that counts them. */
export interface FoldRow {
	readonly kind: 'fold';
	readonly text: string;
}

/** The section of a phase. */
export interface PhaseRow {
	readonly kind: 'phase';
	readonly phase: Phase;
	readonly name: string;
	readonly state: PhaseState;
	readonly spoken: string;
	readonly summary: string;
}

export interface ReproducerRow {
	readonly kind: 'reproducer';
	readonly reproducer: string;
	readonly file: string;
}

/** A run of a reproducer or of the tests. */
export interface RanRow {
	readonly kind: 'ran';
	readonly text: string;
	readonly verdict: Verdict;
}

export interface PatchRow {
	readonly kind: 'patch';
	readonly patch: ShownPatch;
}

/** The possible actions on a patch. */
export interface PatchActionsRow {
	readonly kind: 'patchActions';
	/** Id of the patch. */
	readonly patch: string;
	readonly buttons: readonly PatchButton[];
}

export interface PatchButton {
	readonly action: PatchAction;
	readonly label: string;
}

export interface PatchEvidenceRow {
	readonly kind: 'patchEvidence';
	readonly patch: string;
	readonly evidence: PatchEvidence;
}

export interface PatchFileRow {
	readonly kind: 'patchFile';
	readonly patch: string;
	readonly file: ShownPatchFile;
}

/** The text shown to a trajectory's model in its next round. */
export interface MemoryRow {
	readonly kind: 'memory';
	/** `12 results, 8.2k tokens` */
	readonly summary: string;
}

/** A result in a working memory, or a part of one. */
export interface MemoryPartRow {
	readonly kind: 'memoryPart';
	/** The round that a change follows. */
	readonly node: string;
	readonly part: MemoryRef;
	/** Its parts are the rows below it. */
	readonly isGroup: boolean;
	readonly title: string;
	/** Its place, or the place of the search. */
	readonly detail: string;
	readonly state: 'open' | 'closed' | 'repeated';
	readonly isPinned: boolean;
	readonly cost: string;
	readonly place?: Place;
}

export interface MemoryNoteRow {
	readonly kind: 'memoryNote';
	readonly text: string;
}

import type { BugLocation, Evidence } from '../../core/model/location';
import type { FoundPlace } from '../../core/model/runEvent';
import type { CallRef } from '../../protocol/messages';

/** What one row of the trajectory shows; one kind, one component. */
export type RowContent =
	| IssueRow
	| BriefRow
	| FactRow
	| TextRow
	| NodeRow
	| ReasoningRow
	| CallRow
	| PlaceRow
	| AnswerRow
	| LocationsRow
	| LocationRow
	| EvidenceRow;

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

export interface TextRow {
	readonly kind: 'text';
	readonly text: string;
}

/** A round, or a stage that holds rounds. */
export interface NodeRow {
	readonly kind: 'node';
	/** Counts the rounds from 1; stages have none. */
	readonly number?: number;
	readonly title: string;
	readonly state: 'running' | 'done' | 'stopped';
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
	/** Parts of the answer are still with the host. */
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
	/** There is more, and the host has it. */
	readonly clipped: boolean;
}

export interface LocationsRow {
	readonly kind: 'locations';
	readonly count: number;
	readonly nDismissed: number;
}

export interface LocationRow {
	readonly kind: 'location';
	readonly number: number;
	readonly location: BugLocation;
	readonly name: string;
	/** A location above it should do the same; said once, it need not be said again. */
	readonly repeats: boolean;
	/** `query.py:10-24` */
	readonly where: string;
	/** `django/db`; '' at the top. */
	readonly folder: string;
	/** In words: `most suspicious`. */
	readonly confidence: string;
	readonly dismissed: boolean;
}

export interface EvidenceRow {
	readonly kind: 'evidence';
	readonly evidence: Evidence;
	/** The round that found it, where it is on screen: `Round 2`. */
	readonly round?: string;
}

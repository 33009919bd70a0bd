import type { PatchedFile } from '../../../runs/pure/model/patch';
import type { MatchKind } from './matchers/match';

/** The outcome of an answer's edits: all are applied, or none. */
export interface ApplyResult {
	/**
	 * `applied`: every edit matches, and together they change something. `refused`: at least one does not. `unchanged`:
	 * they match and change nothing. `noEdits`: the answer contains none, or only edits that are left out.
	 */
	readonly status: 'applied' | 'refused' | 'unchanged' | 'noEdits';
	readonly edits: readonly AppliedEdit[];
	/** Unified, in git's style; '' unless applied. */
	readonly diff: string;
	/** Files that change, with their whole texts; empty unless applied. */
	readonly changes: readonly PatchedFile[];
	/** For `noEdits`: the explanation for the model. */
	readonly why?: string;
}

export interface AppliedEdit {
	/** The file found, or the path as written if none was. */
	readonly file: string;
	/**
	 * `matches`: would be applied, but another edit is refused. `unchanged`: requests content the file already has.
	 * `leftOut`: changes a test file, which was not requested.
	 */
	readonly status: 'applied' | 'matches' | 'unchanged' | 'leftOut' | 'refused';
	readonly match?: MatchKind;
	/** Share of the original that the place has, from 0 to 1. */
	readonly score?: number;
	/** Lines of the file before any edit. */
	readonly startLine?: number;
	readonly endLine?: number;
	readonly reason?: RefusalReason;
	/** For the model: the problem, with the current code. */
	readonly why?: string;
	/** Places to which an ambiguous edit may belong. */
	readonly candidates?: readonly Candidate[];
}

export interface Candidate {
	readonly file: string;
	readonly startLine: number;
	readonly endLine: number;
}

export type RefusalReason =
	| 'outside'
	| 'noFile'
	| 'severalFiles'
	| 'unreadable'
	| 'exists'
	| 'testFile'
	| 'notFound'
	| 'ambiguous'
	| 'noAnchor'
	| 'hidden'
	| 'absent'
	| 'elided'
	| 'misplaced'
	| 'syntax'
	| 'cutOff'
	| 'mixedUp';

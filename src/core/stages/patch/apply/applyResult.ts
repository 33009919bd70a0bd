import type { PatchedFile } from '../../../model/patch';
import type { MatchKind } from './matchers/match';

/** What became of an answer's edits: all of them, or none. */
export interface ApplyResult {
	/**
	 * `applied`: every edit matches, and together they change something. `refused`: at least one does not. `unchanged`: they
	 * match and change nothing. `noEdits`: the answer holds none, or only such as are left out.
	 */
	readonly status: 'applied' | 'refused' | 'unchanged' | 'noEdits';
	readonly edits: readonly AppliedEdit[];
	/** Unified, in git's style; '' unless applied. */
	readonly diff: string;
	/** Files that change, with their whole texts; empty unless applied. */
	readonly changes: readonly PatchedFile[];
	/** For `noEdits`: what to tell the model. */
	readonly why?: string;
}

export interface AppliedEdit {
	/** The file found, or the path as written where none was. */
	readonly file: string;
	/**
	 * `applied`: made. `matches`: would be, but another edit is refused. `unchanged`: asks for what is there. `leftOut`: about
	 * a test file, which nobody asked for.
	 */
	readonly status: 'applied' | 'matches' | 'unchanged' | 'leftOut' | 'refused';
	readonly match?: MatchKind;
	/** Share of the original that stands there, from 0 to 1. */
	readonly score?: number;
	/** Where in the file as it was. */
	readonly startLine?: number;
	readonly endLine?: number;
	readonly reason?: RefusalReason;
	/** For the model: what is wrong, with the code that is there. */
	readonly why?: string;
	/** Where an ambiguous edit may belong. */
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
	| 'syntax'
	| 'cutOff'
	| 'mixedUp';

import type { PatchedFile } from '../../../model/patch';
import type { Match } from './fits/fit';

/** What became of an answer's edits: all of them, or none. */
export interface Landing {
	/**
	 * `landed`: every edit fits, and together they change something. `refused`: at least one does not. `unchanged`: they
	 * fit and change nothing. `noEdits`: the answer holds none, or only such as are left out.
	 */
	readonly status: 'landed' | 'refused' | 'unchanged' | 'noEdits';
	readonly edits: readonly LandedEdit[];
	/** Unified, in git's style; '' unless landed. */
	readonly diff: string;
	/** Files that change, with their whole texts; empty unless landed. */
	readonly changes: readonly PatchedFile[];
	/** For `noEdits`: what to tell the model. */
	readonly why?: string;
}

export interface LandedEdit {
	/** The file found, or the path as written where none was. */
	readonly file: string;
	/**
	 * `landed`: made. `fits`: would be, but another edit is refused. `unchanged`: asks for what is there. `leftOut`: about
	 * a test file, which nobody asked for.
	 */
	readonly status: 'landed' | 'fits' | 'unchanged' | 'leftOut' | 'refused';
	readonly match?: Match;
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

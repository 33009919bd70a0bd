/** A change that would resolve the issue. Nothing of it is in the person's files before they accept it. */
export interface Patch {
	/** Unique within a run: `p1`. */
	readonly id: string;
	/** Unified, in git's style, against the workspace as it was when the patch was written. */
	readonly diff: string;
	readonly files: readonly PatchedFile[];
	/** The newest patch this one takes the place of, after a review. */
	readonly replaces?: string;
}

/** One file of a patch: whole texts, so that it can be shown and merged though the file has moved on. */
export interface PatchedFile {
	readonly path: string;
	/** Absent for a new file. */
	readonly before?: string;
	/** Absent for a deleted file. */
	readonly after?: string;
}

/** What somebody, or something, found out about a patch. */
export interface PatchReview {
	readonly patch: string;
	/** The reproducer it was judged by; absent where there was none. */
	readonly reproducer?: string;
	readonly patchCorrect: boolean;
	/** Undefined where there is no reproducer. */
	readonly testCorrect?: boolean;
	readonly patchAnalysis: string;
	readonly testAnalysis: string;
	/** What to do instead, where the verdict is no. */
	readonly patchAdvice: string;
	readonly testAdvice: string;
}

/** A patch among the candidates, best first, with the reasons for its place. */
export interface RankedPatch {
	readonly patch: string;
	/** In short sentences: "The reproducer fails before and passes after it." */
	readonly reasons: readonly string[];
}

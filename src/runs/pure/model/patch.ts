/**
 * A change that would resolve the issue. The user's files do not contain any of it before the user accepts it, unless it is
 * a change of the working tree.
 */
export interface Patch {
	/** Unique within a run: `p1`. */
	readonly id: string;
	/** Unified, in git's style, against the workspace at the time the patch was written. */
	readonly diff: string;
	readonly files: readonly PatchedFile[];
	/** The newest patch this one replaces, after a review. */
	readonly replaces?: string;
	/** Only the lines in the diff are known of its files: the patch can be read, but not reviewed or accepted. */
	readonly isExcerpt?: true;
	/** The user's files have it: accepting a change keeps it, and rejecting one takes it back. */
	readonly isInFiles?: true;
	/** Other changes of its author that are not part of it. */
	readonly leftOut?: readonly LeftOutFile[];
}

/** The changed files that belong to a fix, and those left out. */
export interface PreparedFiles {
	readonly files: readonly PatchedFile[];
	readonly leftOut: readonly LeftOutFile[];
}

/** A file that is no part of a patch. */
export interface LeftOutFile {
	readonly path: string;
	/** As it continues "It is": `a reproducer`. */
	readonly what: string;
}

/** One file of a patch as whole texts, so that it can be shown and merged even if the file has changed since. */
export interface PatchedFile {
	readonly path: string;
	/** Absent for a new file. */
	readonly before?: string;
	/** Absent for a deleted file. */
	readonly after?: string;
}

/** A reviewer's or a tool's findings about a patch. */
export interface PatchReview {
	readonly patch: string;
	/** The reproducer the patch was judged by; absent if there was none. */
	readonly reproducer?: string;
	readonly patchCorrect: boolean;
	/** Undefined if there is no reproducer. */
	readonly testCorrect?: boolean;
	readonly patchAnalysis: string;
	readonly testAnalysis: string;
	/** A better approach, if the patch is judged incorrect. */
	readonly patchAdvice: string;
	readonly testAdvice: string;
	/** Tests that the patch breaks and changes: they assert what the issue reports as wrong. As their runner names them. */
	readonly wrongTests?: readonly string[];
}

/** The evidence against a patch, for the author of the next one. Texts as a model reads them. */
export interface PatchFaults {
	/** The program that fails because of the bug, and how it ended with the patch; absent if it passes, or is wrong. */
	readonly program?: string;
	readonly output?: string;
	/** The reviewer's analysis and advice. */
	readonly review?: string;
	/** The project's own build or reproducer command and its output, if the patch does not build or crashes. */
	readonly crash?: string;
	/** The command and the output of the project's tests, if the patch breaks them. */
	readonly tests?: string;
}

/** A candidate patch with the reasons for its rank; lists are best first. */
export interface RankedPatch {
	readonly patch: string;
	/** Of the first one: why it is first, in one line. */
	readonly why?: string;
	/** Ids of other candidates that are the same change. */
	readonly same?: readonly string[];
	/** In short sentences: "The reproducer fails before and passes after it." */
	readonly reasons: readonly string[];
}

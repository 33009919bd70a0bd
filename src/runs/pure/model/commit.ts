/** A commit with its changes. */
export interface Commit {
	/** Hexadecimal, in full. */
	readonly id: string;
	readonly author: string;
	/** When it was committed: seconds since 1970. */
	readonly time: number;
	readonly message: string;
	/** Empty for a merge. */
	readonly files: readonly CommitFile[];
	/** Not all of its changes are here: they are too many, or git could not show them. */
	readonly isCut?: boolean;
	/** The number of files left out because a model must not see them. */
	readonly nHidden?: number;
}

export interface CommitFile {
	/** After the change; for a deleted file, before it. */
	readonly path: string;
	/** If it was renamed or copied: its previous path. */
	readonly oldPath?: string;
	/** Git's letter: A, C, D, M, R or T. */
	readonly status: string;
	/** None for a binary file, and if only its name or its mode changes. */
	readonly hunks: readonly CommitHunk[];
}

export interface CommitHunk {
	/** `@@ -1,2 +3 @@ head`. */
	readonly head: string;
	/** With their signs: `+`, `-`, a blank, or a backslash. */
	readonly lines: readonly string[];
}

/** A line of a file with the commit that last changed it. */
export interface BlamedLine {
	/** 1-based. */
	readonly line: number;
	readonly text: string;
	readonly commit: string;
	readonly author: string;
	/** Seconds since 1970. */
	readonly time: number;
	readonly subject: string;
	/** The path of the file in that commit. */
	readonly path: string;
}

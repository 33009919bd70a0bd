/** The changes of one file, as a unified diff tells them. */
export interface FileDiff {
	/** Paths without `a/` and `b/`; absent on the side where the file does not exist. */
	readonly oldPath?: string;
	readonly newPath?: string;
	/** Said in so many words: the old file goes, or stays, and the new one begins as it is. */
	readonly named?: 'renamed' | 'copied';
	readonly hunks: readonly Hunk[];
}

export interface Hunk {
	/** 1-based, as the header says, which models often get wrong; 0 for a new file; absent where it says nothing. */
	readonly oldStart?: number;
	/** Each with its mark in front: a blank, `+`, `-`, or `\` for a missing line end. Carriage returns are kept. */
	readonly lines: readonly string[];
}

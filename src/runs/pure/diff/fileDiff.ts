/** The changes of one file, as a unified diff states them. */
export interface FileDiff {
	/** Paths without `a/` and `b/`; absent on a side without the file. */
	readonly oldPath?: string;
	readonly newPath?: string;
	/** The diff states a rename or copy: the old file is deleted or kept, and the new one starts with its content. */
	readonly named?: 'renamed' | 'copied';
	/** The diff states only that the file, which is no text, differs. */
	readonly isBinary?: true;
	readonly hunks: readonly Hunk[];
}

export interface Hunk {
	/** 1-based, from the header, which models often get wrong; 0 for a new file; absent if the header has none. */
	readonly oldStart?: number;
	/** Each with its leading mark: a blank, `+`, `-`, or `\` for a missing line end. Carriage returns are kept. */
	readonly lines: readonly string[];
}

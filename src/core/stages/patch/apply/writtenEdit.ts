/** One change as a model wrote it: nothing about it is checked yet. */
export interface WrittenEdit {
	/** The path as written. */
	readonly file: string;
	/**
	 * `replace`: `original` becomes `patched`. `code`: whole definitions, or the whole file, without saying which.
	 * `whole`: the file is to hold exactly `patched`. `delete`: the file goes. `rename` and `copy`: what it holds goes, or
	 * stands as well, under the path `to`.
	 */
	readonly form: 'replace' | 'code' | 'whole' | 'delete' | 'rename' | 'copy';
	/** The new path, for `rename` and `copy`. */
	readonly to?: string;
	readonly original: string;
	readonly patched: string;
	/** 1-based line at which `original` begins, as far as the model knows. */
	readonly nearLine?: number;
	/** Whether the file ends with a line end after it; where it is not said, it stays as it is. */
	readonly endsWithNewline?: boolean;
	/** For `whole`: the file must not be there yet. */
	readonly isNew?: boolean;
	/** Why it cannot be told what was meant: the answer ended inside it, or its marks are mixed up. */
	readonly flaw?: 'cutOff' | 'mixedUp';
}

/** A change, and the part of the answer that it takes up. */
export interface FoundEdit {
	readonly start: number;
	readonly end: number;
	readonly edit: WrittenEdit;
}

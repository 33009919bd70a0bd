/** One change as a model wrote it, not yet checked. */
export interface WrittenEdit {
	/** The path as written. */
	readonly file: string;
	/**
	 * `replace`: `original` becomes `patched`. `code`: whole definitions, or the whole file, without stating which.
	 * `definition`: the definition of `name` becomes `patched`, or `patched` is added if there is none. `whole`: the file
	 * becomes exactly `patched`. `delete`: the file is deleted. `rename` and `copy`: its content is moved or copied to the
	 * path `to`.
	 */
	readonly form: 'replace' | 'code' | 'definition' | 'whole' | 'delete' | 'rename' | 'copy';
	/** Of the definition, maybe with its class. */
	readonly name?: string;
	/** The new path, for `rename` and `copy`. */
	readonly to?: string;
	readonly original: string;
	readonly patched: string;
	/** `patched` is one empty line, which as a text is the same as no line. */
	readonly isBlankLine?: true;
	/** 1-based line with the start of `original`, as far as the model knows. */
	readonly nearLine?: number;
	/** Whether the file ends with a line end after it; unchanged if absent. */
	readonly endsWithNewline?: boolean;
	/** For `whole`: the file must not exist yet. */
	readonly isNew?: boolean;
	/** Why the edit is unclear: the answer ended inside it, or its marks are mixed up. */
	readonly flaw?: 'cutOff' | 'mixedUp';
}

/** A change, and the part of the answer that it takes up. */
export interface FoundEdit {
	readonly start: number;
	readonly end: number;
	readonly edit: WrittenEdit;
}

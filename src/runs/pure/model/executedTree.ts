/** The files that programs of a run were given. Plain JSON data. */
export interface ExecutedTree {
	/**
	 * SHA-256, in hexadecimal, of one line for each listed file, in the order of their paths: the SHA-256 of its content, two
	 * spaces, its path. It is what `sha256sum FILE... | sha256sum` prints.
	 */
	readonly sha256: string;
	readonly nFiles: number;
	/** Id of the commit that the files are based on; absent without one. */
	readonly commit?: string;
	/** Files that pin the versions of installed packages, by path. */
	readonly locks: readonly FileDigest[];
}

export interface FileDigest {
	readonly path: string;
	/** Of its content, in hexadecimal. */
	readonly sha256: string;
}

/** A program that ran something, with the version that it prints. */
export interface ProgramVersion {
	readonly name: string;
	/** Its first line; absent if it is not known. */
	readonly version?: string;
}

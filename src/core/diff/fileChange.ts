/** What becomes of one file. Texts are whole; `before` is absent for a new file, `after` for a deleted one. */
export interface FileChange {
	/** Workspace path with forward slashes. */
	readonly path: string;
	readonly before?: string;
	readonly after?: string;
}

/** The state of the index over the open workspace, as every view shows it. */
export type WorkspaceStatus =
	| { readonly state: 'noFolder' }
	/** Not built yet: nothing has requested it. */
	| { readonly state: 'idle' }
	/** `total` is 0 while unknown; both count files. `nSymbols`: found so far. */
	| { readonly state: 'building'; readonly done: number; readonly total: number; readonly nSymbols?: number }
	| { readonly state: 'ready'; readonly nFiles: number; readonly nSymbols: number }
	/** Built, but it contains no code in a supported language; `reason`: why it contains no file, and the remedy. */
	| { readonly state: 'noCode'; readonly reason?: string }
	/** `message` is written for the user. */
	| { readonly state: 'failed'; readonly message: string };

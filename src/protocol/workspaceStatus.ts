/** What the index over the open workspace is doing, as every view shows it. */
export type WorkspaceStatus =
	| { readonly state: 'noFolder' }
	/** Not built yet: nobody has asked for anything. */
	| { readonly state: 'idle' }
	/** `total` is 0 while unknown; both count files. */
	| { readonly state: 'building'; readonly done: number; readonly total: number }
	| { readonly state: 'ready'; readonly nFiles: number; readonly nSymbols: number }
	/** Built, and nothing in it is code in a language we know. */
	| { readonly state: 'noCode' }
	/** `message` is written for the person. */
	| { readonly state: 'failed'; readonly message: string };

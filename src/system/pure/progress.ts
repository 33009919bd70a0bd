/** Progress of a long operation. `done` and `total` count the same unit; `total` is 0 while unknown. */
export interface Progress {
	readonly done: number;
	readonly total: number;
	readonly message: string;
	/** Found so far, while code is indexed. */
	readonly nSymbols?: number;
}

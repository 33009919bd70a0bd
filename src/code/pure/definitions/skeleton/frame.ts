export type FrameSort = 'scope' | 'body' | 'group';

/** What is in a pair of brackets, so far. */
export interface Frame extends FramePlace {
	readonly sort: FrameSort;
	/** Its content may be left out. */
	readonly isEmptied: boolean;
	/** Something is defined in it that is kept. */
	holdsDefinition: boolean;
	/** Where the current statement begins; up to where its words were read, and what they are. */
	head: number;
	headRead: number;
	flags: number;
	/** Behind the comments before it. */
	codeHead: number;
}

/** Where a frame begins: position and 0-based row of its bracket, and the number of cuts before it. */
export interface FramePlace {
	readonly open: number;
	readonly row: number;
	readonly nCuts: number;
}

/** A frame at the beginning of what is in it. */
export function frameAt(sort: FrameSort, at: FramePlace, given: Partial<Frame> = {}): Frame {
	const { open, row, nCuts } = at;
	return {
		...{ sort, open, row, nCuts, isEmptied: false, holdsDefinition: false },
		...{ head: open + 1, headRead: open + 1, flags: 0, codeHead: open + 1 },
		...given,
	};
}

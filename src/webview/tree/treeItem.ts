/** One item of a tree in its initial state. `content`: shown by the row. */
export interface TreeItem<Content> {
	/** Unique in the tree, and stable across updates. */
	readonly id: string;
	/** The text a screen reader announces and type-ahead matches. */
	readonly label: string;
	readonly content: Content;
	readonly startsOpen: boolean;
	readonly children: readonly TreeItem<Content>[];
}

/** One visible row, with its place in the tree as ARIA counts it: from 1. */
export interface Row<Content> {
	readonly id: string;
	readonly label: string;
	readonly content: Content;
	readonly level: number;
	readonly posInSet: number;
	readonly setSize: number;
	/** Undefined if there is nothing to open. */
	readonly open?: boolean;
	readonly parent?: string;
}

/** How to find the code in files that contain more than code. */
export type EmbeddedData = TaggedData | NotebookData;

/** Code between tags: `<script lang="ts">`. */
export interface TaggedData {
	readonly tag: string;
	/** The values of attributes that a tag of this language may have, if it has the attribute at all. */
	readonly attributes: Readonly<Record<string, readonly string[]>>;
}

/** Cells of a notebook in Jupyter's format, a JSON file. */
export interface NotebookData {
	/** The notebook's language, as it names it. */
	readonly notebook: readonly string[];
	/** Regular expressions for lines that are no code, and for a first line of cells that are none: `%time`, `%%bash`. */
	readonly leftOut: { readonly line: string; readonly cell: string };
}

/** A piece of code, and the row of the file in which it begins, from 0. */
export interface CodeBlock {
	readonly row: number;
	readonly text: string;
}

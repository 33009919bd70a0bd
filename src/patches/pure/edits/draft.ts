import { joinTextLines, type TextLine, textLines, usualEnd } from '../../../runs/pure/diff/textLines';

/** A line of a file that is being changed. */
export interface DraftLine {
	readonly text: string;
	/** Its line end; absent for a new line. */
	readonly end?: TextLine['end'];
	/** Its line number before any edit, 1-based; absent for a new line. */
	readonly line?: number;
}

/** A file after the edits so far. */
export interface Draft {
	readonly path: string;
	/** The text of the file before any edit; absent for a new file. */
	readonly before?: string;
	readonly lines: readonly DraftLine[];
	readonly endsWithNewline: boolean;
	readonly isDeleted: boolean;
}

/** A file before the first edit; `before` is absent for one that does not exist. */
export function draftOf(path: string, before: string | undefined): Draft {
	const lines = textLines(before ?? '').map((line, at): DraftLine => ({ ...line, line: at + 1 }));
	const endsWithNewline = lines.length === 0 || lines.at(-1)?.end !== '';
	return { path, ...(before !== undefined && { before }), lines, endsWithNewline, isDeleted: false };
}

/**
 * The text of a draft. New lines end as most lines of the file do, and the file ends as it did unless an edit changes
 * that.
 */
export function draftText({ before, lines, endsWithNewline }: Draft): string {
	const usual = usualEnd(textLines(before ?? ''));
	const last = lines.length - 1;
	return joinTextLines(
		lines.map(({ text, end }, at) => ({ text, end: at === last && !endsWithNewline ? '' : end || usual })),
	);
}

import { joinTextLines, type TextLine, textLines, usualEnd } from '../../../diff/textLines';

/** A line of a file that is being changed. */
export interface DraftLine {
	readonly text: string;
	/** What ends it; absent for a line that is new. */
	readonly end?: TextLine['end'];
	/** Where it stood before any edit, 1-based; absent for a line that is new. */
	readonly line?: number;
}

/** A file as the edits so far have left it. */
export interface Draft {
	readonly path: string;
	/** What the file held before any edit; absent for a new file. */
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

/** The text of a draft. New lines end as most lines of the file do, and the file ends as it did unless an edit says otherwise. */
export function draftText({ before, lines, endsWithNewline }: Draft): string {
	const usual = usualEnd(textLines(before ?? ''));
	const last = lines.length - 1;
	return joinTextLines(
		lines.map(({ text, end }, at) => ({ text, end: at === last && !endsWithNewline ? '' : end || usual })),
	);
}

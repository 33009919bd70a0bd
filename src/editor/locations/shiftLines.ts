import type { LineRange } from '../../core/model/symbol';

/** One edit of a document: the 0-based range it replaced, and how many line breaks the new text has. */
export interface LineEdit {
	readonly start: { readonly line: number; readonly character: number };
	readonly end: { readonly line: number; readonly character: number };
	readonly nNewBreaks: number;
}

/** Where whole lines (1-based, inclusive) are after an edit. What is deleted altogether shrinks to one line. */
export function shiftLines(lines: LineRange, { start, end, nNewBreaks }: LineEdit): LineRange {
	const delta = nNewBreaks - (end.line - start.line);
	const firstEdited = start.line + 1;
	const lastEdited = end.line + 1;
	// An edit that ends before the first character of a line moves that line.
	const endsAtStart = lastEdited === lines.startLine && end.character === 0;
	if (lastEdited < lines.startLine || endsAtStart) {
		return { startLine: lines.startLine + delta, endLine: lines.endLine + delta };
	}
	if (firstEdited > lines.endLine) {
		return lines;
	}
	const startLine = Math.min(lines.startLine, firstEdited);
	return { startLine, endLine: Math.max(startLine, Math.max(lines.endLine, lastEdited) + delta) };
}

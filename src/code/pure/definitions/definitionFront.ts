import type { Node, TreeCursor } from 'web-tree-sitter';
import type { LineRange } from '../../../runs/pure/model/symbol';

/** The nodes before a definition: attributes and wrappers that belong to its place, and its doc comment. */
export interface Front {
	/** First line of the place, if before the definition itself; 1-based. */
	readonly line?: number;
	readonly doc?: LineRange;
	/** The doc comment is known to be adjacent to the code it documents. */
	readonly isDocSettled?: boolean;
	/** Applies only to a definition that starts on this line. */
	readonly atLine?: number;
}

export const noFront: Front = {};

/** Adds a comment. A comment after code on the same line is about that code, not the next. */
export function withComment(front: Front, comment: TreeCursor | Node, text: string): Front {
	const { row, column } = comment.startPosition;
	const startIndex = comment.startIndex;
	if (front.isDocSettled || text.slice(startIndex - column, startIndex).trim() !== '') {
		return front;
	}
	const startLine = row + 1;
	const end = comment.endPosition;
	const endLine = end.column === 0 && end.row > row ? end.row : end.row + 1;
	const continues = front.doc !== undefined && front.doc.endLine + 1 >= startLine;
	return { ...front, doc: { startLine: continues ? front.doc.startLine : startLine, endLine } };
}

/** Adds an attribute or decorator that precedes a definition as a sibling. */
export function withAttribute(front: Front, cursor: TreeCursor): Front {
	const line = cursor.startPosition.row + 1;
	return { line, ...settled(front, line) };
}

/** Returns the front of the definition (or wrapper) at the cursor: from its siblings, else from the node around it. */
export function frontAt(siblings: Front, around: Front, cursor: TreeCursor): Front {
	if (siblings === noFront && around === noFront) {
		return noFront;
	}
	const nextLine = cursor.startPosition.row + 1;
	const outer = around.atLine === undefined || around.atLine === nextLine ? around : noFront;
	const own = settled(siblings, nextLine);
	const line = outer.line ?? own.line;
	const doc = own.doc ?? outer.doc;
	return {
		...(line !== undefined && { line }),
		...(doc !== undefined && { doc, isDocSettled: true }),
	};
}

/** A doc comment is adjacent to the code after it; any other comment above is unrelated. */
function settled(front: Front, nextLine: number): Front {
	const { doc, line, isDocSettled } = front;
	return {
		...(line !== undefined && { line }),
		...(doc !== undefined && (isDocSettled || doc.endLine + 1 >= nextLine) && { doc, isDocSettled: true }),
	};
}

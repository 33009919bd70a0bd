import type { Node, TreeCursor } from 'web-tree-sitter';
import type { LineRange } from '../model/symbol';

/** What stands in front of a definition: attributes and wrappers that belong to its place, and its doc comment. */
export interface Front {
	/** Where the place begins, if before the definition itself; 1-based. */
	readonly line?: number;
	readonly doc?: LineRange;
	/** The doc comment is known to touch what it documents. */
	readonly isDocSettled?: boolean;
	/** Counts only for a definition that starts on this line. */
	readonly atLine?: number;
}

export const noFront: Front = {};

/** Takes in a comment. One that follows code on its own line says something about that code, not about what comes next. */
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

/** Takes in an attribute or decorator that stands as a sibling in front of a definition. */
export function withAttribute(front: Front, cursor: TreeCursor): Front {
	const line = cursor.startPosition.row + 1;
	return { line, ...settled(front, line) };
}

/** The front of the definition (or wrapper) at the cursor: what its siblings say, else what stands around it. */
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

/** A doc comment touches what follows it; anything else is some comment that stands above. */
function settled(front: Front, nextLine: number): Front {
	const { doc, line, isDocSettled } = front;
	return {
		...(line !== undefined && { line }),
		...(doc !== undefined && (isDocSettled || doc.endLine + 1 >= nextLine) && { doc, isDocSettled: true }),
	};
}

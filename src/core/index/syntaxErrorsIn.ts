import type { Node, Tree, TreeCursor } from 'web-tree-sitter';
import type { LineRange } from '../model/symbol';

/**
 * Where a text cannot be read, in source order: the outermost nodes that are errors, those that the parser had to add,
 * and parts with nothing in them. The latter no grammar reports, but where indentation makes a block, one without a line
 * is an error.
 */
export function syntaxErrorsIn(tree: Tree): LineRange[] {
	return [...errorsBelow(tree.rootNode), ...emptyParts(tree)].sort((a, b) => a.startLine - b.startLine);
}

function errorsBelow(node: Node): LineRange[] {
	if (!node.hasError) {
		return [];
	}
	return node.isError || node.isMissing
		? [{ startLine: node.startPosition.row + 1, endLine: node.endPosition.row + 1 }]
		: node.children.flatMap(errorsBelow);
}

/** Nodes of no width that their parent has a name for, as an `if` has for its block. */
function emptyParts(tree: Tree): LineRange[] {
	const found: LineRange[] = [];
	const cursor = tree.walk();
	try {
		do {
			const { nodeIsNamed, nodeIsMissing, startIndex, endIndex, currentFieldId, startPosition } = cursor;
			if (nodeIsNamed && !nodeIsMissing && startIndex === endIndex && currentFieldId !== 0) {
				found.push({ startLine: startPosition.row + 1, endLine: startPosition.row + 1 });
			}
		} while (goOn(cursor));
	} finally {
		cursor.delete();
	}
	return found;
}

/** The next node in source order, but for those inside an error. */
function goOn(cursor: TreeCursor): boolean {
	if (cursor.nodeType !== 'ERROR' && cursor.gotoFirstChild()) {
		return true;
	}
	while (!cursor.gotoNextSibling()) {
		if (!cursor.gotoParent()) {
			return false;
		}
	}
	return true;
}

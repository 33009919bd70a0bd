import type { Node, Tree, TreeCursor } from 'web-tree-sitter';
import type { LineRange } from '../../../../runs/pure/model/symbol';
import type { LanguageData, LayoutData } from '../../languages/languageData';

/**
 * The unreadable parts of a text, in source order: the outermost error nodes, nodes the parser had to add, empty parts,
 * and lines in a wrong column. No grammar reports the last two, but if indentation makes blocks, they are errors.
 */
export function syntaxErrorsIn(tree: Tree, text: string, { layout, comments }: LanguageData): LineRange[] {
	const misplaced = layout === undefined ? [] : new LayoutCheck(text, layout, comments).errors(tree);
	return [...errorsBelow(tree.rootNode), ...emptyParts(tree), ...misplaced].sort((a, b) => a.startLine - b.startLine);
}

function errorsBelow(node: Node): LineRange[] {
	if (!node.hasError) {
		return [];
	}
	return node.isError || node.isMissing
		? [{ startLine: node.startPosition.row + 1, endLine: node.endPosition.row + 1 }]
		: node.children.flatMap(errorsBelow);
}

/** Zero-width nodes that their parent has a field for, as an `if` has for its block. */
function emptyParts(tree: Tree): LineRange[] {
	const found: LineRange[] = [];
	const cursor = tree.walk();
	try {
		do {
			const { nodeIsNamed, nodeIsMissing, startIndex, endIndex, currentFieldId, startPosition } = cursor;
			if (nodeIsNamed && !nodeIsMissing && startIndex === endIndex && currentFieldId !== 0) {
				found.push({ startLine: startPosition.row + 1, endLine: startPosition.row + 1 });
			}
		} while (moveToNext(cursor));
	} finally {
		cursor.delete();
	}
	return found;
}

/** Moves to the next node in source order, skipping those inside an error. */
function moveToNext(cursor: TreeCursor): boolean {
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

/** A node whose parts are being checked. */
interface Frame {
	readonly isBlock: boolean;
	/** Whether it is a part of a block: its clauses begin in its own column. */
	readonly isStatement: boolean;
	/** The column in which its lines begin; absent for a block without a line so far. */
	column?: number;
	/** The last row read. */
	row: number;
	nOpen: number;
}

/**
 * Checks languages in which indentation makes blocks: the lines of a block begin in one column, and any other line
 * begins a block or a clause, or continues in brackets, in a string or after a backslash.
 */
class LayoutCheck {
	private readonly lines: readonly string[];
	private readonly blocks: ReadonlySet<string>;
	private readonly free: ReadonlySet<string>;
	private readonly skipped: ReadonlySet<string>;
	private readonly found: LineRange[] = [];

	constructor(text: string, { blocks, free }: LayoutData, comments: readonly string[]) {
		this.lines = text.split('\n');
		this.blocks = new Set(blocks);
		this.free = new Set(free);
		this.skipped = new Set([...comments, 'ERROR']);
	}

	errors(tree: Tree): readonly LineRange[] {
		const cursor = tree.walk();
		const frames: Frame[] = [];
		try {
			do {
				const parent = frames.at(-1);
				const frame = frameOf(parent, cursor, this.blocks);
				if ((parent === undefined || this.check(parent, cursor)) && cursor.gotoFirstChild()) {
					frames.push(frame);
				} else if (!moveOn(cursor, frames)) {
					return this.found;
				}
			} while (frames.length > 0);
			return this.found;
		} finally {
			cursor.delete();
		}
	}

	/** Checks the line that a part begins. False for a part that need not be entered. */
	private check(parent: Frame, { nodeType, startPosition: { row, column }, endPosition }: TreeCursor): boolean {
		if (this.skipped.has(nodeType)) {
			return false;
		}
		const beginsLine = row > parent.row;
		parent.row = Math.max(parent.row, endPosition.row);
		const isClosing = /^[)\]}]$/.test(nodeType);
		parent.nOpen += isClosing ? -1 : /^[([{]$/.test(nodeType) ? 1 : 0;
		if (parent.nOpen > 0 || isClosing) {
			return false;
		}
		if (beginsLine && !this.mayBegin(parent, nodeType, row, column)) {
			this.found.push({ startLine: row + 1, endLine: row + 1 });
		}
		return !this.free.has(nodeType);
	}

	private mayBegin(parent: Frame, nodeType: string, row: number, column: number): boolean {
		if (parent.isBlock) {
			parent.column ??= column;
			return column === parent.column;
		}
		return this.blocks.has(nodeType) || (parent.isStatement && column === parent.column) || this.isContinued(row);
	}

	private isContinued(row: number): boolean {
		return /\\\r?$/.test(this.lines[row - 1] ?? '');
	}
}

/** Moves to the next node that is not further in; false at the end. */
function moveOn(cursor: TreeCursor, frames: Frame[]): boolean {
	while (!cursor.gotoNextSibling()) {
		if (!cursor.gotoParent()) {
			return false;
		}
		frames.pop();
	}
	return true;
}

function frameOf(parent: Frame | undefined, cursor: TreeCursor, blocks: ReadonlySet<string>): Frame {
	const { row, column } = cursor.startPosition;
	if (parent === undefined) {
		return { isBlock: true, isStatement: false, column: 0, row: -1, nOpen: 0 };
	}
	return blocks.has(cursor.nodeType)
		? { isBlock: true, isStatement: false, row: -1, nOpen: 0 }
		: { isBlock: false, isStatement: parent.isBlock, column, row, nOpen: 0 };
}

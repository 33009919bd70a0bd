import type { Node, TreeCursor } from 'web-tree-sitter';
import type { CodeSymbol, LineRange } from '../../../runs/pure/model/symbol';
import { type Front, noFront, withComment } from './definitionFront';
import type { LanguageRules } from './languageRules';

/** The nodes that make one definition. */
export interface DefinitionNodes {
	readonly node: Node;
	readonly body: Node | undefined;
	readonly front: Front;
}

type Described = Pick<CodeSymbol, 'startLine' | 'endLine' | 'headerEndLine' | 'doc'> & {
	/** Comments before the body's first child that the grammar places outside the body. */
	readonly comments: Front;
};

/** The lines of a definition and its parts. `text` is the whole file. */
export function describeDefinition(nodes: DefinitionNodes, rules: LanguageRules, text: string): Described {
	const { node, body, front } = nodes;
	const nodeLine = node.startPosition.row + 1;
	const endLine = lastLine(rules.hasBlocksWithoutEnd ? lastCode(node, rules) : node, rules, text);
	const doc = docstring(body, rules, text) ?? front.doc;
	return {
		startLine: front.line === undefined ? nodeLine : Math.min(front.line, nodeLine),
		endLine,
		...(body === undefined ? { headerEndLine: endLine, comments: noFront } : beforeBody(body, rules, text)),
		...(doc === undefined ? {} : { doc }),
	};
}

/** Words in a header that the language lists as modifiers; the name itself may be such a word. */
export function findModifiers(nodes: DefinitionNodes, name: Node, rules: LanguageRules, text: string): string[] {
	const { node, body } = nodes;
	const endIndex = body?.startIndex ?? node.endIndex;
	const found = new Set<string>();
	const read = (list: Node): void => {
		for (const token of list.children) {
			if (token.startIndex >= endIndex) {
				return;
			}
			if (rules.modifierLists.has(token.type)) {
				read(token);
			} else if (token.startIndex !== name.startIndex && rules.modifiers.has(token.text) && !isReturned(list, token)) {
				found.add(token.text);
			}
		}
	};
	// Few headers contain such a word at all, and reading the text is much cheaper than reading the tokens.
	if (rules.mayHoldModifier(text.slice(node.startIndex, endIndex))) {
		read(node);
	}
	return [...found];
}

/** A type may be such a word: `function a(): static`. */
function isReturned(list: Node, token: Node): boolean {
	return list.childForFieldName('return_type')?.startIndex === token.startIndex;
}

function docstring(body: Node | undefined, rules: LanguageRules, text: string): LineRange | undefined {
	let node = body !== undefined && rules.isEntered(body.type) ? body : undefined;
	for (const type of rules.docstring) {
		node = node && firstCode(node, rules);
		if (node?.type !== type) {
			return undefined;
		}
	}
	return node === undefined || node === body
		? undefined
		: { startLine: node.startPosition.row + 1, endLine: lastLine(node, rules, text) };
}

function firstCode(node: Node, rules: LanguageRules): Node | undefined {
	let child = node.firstNamedChild;
	while (child !== null && rules.isComment(child.type)) {
		child = child.nextNamedSibling;
	}
	return child ?? undefined;
}

/**
 * A header ends before its body and the comments that precede it: a brace on its own line is not part of the header.
 */
function beforeBody(body: Node, rules: LanguageRules, text: string): Pick<Described, 'headerEndLine' | 'comments'> {
	const { row, column } = body.startPosition;
	if (text.slice(body.startIndex - column, body.startIndex).trim() !== '') {
		return { headerEndLine: row + 1, comments: noFront };
	}
	const between: Node[] = [];
	let before = body.previousSibling;
	while (before !== null && rules.isComment(before.type)) {
		between.unshift(before);
		before = before.previousSibling;
	}
	return {
		headerEndLine: (before ?? body).endPosition.row + 1,
		comments: between.reduce((front, comment) => withComment(front, comment, text), noFront),
	};
}

/** Comments after the last statement of a block are not part of it if nothing ends the block itself. */
function lastCode(node: Node, rules: LanguageRules): Node {
	const last = node.descendantForIndex(node.endIndex - 1);
	return last !== null && rules.isComment(last.type) ? lastLeaf(node, rules) : node;
}

function lastLeaf(node: Node, rules: LanguageRules): Node {
	let child = node.lastChild;
	while (child !== null && rules.isComment(child.type)) {
		child = child.previousSibling;
	}
	return child === null ? node : lastLeaf(child, rules);
}

/** Returns the comments above the code after a node that ends by less indentation: the parser adds them to the node. */
export function commentsAtEnd(cursor: TreeCursor, rules: LanguageRules, text: string): Front {
	if (!/\s/.test(text.charAt(cursor.endIndex - 1))) {
		return noFront;
	}
	const { column } = cursor.startPosition;
	const found: Node[] = [];
	let child = cursor.currentNode.lastChild;
	while (child !== null) {
		if (rules.isComment(child.type)) {
			found.unshift(child);
			child = child.previousSibling;
		} else {
			child = found.length > 0 ? null : child.lastChild;
		}
	}
	const above = found.filter(comment => comment.startPosition.column <= column);
	return above.reduce((front, comment) => withComment(front, comment, text), noFront);
}

/** A node that ends by less indentation reaches to the next code. One that ends at column 0 ends with a newline. */
function lastLine(node: Node, rules: LanguageRules, text: string): number {
	const last = /\s/.test(text.charAt(node.endIndex - 1)) ? lastLeaf(node, rules) : node;
	const { row, column } = last.endPosition;
	return column === 0 && row > last.startPosition.row ? row : row + 1;
}

import type { Node } from 'web-tree-sitter';
import type { CodeSymbol, LineRange } from '../model/symbol';
import type { Front } from './definitionFront';
import type { LanguageRules } from './languageRules';

/** The nodes that make one definition. */
export interface DefinitionNodes {
	readonly node: Node;
	readonly name: Node;
	readonly body: Node | undefined;
	readonly front: Front;
}

type Described = Pick<CodeSymbol, 'startLine' | 'endLine' | 'nameLine' | 'headerEndLine' | 'modifiers' | 'doc'>;

/** Where a definition and its parts stand, and the modifiers in its header. */
export function describeDefinition(nodes: DefinitionNodes, rules: LanguageRules): Described {
	const { node, name, body, front } = nodes;
	const doc = docstring(body, rules) ?? front.doc;
	return {
		startLine: Math.min(front.line ?? Number.POSITIVE_INFINITY, node.startPosition.row + 1),
		endLine: lastLine(node),
		nameLine: name.startPosition.row + 1,
		headerEndLine: body === undefined ? lastLine(node) : lineBefore(body, rules),
		modifiers: rules.modifiers.size === 0 ? [] : [...new Set(modifiers(node, nodes, rules))],
		...(doc === undefined ? {} : { doc }),
	};
}

/** Words among the tokens of the header that the language knows as modifiers; the name itself may be such a word. */
function modifiers(node: Node, { name, body }: DefinitionNodes, rules: LanguageRules): string[] {
	const found: string[] = [];
	const cursor = node.walk();
	const end = body?.startIndex ?? node.endIndex;
	for (let more = cursor.gotoFirstChild(); more && cursor.startIndex < end; more = cursor.gotoNextSibling()) {
		if (rules.modifierLists.has(cursor.nodeType)) {
			found.push(...modifiers(cursor.currentNode, { node, name, body, front: {} }, rules));
		} else if (cursor.endIndex - cursor.startIndex <= longestModifier && cursor.startIndex !== name.startIndex) {
			const word = cursor.nodeText;
			if (rules.modifiers.has(word)) {
				found.push(word);
			}
		}
	}
	cursor.delete();
	return found;
}

/** Longer tokens are not looked up. */
const longestModifier = 16;

function docstring(body: Node | undefined, rules: LanguageRules): LineRange | undefined {
	let node = body;
	for (const type of rules.docstring) {
		node = node && firstCode(node, rules);
		if (node?.type !== type) {
			return undefined;
		}
	}
	return node === undefined || node === body
		? undefined
		: { startLine: node.startPosition.row + 1, endLine: lastLine(node) };
}

function firstCode(node: Node, rules: LanguageRules): Node | undefined {
	let child = node.firstNamedChild;
	while (child !== null && isComment(child, rules)) {
		child = child.nextNamedSibling;
	}
	return child ?? undefined;
}

/** Last line of what stands in front of a body: a brace on a line of its own is no header. */
function lineBefore(body: Node, rules: LanguageRules): number {
	let before = body.previousSibling;
	while (before !== null && isComment(before, rules)) {
		before = before.previousSibling;
	}
	return (before ?? body).endPosition.row + 1;
}

function isComment(node: Node, rules: LanguageRules): boolean {
	return rules.role(node.type)?.front === 'comment';
}

/** A node that ends at column 0 ends on the line before: its last token is a newline. */
function lastLine(node: Node): number {
	const { row, column } = node.endPosition;
	return column === 0 && row > node.startPosition.row ? row : row + 1;
}

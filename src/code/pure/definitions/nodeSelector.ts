import type { Node } from 'web-tree-sitter';
import type { Selector } from '../languages/languageData';

/** The first node a selector picks below `node`, or undefined. */
export function selectFirst(node: Node, selector: Selector): Node | undefined {
	if (typeof selector === 'string') {
		return followPath(node, selector);
	}
	return select(node, selector, true)[0];
}

/** Every topmost node a selector picks below `node`, in source order. */
export function selectAll(node: Node, selector: Selector): Node[] {
	return select(node, typeof selector === 'string' ? { path: selector } : selector, false);
}

/** Follows a path (see `Selector`); undefined if one is absent. */
export function followPath(node: Node, path: string): Node | undefined {
	if (path === '.') {
		return node;
	}
	let current: Node | null | undefined = node;
	for (const part of path.includes('.') ? path.split('.') : [path]) {
		current = part.startsWith('(') ? childOfType(current, part.slice(1, -1)) : current?.childForFieldName(part);
	}
	return current ?? undefined;
}

/** The first child of a type, of any type (`*`), or the word `=type`. */
function childOfType(node: Node | null | undefined, type: string): Node | undefined {
	if (type === '*') {
		return node?.namedChildren.find(child => !child.isExtra);
	}
	return type.startsWith('=')
		? node?.children.find(child => !child.isNamed && child.type === type.slice(1))
		: node?.namedChildren.find(child => child.type === type);
}

/** The text of a node without the nodes of some types (see `LanguageData` for the notation). */
export function textWithout(node: Node, omitted: readonly string[]): string {
	if (omitted.length === 0 || node.childCount === 0) {
		return node.text;
	}
	const { text, startIndex } = node;
	let kept = '';
	let from = 0;
	eachOmitted(node, omitted, hole => {
		kept += text.slice(from, hole.startIndex - startIndex);
		from = hole.endIndex - startIndex;
	});
	return kept + text.slice(from);
}

type SelectorFields = Exclude<Selector, string>;

function select(node: Node, { path, types, prune = [] }: SelectorFields, firstOnly: boolean): Node[] {
	const start = followPath(node, path ?? '.');
	if (start === undefined || types === undefined) {
		return start === undefined ? [] : [start];
	}
	const type = start.type;
	const found: Node[] = types.includes(type) ? [start] : [];
	if (found.length === 0) {
		collect(start, type, { types, prune, firstOnly, found });
	}
	return found;
}

interface Collecting {
	readonly types: readonly string[];
	readonly prune: readonly string[];
	readonly firstOnly: boolean;
	readonly found: Node[];
}

function collect(node: Node, nodeType: string, into: Collecting): void {
	for (const [childIdx, child] of node.namedChildren.entries()) {
		const childType = child.type;
		const fieldName = (): string | null => node.fieldNameForNamedChild(childIdx);
		if (isOneOf(into.prune, nodeType, childType, fieldName)) {
			continue;
		}
		if (isOneOf(into.types, nodeType, childType, fieldName)) {
			into.found.push(child);
		} else {
			collect(child, childType, into);
		}
		if (into.firstOnly && into.found.length > 0) {
			return;
		}
	}
}

function eachOmitted(node: Node, omitted: readonly string[], visit: (hole: Node) => void): void {
	const parentType = node.type;
	for (const [childIdx, child] of node.namedChildren.entries()) {
		if (isOneOf(omitted, parentType, child.type, () => node.fieldNameForNamedChild(childIdx))) {
			visit(child);
		} else {
			eachOmitted(child, omitted, visit);
		}
	}
}

function isOneOf(
	patterns: readonly string[],
	parentType: string,
	childType: string,
	fieldName: () => string | null,
): boolean {
	for (const pattern of patterns) {
		if (pattern === childType) {
			return true;
		}
		const separator = pattern.startsWith(parentType) ? pattern.charAt(parentType.length) : '';
		const rest = pattern.slice(parentType.length + 1);
		if ((separator === '>' && rest === childType) || (separator === '.' && rest === fieldName())) {
			return true;
		}
	}
	return false;
}

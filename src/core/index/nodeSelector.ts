import type { Node } from 'web-tree-sitter';
import type { Selector } from './languageData';

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

/** Follows a path of field names and `(type)` parts; undefined where one is absent. */
export function followPath(node: Node, path: string): Node | undefined {
	let current: Node | null | undefined = node;
	for (const part of path.split('.')) {
		const type = typePart(part);
		current = type === undefined ? current?.childForFieldName(part) : current?.namedChildren.find(isOfType(type));
	}
	return current ?? undefined;
}

/** The text of a node without the nodes of certain types (see `LanguageData` for how they are written). */
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

type Parts = Exclude<Selector, string>;

function select(node: Node, { path, types, prune = [] }: Parts, firstOnly: boolean): Node[] {
	let starts = [node];
	for (const part of path?.split('.') ?? []) {
		starts = starts.flatMap(start => step(start, part));
	}
	if (types === undefined) {
		return starts;
	}
	const found: Node[] = [];
	for (const start of starts) {
		if (types.includes(start.type)) {
			found.push(start);
		} else {
			collect(start, { types, prune, firstOnly, found });
		}
	}
	return found;
}

function step(node: Node, part: string): Node[] {
	const type = typePart(part);
	return type === undefined ? node.childrenForFieldName(part) : node.namedChildren.filter(isOfType(type));
}

function typePart(part: string): string | undefined {
	return part.startsWith('(') ? part.slice(1, -1) : undefined;
}

function isOfType(type: string): (node: Node) => boolean {
	return node => node.type === type;
}

interface Collecting {
	readonly types: readonly string[];
	readonly prune: readonly string[];
	readonly firstOnly: boolean;
	readonly found: Node[];
}

function collect(node: Node, into: Collecting): void {
	for (let i = 0; i < node.childCount; i++) {
		const child = node.child(i);
		if (child === null || isOneOf(into.prune, node, child, i)) {
			continue;
		}
		if (isOneOf(into.types, node, child, i)) {
			into.found.push(child);
		} else {
			collect(child, into);
		}
		if (into.firstOnly && into.found.length > 0) {
			return;
		}
	}
}

function eachOmitted(node: Node, omitted: readonly string[], visit: (hole: Node) => void): void {
	for (let i = 0; i < node.childCount; i++) {
		const child = node.child(i);
		if (child === null) {
			continue;
		}
		if (isOneOf(omitted, node, child, i)) {
			visit(child);
		} else {
			eachOmitted(child, omitted, visit);
		}
	}
}

function isOneOf(patterns: readonly string[], parent: Node, child: Node, childIdx: number): boolean {
	if (patterns.length === 0) {
		return false;
	}
	return (
		patterns.includes(child.type) ||
		patterns.includes(`${parent.type}>${child.type}`) ||
		patterns.includes(`${parent.type}.${parent.fieldNameForChild(childIdx) ?? ''}`)
	);
}

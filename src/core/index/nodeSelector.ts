import type { Node } from 'web-tree-sitter';
import type { Selector } from './languageData';

/** The first node a selector picks below `node`, or undefined. */
export function selectFirst(node: Node, selector: Selector): Node | undefined {
	return select(node, selector, true)[0];
}

/** Every topmost node a selector picks below `node`, in source order. */
export function selectAll(node: Node, selector: Selector): Node[] {
	return select(node, selector, false);
}

/** Follows a dotted path of field names; undefined where a field is absent. */
export function followPath(node: Node, path: string): Node | undefined {
	let current: Node | null = node;
	for (const field of path === '' ? [] : path.split('.')) {
		current = current?.childForFieldName(field) ?? null;
	}
	return current ?? undefined;
}

function select(node: Node, selector: Selector, firstOnly: boolean): Node[] {
	const { path = '', types, prune = [] } = typeof selector === 'string' ? { path: selector } : selector;
	const start = followPath(node, path);
	if (start === undefined || types === undefined) {
		return start === undefined ? [] : [start];
	}
	const found: Node[] = [];
	collect(start, { types, prune, firstOnly, found });
	return found;
}

interface Collecting {
	readonly types: readonly string[];
	readonly prune: readonly string[];
	readonly firstOnly: boolean;
	readonly found: Node[];
}

function collect(node: Node, into: Collecting): void {
	if (into.types.includes(node.type)) {
		into.found.push(node);
		return;
	}
	for (let i = 0; i < node.childCount; i++) {
		const child = node.child(i);
		const field = node.fieldNameForChild(i);
		if (child === null || into.prune.includes(child.type) || into.prune.includes(`${node.type}.${field ?? ''}`)) {
			continue;
		}
		collect(child, into);
		if (into.firstOnly && into.found.length > 0) {
			return;
		}
	}
}

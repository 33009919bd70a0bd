import type { Node } from 'web-tree-sitter';
import type { SourceFile } from '../../test/architecture/sourceFile';

/** The number of lines that hold code: not only blanks or comments. */
export function codeLines({ root }: SourceFile): number {
	const rows = new Set<number>();
	const walk = (node: Node) => {
		if (node.type === 'comment') {
			return;
		}
		if (node.childCount > 0) {
			node.children.forEach(walk);
			return;
		}
		for (let row = node.startPosition.row; row <= node.endPosition.row; row++) {
			rows.add(row);
		}
	};
	walk(root);
	return rows.size;
}

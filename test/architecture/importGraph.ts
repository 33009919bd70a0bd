import { posix } from 'node:path';
import type { Node } from 'web-tree-sitter';
import { nodesOfType, type SourceFile } from './sourceFile';

/** One import of a file, in whatever form it is written. */
export interface ImportEdge {
	/** The importing file. */
	readonly from: string;
	/** The imported file, or the specifier itself where it names a package. */
	readonly to: string;
	readonly line: number;
	readonly isPackage: boolean;
}

/** Every import of these files; relative ones are resolved to the path of the file they mean. */
export function importEdges(sources: readonly SourceFile[]): ImportEdge[] {
	const paths = new Set(sources.map(({ path }) => path));
	return sources.flatMap(source => rawImports(source).map(raw => resolveEdge(source.path, raw, paths)));
}

interface RawImport {
	readonly specifier: string;
	readonly line: number;
}

function rawImports(source: SourceFile): RawImport[] {
	const statements = nodesOfType(source.root, 'import_statement', 'export_statement').flatMap(statement => {
		const specifier = statement.childForFieldName('source') ?? nodesOfType(statement, 'import_require_clause')[0];
		return specifier ? [rawImport(specifier)] : [];
	});
	const calls = nodesOfType(source.root, 'call_expression')
		.filter(call => ['import', 'require'].includes(call.childForFieldName('function')?.text ?? ''))
		.flatMap(call => {
			const specifier = nodesOfType(call, 'string')[0];
			return specifier ? [rawImport(specifier)] : [];
		});
	return [...statements, ...calls];
}

function rawImport(node: Node): RawImport {
	const specifier = /['"]([^'"]*)['"]/.exec(node.text)?.[1] ?? '';
	return { specifier, line: node.startPosition.row + 1 };
}

function resolveEdge(from: string, { specifier, line }: RawImport, paths: ReadonlySet<string>): ImportEdge {
	if (!specifier.startsWith('.')) {
		return { from, to: specifier, line, isPackage: true };
	}
	const base = posix.join(posix.dirname(from), specifier);
	const candidates = [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`, `${base}/index.tsx`];
	return { from, to: candidates.find(path => paths.has(path)) ?? base, line, isPackage: false };
}

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Language, type Node, Parser } from 'web-tree-sitter';
import { repoRoot } from '../support/repoRoot';

/** One parsed TypeScript file. */
export interface SourceFile {
	/** Relative to the repository, with forward slashes. */
	readonly path: string;
	readonly text: string;
	readonly root: Node;
}

/** Loaded by the first test that parses: web-tree-sitter must not be started twice at the same time in one process. */
let parsers: Promise<Parsers> | undefined;

interface Parsers {
	readonly typescript: Parser;
	readonly tsx: Parser;
}

/** All of src/, parsed, in a stable order. Declarations for other files (`.d.ts`) are left out. */
export async function readSources(): Promise<SourceFile[]> {
	const paths = globSync('src/**/*.{ts,tsx}', { cwd: repoRoot })
		.map(path => path.replaceAll('\\', '/'))
		.filter(path => !path.endsWith('.d.ts'))
		.sort();
	return Promise.all(paths.map(path => parseSource(path, readFileSync(join(repoRoot, path), 'utf8'))));
}

export async function parseSource(path: string, text: string): Promise<SourceFile> {
	parsers ??= loadParsers();
	const { typescript, tsx } = await parsers;
	const tree = (path.endsWith('.tsx') ? tsx : typescript).parse(text);
	if (!tree) {
		throw new Error(`${path} could not be parsed`);
	}
	return { path, text, root: tree.rootNode };
}

/** All named nodes of these types, in source order. */
export function nodesOfType(node: Node, ...types: readonly string[]): Node[] {
	return node.descendantsOfType([...types]).filter(each => each.isNamed);
}

/** `path:line`, as editors and terminals link it. */
export function place(source: SourceFile, node: Node): string {
	return `${source.path}:${node.startPosition.row + 1}`;
}

async function loadParsers(): Promise<Parsers> {
	await Parser.init({
		locateFile: () => join(repoRoot, 'node_modules/web-tree-sitter/web-tree-sitter.wasm'),
	});
	const load = async (name: string) => {
		const wasm = join(repoRoot, 'node_modules/tree-sitter-typescript', `tree-sitter-${name}.wasm`);
		return new Parser().setLanguage(await Language.load(wasm));
	};
	return { typescript: await load('typescript'), tsx: await load('tsx') };
}

/**
 * The texts of the interface, as they are written in src/editor and src/webview: the first argument of each `t(…)`, which is
 * the key of its translations.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Language, Parser } from 'web-tree-sitter';

export const repoRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/** Ends the keys of the engine's sentences (`src/l10n/engineTranslator.ts`), which no call of `t` has. */
export const engineMark = '/engine';

/** The keys, sorted. A call without a literal is an error: no translation could be found for it. */
export async function writtenKeys() {
	const parse = await openParser();
	const paths = ['src/editor', 'src/webview'].flatMap(folder =>
		readdirSync(join(repoRoot, folder), { recursive: true })
			.filter(name => /\.tsx?$/.test(name))
			.map(name => join(folder, name)),
	);
	const keys = paths.flatMap(path => keysIn(parse(readFileSync(join(repoRoot, path), 'utf8')), path));
	return [...new Set(keys)].sort();
}

/** A function that parses a text of TypeScript, with or without JSX, to its root node. */
export async function openParser() {
	await Parser.init();
	const wasm = join(repoRoot, 'node_modules/tree-sitter-typescript/tree-sitter-tsx.wasm');
	const parser = new Parser().setLanguage(await Language.load(wasm));
	return text => parser.parse(text).rootNode;
}

function keysIn(root, path) {
	return root
		.descendantsOfType('call_expression')
		.filter(call => /(?:^|\bl10n\.)t$/.test(call.childForFieldName('function').text))
		.map(call => keyOf(call, path));
}

function keyOf(call, path) {
	const [first] = call.childForFieldName('arguments').namedChildren;
	if (first?.type === 'string') {
		return textOf(first);
	}
	if (first?.type === 'object') {
		const [message, comment] = ['message', 'comment'].map(name => literalOf(first, name));
		if (message !== undefined && comment !== undefined) {
			return `${message}/${comment}`;
		}
	}
	throw new Error(`${path}:${call.startPosition.row + 1}: t() needs a literal text, so that it can be translated`);
}

function literalOf(object, name) {
	const pair = object.namedChildren.find(each => each.childForFieldName('key')?.text === name);
	const value = pair?.childForFieldName('value');
	return value?.type === 'string' ? textOf(value) : undefined;
}

/** What a literal means. */
export function textOf(literal) {
	return unescaped(literal.text.slice(1, -1));
}

/** Ours have no escape but those of quotes, backslashes and line ends. */
export function unescaped(text) {
	return text.replaceAll(/\\(.)/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped));
}

/**
 * The texts of the interface, as they are written in src/editor and src/webview: the first argument of each `t(…)`, which is
 * the key of its translations.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Language, Parser } from 'web-tree-sitter';

export const repoRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/** Ends the keys of core's sentences (`src/l10n/coreText.ts`), which no call of `t` has. */
export const coreMark = '/core';

/** The keys, sorted. A call without a literal is an error: no translation could be found for it. */
export async function writtenKeys() {
	const read = await keyReader();
	const paths = ['src/editor', 'src/webview'].flatMap(folder =>
		readdirSync(join(repoRoot, folder), { recursive: true })
			.filter(name => /\.tsx?$/.test(name))
			.map(name => join(folder, name)),
	);
	const keys = paths.flatMap(path => read(path, readFileSync(join(repoRoot, path), 'utf8')));
	return [...new Set(keys)].sort();
}

/** A function that returns the keys in one file: `(path, text) => keys`. */
async function keyReader() {
	await Parser.init();
	const wasm = join(repoRoot, 'node_modules/tree-sitter-typescript/tree-sitter-tsx.wasm');
	const parser = new Parser().setLanguage(await Language.load(wasm));
	return (path, text) =>
		parser
			.parse(text)
			.rootNode.descendantsOfType('call_expression')
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

/** What a literal of TypeScript means; ours have no escape but those of quotes, backslashes and `\n`. */
function textOf(literal) {
	return literal.text.slice(1, -1).replaceAll(/\\(.)/g, (_, escaped) => (escaped === 'n' ? '\n' : escaped));
}

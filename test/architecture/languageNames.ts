import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Node } from 'web-tree-sitter';
import { repoRoot } from '../support/repoRoot';
import { nodesOfType, place, type SourceFile } from './sourceFile';

/** The `id` and `name` of every language in syntaxes/. */
export function languageNames(): string[] {
	const names = globSync('syntaxes/*/language.json', { cwd: repoRoot }).flatMap(path => {
		const { id, name } = JSON.parse(readFileSync(join(repoRoot, path), 'utf8')) as { id: string; name: string };
		return [id, name];
	});
	return [...new Set(names.map(name => name.toLowerCase()))];
}

/**
 * Places where a file names one of these languages in an identifier or in text; comments may. Names are in lower case.
 * A name of one or two characters is an ordinary word or letter as well, so it counts only as a whole string.
 */
export function languageNameViolations(source: SourceFile, names: readonly string[]): string[] {
	const identifiers = nodesOfType(source.root, ...identifierTypes).filter(node => inIdentifier(node.text, names));
	const texts = nodesOfType(source.root, 'string_fragment', 'jsx_text').filter(node => inText(node, names));
	return [...identifiers, ...texts].map(
		node => `${place(source, node)} names a language: ${node.text.trim().slice(0, 80)}`,
	);
}

/** The texts of a JSON file, fields included, that are the name of one of these languages; names of files may hold one. */
export function languageNamesInJson(json: string, names: readonly string[]): string[] {
	const texts: string[] = [];
	JSON.parse(json, (key, value: unknown) => {
		texts.push(key, ...(typeof value === 'string' ? [value] : []));
		return value;
	});
	return texts.filter(text => names.includes(text.toLowerCase()));
}

/** The names that a text of prose holds; the short ones are ordinary words there. */
export function languageNamesInText(text: string, names: readonly string[]): string[] {
	return names.filter(name => name.length > 2 && hasWord(text.toLowerCase(), name));
}

const identifierTypes = [
	...['identifier', 'type_identifier', 'property_identifier', 'private_property_identifier'],
	...['shorthand_property_identifier', 'shorthand_property_identifier_pattern'],
];

/** `isPythonFile` and `python_file` have the part `python`; `trusted` has not the part `rust`. */
function inIdentifier(identifier: string, names: readonly string[]): boolean {
	const parts = identifier
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
		.toLowerCase()
		.split(/[^a-z]+/);
	// A name that is itself written with a hump, as in `parseTypeScript`.
	const pairs = parts.map((part, index) => part + (parts[index + 1] ?? ''));
	return names.some(name => name.length > 2 && (parts.includes(name) || pairs.includes(name)));
}

function inText(node: Node, names: readonly string[]): boolean {
	const isWholeString = node.parent?.namedChildCount === 1;
	return (
		languageNamesInText(node.text, names).length > 0 ||
		names.some(name => name.length <= 2 && isWholeString && node.text.toLowerCase() === name)
	);
}

function hasWord(text: string, word: string): boolean {
	for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
		if (!/[a-z\d_]/.test((text[at - 1] ?? ' ') + (text[at + word.length] ?? ' '))) {
			return true;
		}
	}
	return false;
}

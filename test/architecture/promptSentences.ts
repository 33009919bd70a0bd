import type { Node } from 'web-tree-sitter';
import { nodesOfType, place, type SourceFile } from './sourceFile';

/** A text of this many words is longer than a label or an error message. */
const longTextWords = 25;
/** From here on a tool's description or a message's content is a sentence. */
const sentenceWords = 4;
const modelRooms = ['src/models/pure/', 'src/engine/', 'src/mcp/'];

/**
 * Text for a model in TypeScript instead of in a `.md` file beside it: long texts, also when joined from pieces; texts that
 * address a model; and in the rooms that talk to one, descriptions and message contents. A text of the interface, which is
 * translated, may be long.
 */
export function promptViolations(source: SourceFile): string[] {
	const texts = nodesOfType(source.root, 'string', 'template_string', 'binary_expression', 'array')
		.filter(isOutermost)
		.filter(node => (isLong(node) && !isTranslated(node)) || addressesModel(node));
	return [...texts, ...descriptions(source)].map(
		node => `${place(source, node)} is text for a .md file: ${excerpt(node)}`,
	);
}

function descriptions(source: SourceFile): Node[] {
	if (!modelRooms.some(room => source.path.startsWith(room))) {
		return [];
	}
	return nodesOfType(source.root, 'pair')
		.filter(pair => ['description', 'content', 'prompt'].includes(pair.childForFieldName('key')?.text ?? ''))
		.flatMap(pair => pair.childForFieldName('value') ?? [])
		.filter(value => wordCount(value) >= sentenceWords);
}

function isLong(node: Node): boolean {
	return wordCount(node) >= longTextWords && isProse(node);
}

/** The first argument of `t`, of which l10n/messages.mjs takes the key of the translations. */
function isTranslated(node: Node): boolean {
	const call = node.parent?.type === 'arguments' ? node.parent.parent : null;
	const isFirst = call?.childForFieldName('arguments')?.namedChildren[0]?.id === node.id;
	return isFirst && /(?:^|\bl10n\.)t$/.test(call?.childForFieldName('function')?.text ?? '');
}

/** Pieces of a larger text are counted with it. */
function isOutermost(node: Node): boolean {
	return !['binary_expression', 'array'].includes(node.parent?.type ?? '');
}

function addressesModel(node: Node): boolean {
	return fragments(node).some(text =>
		/^\s*(you are\b|your task\b|act as\b|as an? (ai|expert|experienced)\b)/i.test(text),
	);
}

/** Prose has capitals or commas and full stops; a list of words that is split later has none. */
function isProse(node: Node): boolean {
	return fragments(node).some(text => /\b[A-Z][a-z]*\b|[a-z][.,:;?!](\s|$)/.test(text));
}

function wordCount(node: Node): number {
	// One word in an array is an entry of a list, not a piece of a text.
	const texts = fragments(node).filter(text => node.type !== 'array' || words(text) > 3);
	return texts.map(words).reduce((sum, count) => sum + count, 0);
}

/** Words of prose: markup does not count. */
function words(text: string): number {
	return text.replace(/<[^>]*>/g, ' ').match(/(?<![\w-])[A-Za-z][A-Za-z'’-]*(?![\w-])/g)?.length ?? 0;
}

function fragments(node: Node): string[] {
	switch (node.type) {
		case 'string':
		case 'template_string':
			return node.namedChildren.filter(child => child.type === 'string_fragment').map(child => child.text);
		case 'binary_expression':
		case 'parenthesized_expression':
		case 'array':
			return node.namedChildren.flatMap(fragments);
		default:
			return [];
	}
}

function excerpt(node: Node): string {
	return node.text.replace(/\s+/g, ' ').slice(0, 80);
}

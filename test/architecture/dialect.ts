import type { Node } from 'web-tree-sitter';
import { nodesOfType, type SourceFile } from './sourceFile';

/** A word that does not belong in plain technical English, and what to write instead. */
interface DialectWord {
	readonly pattern: RegExp;
	readonly plain: string;
}

const dialect: readonly DialectWord[] = [
	{ pattern: /\b(?:stands?|stood)\b/i, plain: 'is, contains, occurs, belongs' },
	{ pattern: /\bsaid\b/i, plain: 'reports, states, shows; as a name: text, reply' },
	{ pattern: /\btold\b/i, plain: 'reports, passes, informs; as a name: feedback, received' },
	{ pattern: /\bwhoever\b/i, plain: 'the user, the caller, anyone who' },
	{ pattern: /\bsought\b/i, plain: 'wanted, searched for; as a name: query, searchBlock' },
	{ pattern: /\bthe person\b/i, plain: 'the user' },
	{ pattern: /\bgo(?:es)? on\b/i, plain: 'continues' },
	{ pattern: /\banew\b/i, plain: 'again, rewrites, repeats' },
];

/** One text of a file, with the line (1-based) it begins on. */
interface TextPart {
	readonly text: string;
	readonly line: number;
}

const identifierTypes = [
	...['identifier', 'type_identifier', 'property_identifier', 'private_property_identifier'],
	...['shorthand_property_identifier', 'shorthand_property_identifier_pattern'],
];

/** One line for each place of a source file with a dialect word in a comment, a text or an identifier. */
export function dialectViolations(source: SourceFile): string[] {
	return [...new Set(textParts(source.root).flatMap(part => violations(source.path, part)))];
}

/** One line for each place of a document with a dialect word. */
export function dialectInText(path: string, text: string): string[] {
	return violations(path, { text, line: 1 });
}

function textParts(root: Node): TextPart[] {
	const partOf = (node: Node): TextPart => ({ text: node.text, line: node.startPosition.row + 1 });
	const texts = nodesOfType(root, 'comment', 'string_fragment', 'jsx_text').filter(node => !isClass(node));
	const identifiers = nodesOfType(root, ...identifierTypes).map(partOf);
	return [
		...texts.map(partOf).filter(({ text }) => isText(text)),
		...identifiers.map(part => ({ ...part, text: words(part.text) })),
	];
}

/**
 * A text without a blank is an id, a key or a path: it may be stored, or belong to another file. Many words without
 * capitals and punctuation are data.
 */
function isText(text: string): boolean {
	const isWordList = /^[a-z\s]+$/.test(text) && text.split(/\s+/).length > 10;
	return /\S\s+\S/.test(text) && !isWordList;
}

/** Whether a text is the value of `class`: style sheets have the same names. */
function isClass({ parent }: Node): boolean {
	const attribute = parent?.parent;
	return attribute?.type === 'jsx_attribute' && attribute.firstChild?.text === 'class';
}

/** `runGoesOn` is `run Goes On`. */
function words(identifier: string): string {
	return identifier.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ');
}

function violations(path: string, { text, line }: TextPart): string[] {
	// The words of a phrase may be on two lines of a comment.
	const joined = text.replace(/\n[ \t]*(?:\*|\/\/)?[ \t]*/g, ends => ' '.padEnd(ends.length));
	return dialect.flatMap(({ pattern, plain }) =>
		[...joined.matchAll(withGaps(pattern))].map(match => {
			const before = text.slice(0, match.index).split('\n').length - 1;
			return `${path}:${line + before} "${match[0].replace(/\s+/g, ' ')}": write ${plain}`;
		}),
	);
}

function withGaps({ source, flags }: RegExp): RegExp {
	return new RegExp(source.replaceAll(' ', '\\s+'), `${flags}g`);
}

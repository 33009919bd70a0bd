/** The messages of the engine's errors, as keys of their translations: what the engine may show without another place that names it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { engineMark, openParser, repoRoot, textOf, unescaped } from './messages.mjs';

const errors = ['UserError', 'ModelError', 'IssueRefused'];
/** They have texts of their own, or none that VS Code shows. */
const besides = /^src\/(?:cli|editor|l10n|mcp|research|webview|sharing\/pure\/report)\//;
/** Fields and variables that become a message elsewhere. */
const fields = ['advice', 'reason'];

/**
 * The keys of all messages and advices of the engine that are written where they are thrown; those of the command line
 * and of reports are not shown in VS Code. What varies in a message is `{0}`, and `cond ? 'a' : 'b'` makes two of it.
 */
export async function coreErrorKeys() {
	const parse = await openParser();
	const keys = readdirSync(join(repoRoot, 'src'), { recursive: true })
		.map(name => join('src', name).replaceAll('\\', '/'))
		.filter(path => path.endsWith('.ts') && path.split('/').length > 3 && !besides.test(path))
		.flatMap(path => errorKeysIn(parse(readFileSync(join(repoRoot, path), 'utf8'))));
	return [...new Set(keys)].sort();
}

/** The keys in one parsed file. */
export function errorKeysIn(root) {
	const thrown = root
		.descendantsOfType('new_expression')
		.filter(node => errors.includes(node.childForFieldName('constructor')?.text))
		.flatMap(node => {
			const isModel = node.childForFieldName('constructor').text === 'ModelError';
			const [first, second] = node
				.childForFieldName('arguments')
				.namedChildren.filter(({ type }) => type !== 'comment');
			return [isModel ? second : first];
		});
	const advices = root
		.descendantsOfType(['pair', 'variable_declarator'])
		.filter(node => fields.includes((node.childForFieldName('key') ?? node.childForFieldName('name'))?.text))
		.map(node => node.childForFieldName('value') ?? undefined);
	const ofClasses = root
		.descendantsOfType('class_declaration')
		.filter(node => errors.some(name => node.text.slice(0, node.text.indexOf('{')).includes(`extends ${name}`)))
		.flatMap(node => node.descendantsOfType('call_expression'))
		.filter(node => node.childForFieldName('function').type === 'super')
		.map(node => node.childForFieldName('arguments').namedChildren[0]);
	return [...thrown, ...advices, ...ofClasses]
		.flatMap(node => (node === undefined ? [] : variants(node)))
		.filter(text => /\p{L}+ .*\p{L}|\.$/u.test(text.replaceAll('{}', '')))
		.map(text => `${numbered(text)}${engineMark}`);
}

/** What an expression can be: literals as they are, everything else as `{}`. */
function variants(node) {
	switch (node.type) {
		case 'string':
			return [textOf(node)];
		case 'template_string': {
			const parts = [];
			let end = node.startIndex + 1;
			const text = (from, to) => unescaped(node.text.slice(from - node.startIndex, to - node.startIndex));
			for (const child of node.namedChildren.filter(({ type }) => type === 'template_substitution')) {
				parts.push([text(end, child.startIndex)], variants(child.namedChildren[0]));
				end = child.endIndex;
			}
			parts.push([text(end, node.endIndex - 1)]);
			return parts.reduce((all, each) => all.flatMap(before => each.map(after => before + after)), ['']);
		}
		case 'ternary_expression':
			return ['consequence', 'alternative'].flatMap(name => variants(node.childForFieldName(name)));
		case 'parenthesized_expression':
			return variants(node.namedChildren[0]);
		case 'binary_expression': {
			const operator = node.childForFieldName('operator').text;
			const [left, right] = ['left', 'right'].map(name => variants(node.childForFieldName(name)));
			const sum = left.flatMap(before => right.map(after => before + after));
			// Without a text of its own it is a number.
			const isText = operator === '+' && sum.every(text => /[^{}]/.test(text));
			return isText ? sum : ['??', '||'].includes(operator) ? [...left, ...right] : ['{}'];
		}
		default:
			return ['{}'];
	}
}

function numbered(text) {
	let n = 0;
	return text.replaceAll('{}', () => `{${n++}}`);
}

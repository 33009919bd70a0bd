import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Language, type Node, Parser } from 'web-tree-sitter';
import { openWorkspace } from '../../src/cli/openWorkspace';
import { openGrammarFolder } from '../../src/code/node/languages/grammarFolder';
import type { CodeUnit } from '../../src/code/pure/calls/codeUnits';
import { readCodeWords } from '../../src/code/pure/calls/codeWords';
import type { LanguageData } from '../../src/code/pure/languages/languageData';
import type { BenchPackage } from './benchPackage';
import { type GoldFunction, type Mutation, mutated } from './entryPointCase';
import operators from './operators.json';

export interface Candidate {
	readonly mutation: Mutation;
	readonly gold: GoldFunction;
}

/** A part of a file's text and what it becomes. */
interface Edit {
	readonly operator: string;
	readonly node: Node;
	readonly text: string;
}

type LanguageWords = (typeof operators.languages)['python'];

/**
 * The mutations of the functions in the package's code that operators.json describes. Of all of them `choose` picks some;
 * of these, those are left out that make a file unreadable. `folder` has the unpacked package.
 */
export async function candidateMutations(
	{ code, tests = [], language }: BenchPackage,
	{ folder, packageRoot }: { readonly folder: string; readonly packageRoot: string },
	choose: (candidates: readonly Candidate[]) => readonly Candidate[],
): Promise<Candidate[]> {
	const log = { info: () => undefined, warn: console.warn, error: console.error };
	const { workspace } = await openWorkspace({ roots: [{ name: '', dir: folder }], packageRoot, log });
	const { model } = await readCodeWords(workspace);
	const functions = Array.from({ length: model.nFunctions }, (_, at) => model.unit(at) ?? []).flat();
	const units = functions.filter(({ file }) => isIn(file, code) && !isIn(file, tests));
	const words = (operators.languages as Record<string, LanguageWords>)[language];
	const files: CodeText[] = [];
	for (const file of new Set(units.map(unit => unit.file))) {
		const text = readFileSync(join(folder, file), 'utf8');
		const of = workspace.languages.of(file, text);
		if (of !== undefined && words !== undefined) {
			const inFile = units.filter(unit => unit.file === file);
			files.push({ file, text, units: inFile, words, parser: await parserOf(of, packageRoot) });
		}
	}
	const byFile = new Map(files.map(each => [each.file, each]));
	return choose(files.flatMap(inText)).filter(({ mutation }) => isReadable(mutation, byFile.get(mutation.file)));
}

/** Also true where the file was unreadable before. */
function isReadable(mutation: Mutation, code: CodeText | undefined): boolean {
	return code !== undefined && (hasErrors(code, code.text) || !hasErrors(code, mutated(code.text, mutation)));
}

function hasErrors({ parser }: CodeText, text: string): boolean {
	const tree = parser.parse(text);
	const hasError = tree?.rootNode.hasError ?? true;
	tree?.delete();
	return hasError;
}

/** `parts` are files and folders. */
export function isIn(file: string, parts: readonly string[]): boolean {
	return parts.some(part => file === part || part === '' || file.startsWith(`${part}/`));
}

async function parserOf(language: LanguageData, packageRoot: string): Promise<Parser> {
	const grammars = openGrammarFolder(packageRoot);
	await Parser.init({ wasmBinary: await grammars.runtimeWasm() });
	const grammar = await Language.load(await grammars.grammarWasm(language));
	const parser = new Parser();
	parser.setLanguage(grammar);
	return parser;
}

interface CodeText {
	readonly file: string;
	readonly text: string;
	readonly units: readonly CodeUnit[];
	readonly words: LanguageWords;
	readonly parser: Parser;
}

function inText({ text, units, words, parser }: CodeText): Candidate[] {
	const tree = parser.parse(text);
	const edits = tree === null ? [] : editsBelow(tree.rootNode, words);
	const candidates = edits.flatMap(edit => {
		const gold = functionAt(units, edit.node.startPosition.row + 1, edit.node.endPosition.row + 1);
		const mutation = gold && mutationOf(text, gold.file, edit);
		return gold === undefined || mutation === undefined ? [] : [{ mutation, gold }];
	});
	tree?.delete();
	return candidates;
}

function functionAt(units: readonly CodeUnit[], startLine: number, endLine: number): GoldFunction | undefined {
	for (const { file, qualified, isClass, symbols } of units) {
		const symbol = symbols.find(each => each.startLine <= startLine && endLine <= each.endLine);
		if (symbol !== undefined && !isClass) {
			return { file, name: qualified, startLine: symbol.startLine, endLine: symbol.endLine };
		}
	}
	return undefined;
}

/** The lines keep their numbers. */
function mutationOf(text: string, file: string, { operator, node, text: replacement }: Edit): Mutation | undefined {
	const nLinesLess = node.text.split('\n').length - replacement.split('\n').length;
	if (nLinesLess < 0 || node.text === replacement) {
		return undefined;
	}
	const lines = text.split('\n').slice(node.startPosition.row, node.endPosition.row + 1);
	const before = lines.join('\n');
	const start = text.lastIndexOf('\n', node.startIndex - 1) + 1;
	const [from, to] = [node.startIndex - start, node.endIndex - start];
	const after = before.slice(0, from) + replacement + '\n'.repeat(nLinesLess) + before.slice(to);
	return { operator, file, line: node.startPosition.row + 1, before, after };
}

function editsBelow(node: Node, words: LanguageWords): Edit[] {
	return [...editsOf(node, words), ...node.children.flatMap(child => editsBelow(child, words))];
}

function editsOf(node: Node, words: LanguageWords): Edit[] {
	const edits = tokenEdits(node);
	const { parent } = node;
	if (isOf(operators.numbers, node) && /^\d{1,9}$/.test(node.text)) {
		edits.push({ operator: 'constant', node, text: String(Number(node.text) + 1) });
	}
	const condition = isOf(operators.conditions, node) ? node.childForFieldName('condition') : null;
	if (condition !== null) {
		const { text } = condition;
		edits.push({
			operator: 'negatedCondition',
			node: condition,
			text: text.startsWith('(') && text.endsWith(')') ? `(${words.not}${text})` : `${words.not}(${text})`,
		});
	}
	const [returned] = isOf(operators.returns, node) ? node.namedChildren : [];
	if (returned) {
		edits.push({ operator: 'returnsNothing', node: returned, text: words.nothing });
	}
	if (isOf(operators.arguments, node)) {
		edits.push(...argumentEdits(node, words));
	}
	if (parent !== null && isOf(operators.blocks, parent) && isOf(operators.statements, node)) {
		edits.push({ operator: 'droppedStatement', node, text: words.drop });
	}
	return edits;
}

function tokenEdits(node: Node): Edit[] {
	const isOperation = node.parent !== null && operations.test(node.parent.type);
	return Object.entries(operators.tokens).flatMap(([operator, replacements]) => {
		const text = Object.hasOwn(replacements, node.text)
			? (replacements as Record<string, string>)[node.text]
			: undefined;
		const fits = operator === 'boolean' ? node.isNamed || node.type === node.text : isOperation && !node.isNamed;
		return text !== undefined && node.childCount === 0 && fits ? [{ operator, node, text }] : [];
	});
}

const operations = new RegExp(operators.operations.replaceAll(' ', '|'));

/** The last argument becomes nothing; the first two change places. */
function argumentEdits(node: Node, { nothing }: LanguageWords): Edit[] {
	const given = node.namedChildren.filter(each => each !== null && each.type !== 'comment');
	const [first, second] = given;
	const last = given.at(-1);
	const edits: Edit[] = last ? [{ operator: 'wrongArgument', node: last, text: nothing }] : [];
	if (first && second && !/keyword|pair|block/.test(first.type + second.type)) {
		const between = node.text.slice(first.endIndex - node.startIndex, second.startIndex - node.startIndex);
		const text =
			node.text.slice(0, first.startIndex - node.startIndex) +
			second.text +
			between +
			first.text +
			node.text.slice(second.endIndex - node.startIndex);
		edits.push({ operator: 'swappedArguments', node, text });
	}
	return edits;
}

function isOf(types: string, { type, isNamed }: Node): boolean {
	return isNamed && ` ${types} `.includes(` ${type} `);
}

import type { Node } from 'web-tree-sitter';
import { nodesOfType, place, type SourceFile } from './sourceFile';

/** What a reader can hold in mind; measured on code that reads well. Lines and counts. */
export const budget = {
	fileLines: 300,
	medianFileLines: 110,
	functionLines: 60,
	nestingLevels: 3,
	parameters: 4,
} as const;

const functionTypes = [
	...['function_declaration', 'function_expression', 'generator_function', 'generator_function_declaration'],
	...['arrow_function', 'method_definition'],
];
const controlFlowTypes = [
	...['if_statement', 'for_statement', 'for_in_statement', 'while_statement', 'do_statement'],
	...['switch_statement', 'try_statement'],
];
/** Names that say nothing of what is inside, so that anything ends up there. */
const emptyNames = /^(index|utils?|helpers?|types|common|managers?|misc|shared|constants)$/i;

/** One line for each place of a file that is over a budget or breaks a rule of the house. */
export function budgetViolations(source: SourceFile): string[] {
	return [
		...fileViolations(source),
		...functionViolations(source),
		...anyViolations(source),
		...defaultExportViolations(source),
		...moduleStateViolations(source),
	];
}

export function medianFileLines(sources: readonly SourceFile[]): number {
	const lengths = sources.map(lineCount).sort((a, b) => a - b);
	return lengths[Math.floor(lengths.length / 2)] ?? 0;
}

function fileViolations(source: SourceFile): string[] {
	const name = /([^/]+)\.tsx?$/.exec(source.path)?.[1] ?? '';
	const lines = lineCount(source);
	return [
		...(lines > budget.fileLines ? [`${source.path} has ${lines} lines`] : []),
		...(emptyNames.test(name) ? [`${source.path} is named after nothing in particular`] : []),
	];
}

function functionViolations(source: SourceFile): string[] {
	return nodesOfType(source.root, ...functionTypes).flatMap(node => {
		const name = node.childForFieldName('name')?.text ?? 'a function';
		const lines = node.endPosition.row - node.startPosition.row + 1;
		const levels = nestingLevels(node);
		const parameters = node.childForFieldName('parameters')?.namedChildren.filter(isParameter).length ?? 0;
		return [
			...(lines > budget.functionLines ? [`${place(source, node)} ${name} has ${lines} lines`] : []),
			...(levels > budget.nestingLevels ? [`${place(source, node)} ${name} nests ${levels} deep`] : []),
			...(parameters > budget.parameters ? [`${place(source, node)} ${name} takes ${parameters} parameters`] : []),
		];
	});
}

/** Levels of control flow inside one function, not counting functions inside it. `else if` stays on its level. */
function nestingLevels(node: Node): number {
	const levels = node.namedChildren.map(child => {
		if (functionTypes.includes(child.type)) {
			return 0;
		}
		const isElseIf = node.type === 'else_clause' && child.type === 'if_statement';
		return nestingLevels(child) + (controlFlowTypes.includes(child.type) && !isElseIf ? 1 : 0);
	});
	return Math.max(0, ...levels);
}

function isParameter(node: Node): boolean {
	return node.type !== 'comment' && node.childForFieldName('pattern')?.text !== 'this';
}

function anyViolations(source: SourceFile): string[] {
	return nodesOfType(source.root, 'predefined_type')
		.filter(node => node.text === 'any')
		.map(node => `${place(source, node)} any`);
}

function defaultExportViolations(source: SourceFile): string[] {
	const isDefault = (node: Node) =>
		node.children.some(child => child.type === 'default') ||
		nodesOfType(node, 'export_specifier').some(each => each.childForFieldName('alias')?.text === 'default');
	return nodesOfType(source.root, 'export_statement')
		.filter(isDefault)
		.map(node => `${place(source, node)} default export`);
}

/** State at module level: `let`, `var`, a static field that can be set, a collection that starts empty to be filled. */
function moduleStateViolations(source: SourceFile): string[] {
	const statements = source.root.namedChildren.map(each => each.childForFieldName('declaration') ?? each);
	const constants = statements.filter(each => each.type === 'lexical_declaration' && each.child(0)?.text === 'const');
	const variables = statements.filter(
		each =>
			each.type === 'variable_declaration' || (each.type === 'lexical_declaration' && each.child(0)?.text === 'let'),
	);
	const filledLater = constants.flatMap(each => each.namedChildren).filter(startsEmpty);
	const statics = nodesOfType(source.root, 'public_field_definition').filter(
		each =>
			each.children.some(child => child.type === 'static') && !each.children.some(child => child.type === 'readonly'),
	);
	return [...variables, ...filledLater, ...statics].map(node => `${place(source, node)} module-level state`);
}

function startsEmpty(declarator: Node): boolean {
	const value = declarator.childForFieldName('value');
	const type = declarator.childForFieldName('type')?.text ?? '';
	if (!value || /\breadonly\b|\bReadonly/.test(type)) {
		return false;
	}
	if (value.type === 'object') {
		// An interface without required members has an empty value that nobody fills.
		return value.namedChildCount === 0 && (type === '' || /Record<|\[/.test(type));
	}
	const isCollection = value.type === 'new_expression' && /^new (Weak)?(Map|Set)\b/.test(value.text);
	const filledBy = isCollection ? value.childForFieldName('arguments') : value;
	return (isCollection || value.type === 'array') && !filledBy?.namedChildCount;
}

function lineCount({ text }: SourceFile): number {
	return text.replace(/\n$/, '').split('\n').length;
}

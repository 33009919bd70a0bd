import type { Node } from 'web-tree-sitter';
import { entryFiles } from './doors';
import { importEdges } from './importGraph';
import { nodesOfType, place, type SourceFile } from './sourceFile';
import { roomOf } from './subjects';

/** Budgets for readability, measured on readable code. Biome checks sizes, parameters and cycles. */
const budget = {
	nestingLevels: 3,
	/** A file below this size that only one other imports belongs into that one. */
	smallFileLines: 30,
} as const;

const functionTypes = [
	...['function_declaration', 'function_expression', 'generator_function', 'generator_function_declaration'],
	...['arrow_function', 'method_definition'],
];
const controlFlowTypes = [
	...['if_statement', 'for_statement', 'for_in_statement', 'while_statement', 'do_statement'],
	...['switch_statement', 'try_statement'],
];
/** Names without a meaning, so that anything ends up in such a file. */
const emptyNames = /^(index|utils?|helpers?|types|common|managers?|misc|shared|constants)$/i;

/** One line for each place of a file that is over a budget or breaks a rule of the house. */
export function budgetViolations(source: SourceFile): string[] {
	return [...nameViolations(source), ...nestingViolations(source), ...moduleStateViolations(source)];
}

/** One line for each small file that only one other imports: a reader would look for its content there. */
export function smallFileViolations(sources: readonly SourceFile[]): string[] {
	const edges = importEdges(sources);
	const importers = (path: string) => new Set(edges.filter(({ to }) => to === path).map(({ from }) => from));
	return sources
		.filter(source => lineCount(source) < budget.smallFileLines && !isLookedUpByName(source.path))
		.map(({ path }) => ({ path, from: [...importers(path)] }))
		.flatMap(({ path, from: [first, ...others] }) =>
			first === undefined || others.length > 0 || roomOf(first) !== roomOf(path)
				? []
				: [`${path} belongs into ${first}`],
		);
}

/** Ports, tools, strategies, entry points and commands are looked for by their names, however small they are. */
function isLookedUpByName(path: string): boolean {
	const isTool = path.startsWith('src/models/pure/tools/') || path.endsWith('Command.ts');
	const isStrategy = /^src\/engine\/strategies\/(?:(\w+)\/\1|\w+)\.ts$/.test(path);
	const isPort = ['clock', 'log', 'progress'].some(name => path === `src/system/pure/${name}.ts`);
	return isPort || isTool || isStrategy || entryFiles.includes(path);
}

function nameViolations({ path }: SourceFile): string[] {
	const name = /([^/]+)\.tsx?$/.exec(path)?.[1] ?? '';
	return emptyNames.test(name) ? [`${path} is named after nothing in particular`] : [];
}

function nestingViolations(source: SourceFile): string[] {
	return nodesOfType(source.root, ...functionTypes).flatMap(node => {
		const name = node.childForFieldName('name')?.text ?? 'a function';
		const levels = nestingLevels(node);
		return levels > budget.nestingLevels ? [`${place(source, node)} ${name} nests ${levels} deep`] : [];
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

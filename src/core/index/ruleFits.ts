import type { Node } from 'web-tree-sitter';
import type { DefinitionScope } from './definitionScope';
import type { DefinitionRule } from './languageData';
import { followPath } from './nodeSelector';

/** Nodes already looked up for one definition, by path: its rules ask for the same ones. */
export type Looked = Map<string, Node | undefined>;

/** Whether a rule counts for a node: where it stands, and what its `when` says. */
export function ruleFits(rule: DefinitionRule, node: Node, scope: DefinitionScope, looked: Looked): boolean {
	if ((rule.outsideFunctions && scope.inFunction) || (rule.insideClasses && !scope.inClass)) {
		return false;
	}
	for (const path in rule.when) {
		const found = looked.has(path) ? looked.get(path) : followPath(node, path);
		looked.set(path, found);
		const allowed = rule.when[path] ?? null;
		const isAsAllowed = allowed === null ? found === undefined : found !== undefined && isAmong(allowed, found);
		if (!isAsAllowed) {
			return false;
		}
	}
	return true;
}

function isAmong(allowed: readonly string[], node: Node): boolean {
	const type = node.type;
	return allowed.some(each => each === '*' || each === type || (each.startsWith('=') && each.slice(1) === node.text));
}

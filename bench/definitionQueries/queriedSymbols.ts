import type { Node, Query, QueryMatch } from 'web-tree-sitter';
import type { LanguageRules } from '../../src/code/pure/definitions/languageRules';
import { isCallable, isClassLike, type SymbolKind } from '../../src/runs/pure/model/symbol';

/** What both ways to read definitions give: lines are 1-based. */
export interface FoundDefinition {
	readonly kind: SymbolKind;
	readonly name: string;
	readonly container: string;
	readonly nameLine: number;
	readonly startLine: number;
	readonly endLine: number;
}

/** What one pattern found at one node. */
interface Found {
	readonly node: Node;
	readonly pattern: number;
	readonly kind: SymbolKind | undefined;
	readonly names: Node[];
	readonly owner: Node | undefined;
	/** `scope`: its definitions are in it; `local`: they are local; `anonymous`: they are members of what is around. */
	readonly inside: 'scope' | 'local' | 'anonymous' | undefined;
}

interface Scope {
	readonly endIndex: number;
	readonly container: string;
	readonly inClass: boolean;
	readonly inFunction: boolean;
}

const fileScope: Scope = { endIndex: Number.POSITIVE_INFINITY, container: '', inClass: false, inFunction: false };

/**
 * The definitions that a query finds: `@definition.KIND` around `@name`, with `@owner` for the container it names. In a
 * `@scope` (without a kind: one that is no symbol), a `@local` and an `@anonymous` are the definitions within; a `@leading`
 * node belongs to the definition behind it. Of several patterns at one node the first counts, as with rules.
 */
export function queriedSymbols(query: Query, root: Node, rules: LanguageRules): FoundDefinition[] {
	const leading = new Set<number>();
	const found = firstPatterns(query.matches(root), leading);
	const scopes = [fileScope];
	const symbols: FoundDefinition[] = [];
	for (const each of found) {
		while ((scopes.at(-1) ?? fileScope).endIndex <= each.node.startIndex) {
			scopes.pop();
		}
		const around = scopes.at(-1) ?? fileScope;
		const { startIndex, endIndex } = each.node;
		if (each.inside === 'local' || each.inside === 'anonymous') {
			const isClass = each.inside === 'anonymous';
			scopes.push({ ...around, endIndex, inClass: isClass, inFunction: !isClass });
			continue;
		}
		// Fields in no class are those of a value.
		const isInNothing = each.kind === 'field' && around.container === '';
		const isLocal = isInNothing || ((each.kind === 'constant' || each.kind === 'field') && around.inFunction);
		for (const name of isLocal ? [] : each.names) {
			const symbol = define(each, name, { around, rules, leading });
			if (symbol === undefined) {
				continue;
			}
			if (symbol.kind !== undefined) {
				symbols.push({ ...symbol, kind: symbol.kind });
			}
			if (each.inside === 'scope' && startIndex < endIndex) {
				const container = symbol.container === '' ? symbol.name : `${symbol.container}.${symbol.name}`;
				scopes.push({ endIndex, container, ...insideOf(symbol.kind, around) });
			}
		}
	}
	return symbols;
}

/** By position, outer nodes first; the names of one node together. */
function firstPatterns(matches: readonly QueryMatch[], leading: Set<number>): Found[] {
	const byNode = new Map<number, Found>();
	for (const match of matches) {
		const found = readMatch(match, leading);
		const known = found && byNode.get(found.node.id);
		if (found === undefined) {
			continue;
		}
		if (known === undefined || found.pattern < known.pattern) {
			byNode.set(found.node.id, found);
		} else if (found.pattern === known.pattern) {
			known.names.push(...found.names);
		}
	}
	return [...byNode.values()].sort(
		(a, b) => a.node.startIndex - b.node.startIndex || b.node.endIndex - a.node.endIndex,
	);
}

function readMatch({ captures, patternIndex }: QueryMatch, leading: Set<number>): Found | undefined {
	const names: Node[] = [];
	let owner: Node | undefined;
	let node: Node | undefined;
	let kind: SymbolKind | undefined;
	let inside: Found['inside'];
	for (const capture of captures) {
		if (capture.name === 'name') {
			names.push(capture.node);
		} else if (capture.name === 'owner') {
			owner = capture.node;
		} else if (capture.name === 'leading') {
			leading.add(capture.node.id);
		} else if (capture.name === 'scope' || capture.name === 'local' || capture.name === 'anonymous') {
			node = capture.node;
			inside = capture.name;
		} else if (capture.name.startsWith('definition.')) {
			node = capture.node;
			kind = capture.name.slice('definition.'.length) as SymbolKind;
		}
	}
	return node && { node, pattern: patternIndex, kind, names, owner, inside };
}

interface DefineContext {
	readonly around: Scope;
	readonly rules: LanguageRules;
	readonly leading: ReadonlySet<number>;
}

type Defined = Omit<FoundDefinition, 'kind'> & { readonly kind: SymbolKind | undefined };

function define(found: Found, nameNode: Node, { around, rules, leading }: DefineContext): Defined | undefined {
	const parts = rules.nameParts(nameNode);
	const name = parts.at(-1);
	if (name === undefined) {
		return undefined;
	}
	const owner = found.owner === undefined ? [] : rules.ownerParts(found.owner);
	const further = owner.length === 1 && owner[0] === around.container.split('.').at(-1) ? [] : owner;
	const isMember = around.inClass || owner.length > 0 || parts.length > 1;
	return {
		kind: isMember ? memberKind(found.kind) : found.kind,
		name,
		container: [around.container, ...further, ...parts.slice(0, -1)].filter(part => part !== '').join('.'),
		nameLine: nameNode.startPosition.row + 1,
		startLine: firstLine(found.node, leading),
		endLine: lastLine(found.node),
	};
}

function memberKind(kind: SymbolKind | undefined): SymbolKind | undefined {
	return kind === 'function' ? 'method' : kind === 'constant' ? 'field' : kind;
}

function insideOf(kind: SymbolKind | undefined, around: Scope): Pick<Scope, 'inClass' | 'inFunction'> {
	if (kind === undefined) {
		return { inClass: true, inFunction: false };
	}
	const isClass = isClassLike({ kind });
	return { inClass: isClass && kind !== 'module', inFunction: isCallable({ kind }) || (around.inFunction && !isClass) };
}

function firstLine(node: Node, leading: ReadonlySet<number>): number {
	let first = node;
	if (leading.size > 0) {
		let before = node.previousNamedSibling;
		while (before !== null && (leading.has(before.id) || before.type.endsWith('comment'))) {
			first = leading.has(before.id) ? before : first;
			before = before.previousNamedSibling;
		}
	}
	return first.startPosition.row + 1;
}

function lastLine({ startPosition, endPosition }: Node): number {
	return endPosition.column === 0 && endPosition.row > startPosition.row ? endPosition.row : endPosition.row + 1;
}

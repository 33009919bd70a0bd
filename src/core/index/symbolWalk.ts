import type { Node, TreeCursor } from 'web-tree-sitter';
import { type CodeSymbol, isCallable, isClassLike, qualifiedName, type SymbolKind } from '../model/symbol';
import { type Front, frontAt, noFront, withAttribute, withComment } from './definitionFront';
import { describeDefinition } from './definitionLines';
import type { DefinitionRule } from './languageData';
import type { LanguageRules, NodeRole } from './languageRules';
import { followPath, selectAll, selectFirst } from './nodeSelector';

/** One parsed file. */
export interface WalkedSource {
	readonly file: string;
	readonly text: string;
	readonly root: Node;
}

/**
 * Collects the definitions of one syntax tree by a pruned cursor walk: only node types the language names as worth
 * descending are entered, so the cost over parsing alone is a few per cent. Symbols come in source order.
 */
export function walkSymbols(source: WalkedSource, rules: LanguageRules): CodeSymbol[] {
	const walk = new SymbolWalk(source, rules);
	walk.enter(source.root, { container: '', inClass: false, inFunction: false }, noFront);
	return walk.finish();
}

/** What surrounds the node being looked at. */
interface Scope {
	readonly container: string;
	/** Directly in a class: what stands here are its members. */
	readonly inClass: boolean;
	readonly inFunction: boolean;
}

interface FoundName {
	/** Containers written in front of the name, then the name. */
	readonly parts: readonly string[];
	readonly node: Node;
}

interface Definition {
	readonly node: Node;
	readonly rule: DefinitionRule;
	readonly body: Node | undefined;
	readonly names: readonly FoundName[];
	readonly scope: Scope;
	readonly front: Front;
}

class SymbolWalk {
	private readonly symbols: CodeSymbol[] = [];
	/** Bases written away from their class, by its qualified name. */
	private readonly joinedBases = new Map<string, string[]>();
	private readonly source: WalkedSource;
	private readonly rules: LanguageRules;

	constructor(source: WalkedSource, rules: LanguageRules) {
		this.source = source;
		this.rules = rules;
	}

	finish(): CodeSymbol[] {
		if (this.joinedBases.size === 0) {
			return this.symbols;
		}
		return this.symbols.map(symbol => {
			const joined = isClassLike(symbol) ? this.joinedBases.get(qualifiedName(symbol)) : undefined;
			return joined === undefined ? symbol : { ...symbol, bases: [...new Set([...symbol.bases, ...joined])] };
		});
	}

	enter(node: Node, scope: Scope, front: Front): void {
		const cursor = node.walk();
		this.children(cursor, scope, front);
		cursor.delete();
	}

	/** Visits the children of the cursor's node and leaves the cursor where it was. */
	private children(cursor: TreeCursor, scope: Scope, front: Front): void {
		if (!cursor.gotoFirstChild()) {
			return;
		}
		let around = front;
		let siblings = noFront;
		do {
			const role = this.rules.role(cursor.nodeType);
			if (role === undefined) {
				siblings = siblings === noFront || cursor.nodeIsNamed ? noFront : siblings;
			} else if (role.front === 'comment') {
				siblings = withComment(siblings, cursor, this.source.text);
			} else if (role.front === 'leading') {
				siblings = withAttribute(siblings, cursor);
			} else {
				const nBefore = this.symbols.length;
				this.visit(cursor, role, scope, frontAt(siblings, around, cursor));
				siblings = noFront;
				// A wrapper belongs to the first definition in it; the second of a group starts on its own line.
				around = this.symbols.length > nBefore ? noFront : around;
			}
		} while (cursor.gotoNextSibling());
		cursor.gotoParent();
	}

	private visit(cursor: TreeCursor, role: NodeRole, scope: Scope, given: Front): void {
		const line = given === noFront ? 0 : cursor.startPosition.row + 1;
		const front = given.atLine === undefined || given.atLine === line ? given : noFront;
		if (role.rules.length > 0 && (role.definesInFunctions || !scope.inFunction)) {
			if (this.define(cursor.currentNode, role, scope, front)) {
				return;
			}
		}
		if (role.entry === 'wrapper') {
			this.children(cursor, scope, { line: cursor.startPosition.row + 1, ...front });
		} else if (role.entry === 'descend') {
			this.children(cursor, scope, front === noFront ? noFront : { ...front, atLine: line });
		} else if (role.entry === 'nameless') {
			this.children(cursor, { container: scope.container, inClass: false, inFunction: true }, noFront);
		}
	}

	/** True if a rule made a definition of the node and its inside is done. */
	private define(node: Node, role: NodeRole, scope: Scope, front: Front): boolean {
		for (const rule of role.rules) {
			if (!fits(rule, node, scope)) {
				continue;
			}
			const names = this.names(node, rule);
			if (names.length > 0) {
				const body = rule.body === undefined ? undefined : selectFirst(node, rule.body);
				this.add({ node, rule, body, names, scope, front });
				return true;
			}
			if (rule.kind === undefined && rule.name === undefined) {
				this.joinBases(scope.container, this.bases(node, rule));
				return false;
			}
		}
		return false;
	}

	private names(node: Node, rule: DefinitionRule): FoundName[] {
		if (rule.nameText !== undefined) {
			return [{ parts: [rule.nameText], node }];
		}
		const first = rule.name === undefined ? undefined : selectFirst(node, rule.name);
		const nodes = rule.names === undefined ? (first === undefined ? [] : [first]) : selectAll(node, rule.names);
		return nodes
			.map(found => ({ parts: this.rules.nameParts(found), node: found }))
			.filter(found => found.parts.length > 0);
	}

	private add(definition: Definition): void {
		const { node, rule, body, names, scope, front } = definition;
		const ownerNode = rule.owner === undefined ? undefined : selectFirst(node, rule.owner);
		const owner = ownerNode === undefined ? [] : this.rules.nameParts(ownerNode);
		let inside = scope;
		for (const { parts, node: name } of names) {
			const path = [scope.container, ...owner, ...parts].filter(part => part !== '');
			const kind = kindInContext(rule.kind, scope.inClass || owner.length + parts.length > 1);
			if (kind === undefined) {
				this.joinBases(path.join('.'), this.bases(node, rule));
			} else {
				this.symbols.push({
					name: path.at(-1) ?? '',
					kind,
					file: this.source.file,
					container: path.slice(0, -1).join('.'),
					...describeDefinition({ node, name, body, front }, this.rules),
					bases: this.bases(node, rule),
				});
			}
			inside = rule.names === undefined ? scopeInside(path.join('.'), kind, scope) : scope;
		}
		this.enterBody(definition, inside);
	}

	private enterBody({ node, body, scope, front }: Definition, inside: Scope): void {
		const role = body === undefined ? undefined : this.rules.role(body.type);
		if (body === undefined || role === undefined || role.rules.length === 0) {
			this.enter(body ?? node, inside, noFront);
			return;
		}
		// A chain, `a = b = function () {}`: the next link stands where the first one does.
		const cursor = body.walk();
		this.visit(cursor, role, scope, { ...front, atLine: node.startPosition.row + 1 });
		cursor.delete();
	}

	private bases(node: Node, rule: DefinitionRule): string[] {
		const selectors = rule.bases === undefined ? [] : [rule.bases].flat();
		return selectors.flatMap(selector => selectAll(node, selector)).map(base => this.rules.written(base));
	}

	private joinBases(className: string, bases: readonly string[]): void {
		if (bases.length > 0) {
			this.joinedBases.set(className, [...(this.joinedBases.get(className) ?? []), ...bases]);
		}
	}
}

function fits(rule: DefinitionRule, node: Node, scope: Scope): boolean {
	if ((rule.outsideFunctions && scope.inFunction) || (rule.insideClasses && !scope.inClass)) {
		return false;
	}
	return Object.entries(rule.when ?? {}).every(([path, allowed]) => {
		const found = followPath(node, path);
		if (found === undefined || allowed === null) {
			return found === undefined && allowed === null;
		}
		return allowed.some(each => each === '*' || each === found.type || each === `=${found.text}`);
	});
}

function kindInContext(kind: SymbolKind | undefined, inClass: boolean): SymbolKind | undefined {
	if (inClass && (kind === 'function' || kind === 'constant')) {
		return kind === 'function' ? 'method' : 'field';
	}
	return kind;
}

function scopeInside(container: string, kind: SymbolKind | undefined, around: Scope): Scope {
	if (kind === undefined) {
		return { container, inClass: true, inFunction: false };
	}
	const inClass = isClassLike({ kind }) && kind !== 'module';
	const inFunction = isCallable({ kind }) || (around.inFunction && !isClassLike({ kind }));
	return { container, inClass, inFunction };
}

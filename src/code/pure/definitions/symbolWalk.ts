import type { Node, TreeCursor } from 'web-tree-sitter';
import {
	type CodeSymbol,
	isCallable,
	isClassLike,
	qualifiedName,
	type SymbolKind,
} from '../../../runs/pure/model/symbol';
import type { DefinitionRule } from '../languages/languageData';
import { type FoundCallback, findCallback } from './callbackNodes';
import { type Front, frontAt, noFront, withAttribute, withComment } from './definitionFront';
import { commentsAtEnd, describeDefinition, findModifiers } from './definitionLines';
import type { LanguageRules, NodeRole } from './languageRules';
import { followPath, selectAll, selectFirst } from './nodeSelector';

/** One parsed file. */
export interface WalkedSource {
	readonly file: string;
	readonly text: string;
	readonly root: Node;
}

/**
 * Collects the definitions of one syntax tree by a pruned cursor walk: only node types that the language lists for
 * descending are entered, and only nodes that may define something become objects, which keeps the cost beyond parsing
 * small. Symbols come in source order.
 */
export function walkSymbols(source: WalkedSource, rules: LanguageRules): CodeSymbol[] {
	const walk = new SymbolWalk(source, rules);
	const cursor = source.root.walk();
	try {
		walk.children(cursor, { container: '', inClass: false, inFunction: false });
	} finally {
		cursor.delete();
	}
	return walk.finish();
}

interface FoundName {
	/** Containers written before the name, then the name. */
	readonly parts: readonly string[];
	readonly node: Node;
}

interface Definition {
	readonly node: Node;
	readonly rule: DefinitionRule;
	readonly names: readonly FoundName[];
	readonly body: Node | undefined;
	readonly scope: DefinitionScope;
	readonly front: Front;
}

/** A node whose children are visited. */
interface Entered {
	/** Its own front, if it is a wrapper. */
	readonly around?: Front;
	/** The front of its first child. */
	readonly before?: Front;
	/** What it names as a call. */
	readonly callback?: FoundCallback | undefined;
}

const plainly: Entered = {};

/** Definitions in so many nodes within each other are not looked for: a hostile text would fill the stack. */
const mostNested = 1000;

class SymbolWalk {
	private readonly symbols: CodeSymbol[] = [];
	/** Of the node whose children are visited. */
	private depth = 0;
	/** Bases written away from their class, by its qualified name. */
	private readonly joinedBases = new Map<string, string[]>();

	constructor(
		private readonly source: WalkedSource,
		private readonly rules: LanguageRules,
	) {}

	finish(): CodeSymbol[] {
		if (this.joinedBases.size === 0) {
			return this.symbols;
		}
		return this.symbols.map(symbol => {
			const joined = isClassLike(symbol) ? this.joinedBases.get(qualifiedName(symbol)) : undefined;
			return joined === undefined ? symbol : { ...symbol, bases: [...new Set([...symbol.bases, ...joined])] };
		});
	}

	/** Visits the children of the cursor's node and restores the cursor. */
	children(cursor: TreeCursor, scope: DefinitionScope, { around, before, callback }: Entered = plainly): void {
		const parentType = cursor.nodeType;
		if (this.depth >= mostNested || !cursor.gotoFirstChild()) {
			return;
		}
		this.depth++;
		let outer = around ?? noFront;
		let siblings = before ?? noFront;
		do {
			if (cursor.nodeId === callback?.argumentsId) {
				this.symbols.push({ ...callback.symbol, file: this.source.file, container: scope.container });
			}
			const role = this.rules.role(cursor.nodeType, parentType);
			if (role === undefined) {
				siblings = siblings === noFront || cursor.nodeIsNamed ? noFront : siblings;
			} else if (role.front === 'comment') {
				siblings = withComment(siblings, cursor, this.source.text);
			} else if (role.front === 'leading') {
				siblings = withAttribute(siblings, cursor);
			} else {
				const nBefore = this.symbols.length;
				this.visit(cursor, role, scope, frontAt(siblings, outer, cursor));
				const isDefined = this.symbols.length > nBefore;
				siblings = isDefined ? commentsAtEnd(cursor, this.rules, this.source.text) : noFront;
				// A wrapper belongs to the first definition in it; the second of a group starts on its own line.
				outer = isDefined ? noFront : outer;
			}
		} while (cursor.gotoNextSibling());
		cursor.gotoParent();
		this.depth--;
	}

	private visit(cursor: TreeCursor, role: NodeRole, scope: DefinitionScope, front: Front): void {
		if (role.signed === 'everywhere' || (role.signed === 'inFunctions' && scope.inFunction)) {
			if (!this.rules.hasSign(this.source.text.slice(cursor.startIndex, cursor.endIndex))) {
				return;
			}
		}
		const isWorthLooking = role.rules.length > 0 && (role.definesInFunctions || !scope.inFunction);
		if (isWorthLooking && this.define(cursor, role, scope, front)) {
			return;
		}
		if (role.entry === 'wrapper') {
			this.children(cursor, scope, { around: { line: cursor.startPosition.row + 1, ...front } });
		} else if (role.entry === 'nameless') {
			this.children(cursor, { container: scope.container, inClass: false, inFunction: true });
		} else if (role.entry === 'anonymous') {
			this.children(cursor, { container: scope.container, inClass: true, inFunction: false });
		} else if (role.entry === 'descend') {
			const callback = role.callee === undefined ? undefined : this.callback(cursor, role.callee, front);
			const around = front === noFront ? noFront : { ...front, atLine: cursor.startPosition.row + 1 };
			this.children(cursor, scope, { around, callback });
		}
	}

	/** The function that the call at the cursor names. */
	private callback(cursor: TreeCursor, callee: string, front: Front): FoundCallback | undefined {
		const { callbacks } = this.rules;
		const call = cursor.currentNode;
		return callbacks && findCallback({ call, callee, doc: front.doc }, callbacks, this.source.text);
	}

	/** True if a rule created a definition from the cursor's node, whose content is then already visited. */
	private define(cursor: TreeCursor, role: NodeRole, scope: DefinitionScope, front: Front): boolean {
		const node = cursor.currentNode;
		const looked: Looked = new Map();
		for (const rule of role.rules) {
			if (!ruleApplies(rule, node, scope, looked)) {
				continue;
			}
			const names = this.names(node, rule);
			if (names.length > 0) {
				const body = rule.body === undefined ? undefined : selectFirst(node, rule.body);
				this.add(cursor, { node, rule, names, body, scope, front });
				return true;
			}
			if (rule.kind === undefined && rule.name === undefined) {
				this.joinBases(scope.container, this.rules.bases(node, rule));
				return false;
			}
		}
		return false;
	}

	private names(node: Node, rule: DefinitionRule): FoundName[] {
		const first = rule.name === undefined ? undefined : selectFirst(node, rule.name);
		if (rule.nameText !== undefined) {
			return [{ parts: [rule.nameText], node: first ?? node }];
		}
		const nodes = rule.names === undefined ? (first === undefined ? [] : [first]) : selectAll(node, rule.names);
		return nodes
			.map(name => ({ parts: this.rules.nameParts(name, rule.prefix), node: name }))
			.filter(name => name.parts.length > 0);
	}

	private add(cursor: TreeCursor, definition: Definition): void {
		const { node, rule, names, body, scope } = definition;
		const { comments, ...lines } = describeDefinition(definition, this.rules, this.source.text);
		const bases = this.rules.bases(node, rule);
		let inside = scope;
		for (const found of names) {
			const name = found.parts.at(-1) ?? '';
			const { container, isMember } = this.containerOf(found, definition);
			const qualified = container === '' ? name : `${container}.${name}`;
			const kind = kindInContext(rule.kind, isMember);
			if (kind === undefined) {
				this.joinBases(qualified, bases);
			} else {
				this.symbols.push({
					name,
					kind,
					file: this.source.file,
					container,
					nameLine: found.node.startPosition.row + 1,
					...lines,
					bases,
					modifiers: findModifiers(definition, found.node, this.rules, this.source.text),
				});
			}
			inside = rule.names === undefined ? scopeInside(qualified, kind, scope) : scope;
		}
		// A value may follow the fields of its type.
		const [part] = rule.header ?? [];
		const header = part === undefined || body === undefined ? undefined : selectFirst(node, part);
		const isBodyFirst = header !== undefined && body !== undefined && header.endIndex > body.endIndex;
		if (!isBodyFirst) {
			this.enterHeader(cursor, definition, inside);
		}
		this.enterBody(cursor, definition, inside, comments);
		if (isBodyFirst) {
			this.enterHeader(cursor, definition, inside);
		}
	}

	private containerOf({ parts }: FoundName, definition: Definition): { container: string; isMember: boolean } {
		const { node, rule, scope } = definition;
		const ownerNode = rule.owner === undefined ? undefined : selectFirst(node, rule.owner);
		const owner = ownerNode === undefined ? [] : this.rules.ownerParts(ownerNode);
		const around = scope.container.split('.').at(-1);
		// A class may name itself as the owner of its content.
		const further = owner.length === 1 && owner[0] === around ? [] : owner;
		return {
			container: [scope.container, ...further, ...parts.slice(0, -1)].filter(part => part !== '').join('.'),
			isMember: scope.inClass || owner.length > 0 || parts.length > 1,
		};
	}

	private enterHeader(cursor: TreeCursor, { node, rule, scope }: Definition, inside: DefinitionScope): void {
		const isFunction = rule.kind === 'function' || rule.kind === 'method';
		for (const part of rule.header ?? []) {
			for (const partNode of selectAll(node, part)) {
				visitBelow(cursor, partNode, () => this.children(cursor, isFunction ? scope : inside));
			}
		}
	}

	private enterBody(cursor: TreeCursor, definition: Definition, inside: DefinitionScope, comments: Front): void {
		const { node, body, rule, scope, front } = definition;
		const role = body === undefined ? undefined : this.rules.role(body.type, node.type);
		if (body === undefined) {
			this.children(cursor, inside);
		} else if (role !== undefined && role.rules.length === 0 && role.entry !== undefined) {
			const within = role.entry === 'nameless' ? { ...inside, inClass: false, inFunction: true } : inside;
			visitBelow(cursor, body, () => this.children(cursor, within, { before: comments }));
		} else if (role !== undefined && (rule.kind === 'constant' || rule.kind === 'field')) {
			// A chain, `a = b = 1`: the next link has the start of the first one.
			const chained = { ...front, atLine: node.startPosition.row + 1 };
			visitBelow(cursor, body, () => this.visit(cursor, role, scope, frontAt(noFront, chained, cursor)));
		} else if (role !== undefined) {
			visitBelow(cursor, body, () => this.visit(cursor, role, inside, noFront));
		}
	}

	private joinBases(className: string, bases: readonly string[]): void {
		if (bases.length > 0) {
			this.joinedBases.set(className, [...(this.joinedBases.get(className) ?? []), ...bases]);
		}
	}
}

/** Moves the cursor down to a descendant, runs an action there, and moves it back. */
function visitBelow(cursor: TreeCursor, to: Node, action: () => void): void {
	let depth = 0;
	while (cursor.nodeId !== to.id && cursor.gotoLastChild()) {
		depth++;
		if (cursor.startIndex > to.startIndex) {
			// Usually it is the last child; else all are searched, as the cursor's own gotoFirstChildForIndex ignores the
			// index (web-tree-sitter 0.27.1).
			cursor.gotoParent();
			let isInside = cursor.gotoFirstChild();
			while (isInside && cursor.endIndex <= to.startIndex) {
				isInside = cursor.gotoNextSibling();
			}
		}
	}
	action();
	for (let level = 0; level < depth; level++) {
		cursor.gotoParent();
	}
}

/** Nodes already looked up for one definition, by path: its rules query the same ones. */
type Looked = Map<string, Node | undefined>;

/** Whether a rule applies to a node, by its position and its `when`. */
function ruleApplies(rule: DefinitionRule, node: Node, scope: DefinitionScope, looked: Looked): boolean {
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

/** The definitions around the node being visited. */
interface DefinitionScope {
	readonly container: string;
	/** Directly in a class: definitions here are its members. */
	readonly inClass: boolean;
	readonly inFunction: boolean;
}

/** Functions and constants become methods and fields in a class. */
function kindInContext(kind: SymbolKind | undefined, isMember: boolean): SymbolKind | undefined {
	if (isMember && (kind === 'function' || kind === 'constant')) {
		return kind === 'function' ? 'method' : 'field';
	}
	return kind;
}

/** The scope of the nodes inside a definition. Without a kind the container is not a symbol itself. */
function scopeInside(container: string, kind: SymbolKind | undefined, around: DefinitionScope): DefinitionScope {
	if (kind === undefined) {
		return { container, inClass: true, inFunction: false };
	}
	const inClass = isClassLike({ kind }) && kind !== 'module';
	const inFunction = isCallable({ kind }) || (around.inFunction && !isClassLike({ kind }));
	return { container, inClass, inFunction };
}

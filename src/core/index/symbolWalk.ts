import type { Node, TreeCursor } from 'web-tree-sitter';
import { type CodeSymbol, isCallable, isClassLike, type LineRange, type SymbolKind } from '../model/symbol';
import type { DefinitionRule, LanguageData } from './languageData';
import { followPath, selectAll, selectFirst } from './nodeSelector';

/**
 * Collects the definitions of one syntax tree by a pruned cursor walk: only node types the language names as worth
 * descending are entered, so the cost over parsing alone is a few per cent. Symbols come in source order.
 */
export function walkSymbols(root: Node, language: LanguageData, file: string): CodeSymbol[] {
	const walk = new SymbolWalk(language, file);
	const cursor = root.walk();
	walk.children(cursor, topLevel);
	cursor.delete();
	return walk.symbols;
}

/** What surrounds the node being looked at. */
interface Context {
	readonly container: string;
	readonly inClass: boolean;
	readonly inFunction: boolean;
	/** First line of a wrapper around the next definition, 1-based. */
	readonly wrapperLine?: number;
	/** Doc comment in front of that wrapper. */
	readonly wrapperDoc?: LineRange;
}

const topLevel: Context = { container: '', inClass: false, inFunction: false };

/** Comments and attributes seen since the last sibling that was something else. */
interface Leading {
	doc?: LineRange;
	attributeLine?: number;
}

class SymbolWalk {
	readonly symbols: CodeSymbol[] = [];
	private readonly language: LanguageData;
	private readonly file: string;
	private readonly descend: ReadonlySet<string>;
	private readonly wrappers: ReadonlySet<string>;
	private readonly leading: ReadonlySet<string>;
	private readonly comments: ReadonlySet<string>;

	constructor(language: LanguageData, file: string) {
		this.language = language;
		this.file = file;
		this.descend = new Set(language.descend);
		this.wrappers = new Set(language.wrappers);
		this.leading = new Set(language.leading);
		this.comments = new Set(language.comments);
	}

	/** Visits the children of the cursor's node and leaves the cursor where it was. */
	children(cursor: TreeCursor, context: Context): void {
		if (!cursor.gotoFirstChild()) {
			return;
		}
		let leading: Leading = {};
		let around = context;
		do {
			const type = cursor.nodeType;
			if (this.comments.has(type)) {
				leading = { ...leading, doc: extendDoc(leading.doc, cursor) };
			} else if (this.leading.has(type)) {
				leading.attributeLine ??= cursor.startPosition.row + 1;
			} else {
				const nBefore = this.symbols.length;
				this.visit(cursor, withLeading(around, leading, cursor));
				leading = cursor.nodeIsNamed ? {} : leading;
				// A wrapper belongs to the first definition in it; the second of a group starts on its own line.
				around = this.symbols.length > nBefore ? withoutWrapper(context) : around;
			}
		} while (cursor.gotoNextSibling());
		cursor.gotoParent();
	}

	private visit(cursor: TreeCursor, context: Context): void {
		const type = cursor.nodeType;
		const node = type in this.language.definitions ? cursor.currentNode : undefined;
		const rule = node === undefined ? undefined : this.matchingRule(node, context);
		if (node !== undefined && rule !== undefined) {
			this.define(node, rule, context);
		} else if (this.wrappers.has(type)) {
			this.children(cursor, { ...context, wrapperLine: context.wrapperLine ?? cursor.startPosition.row + 1 });
		} else if (this.descend.has(type)) {
			this.children(cursor, withoutWrapper(context));
		}
	}

	private matchingRule(node: Node, context: Context): DefinitionRule | undefined {
		const rules = this.language.definitions[node.type] ?? [];
		const list: readonly DefinitionRule[] = 'name' in rules ? [rules] : rules;
		return list.find(rule => !(rule.outsideFunctions && context.inFunction) && holds(rule, node));
	}

	private define(node: Node, rule: DefinitionRule, context: Context): void {
		const nameNode = selectFirst(node, rule.name);
		const body = rule.body === undefined ? undefined : selectFirst(node, rule.body);
		const names = nameNode === undefined ? [] : this.nameParts(nameNode.text);
		const name = names.at(-1);
		if (nameNode === undefined || name === undefined) {
			this.inner(body ?? node, withoutWrapper(context));
			return;
		}
		const owner = rule.owner === undefined ? undefined : selectFirst(node, rule.owner)?.text;
		const container = [context.container, owner ?? '', ...names.slice(0, -1)].filter(part => part !== '').join('.');
		const inClass = context.inClass || owner !== undefined || names.length > 1;
		if (rule.kind === undefined) {
			const path = container === '' ? name : `${container}.${name}`;
			this.inner(body ?? node, { container: path, inClass: true, inFunction: false });
			return;
		}
		const kind = kindInContext(rule.kind, inClass);
		this.symbols.push(this.symbol({ node, nameNode, name, container, kind, rule, body, context }));
		const isFunction = isCallable({ kind });
		this.inner(body ?? node, {
			container: container === '' ? name : `${container}.${name}`,
			inClass: isClassLike({ kind }) && kind !== 'module',
			inFunction: isFunction || (context.inFunction && !isClassLike({ kind })),
		});
	}

	private inner(node: Node, context: Context): void {
		const cursor = node.walk();
		this.children(cursor, context);
		cursor.delete();
	}

	private symbol(found: Found): CodeSymbol {
		const { node, nameNode, rule, body, context } = found;
		const startLine = Math.min(context.wrapperLine ?? Number.POSITIVE_INFINITY, node.startPosition.row + 1);
		const doc = this.docstring(body) ?? context.wrapperDoc;
		return {
			name: found.name,
			kind: found.kind,
			file: this.file,
			container: found.container,
			startLine,
			endLine: lastLine(node),
			nameLine: nameNode.startPosition.row + 1,
			headerEndLine: headerEnd(node, body),
			bases: rule.bases === undefined ? [] : selectAll(node, rule.bases).map(base => base.text),
			modifiers: this.modifiers(node, nameNode),
			...(doc === undefined ? {} : { doc }),
		};
	}

	private nameParts(text: string): string[] {
		const { separator, transparent = [] } = this.language;
		const parts = separator === undefined ? [text] : text.split(separator);
		return parts.map(part => part.trim()).filter(part => part !== '' && !transparent.includes(part));
	}

	private modifiers(node: Node, nameNode: Node): string[] {
		const known = this.language.modifiers;
		if (known === undefined) {
			return [];
		}
		const before = node.text.slice(0, nameNode.startIndex - node.startIndex);
		return known.filter(word => new RegExp(`\\b${word}\\b`).test(before));
	}

	private docstring(body: Node | undefined): LineRange | undefined {
		let node: Node | null | undefined = body;
		for (const type of this.language.docstring ?? []) {
			node = node?.namedChild(0);
			if (node?.type !== type) {
				return undefined;
			}
		}
		if (this.language.docstring === undefined || node === undefined || node === null) {
			return undefined;
		}
		return { startLine: node.startPosition.row + 1, endLine: lastLine(node) };
	}
}

interface Found {
	readonly node: Node;
	readonly nameNode: Node;
	readonly name: string;
	readonly container: string;
	readonly kind: SymbolKind;
	readonly rule: DefinitionRule;
	readonly body: Node | undefined;
	readonly context: Context;
}

function holds(rule: DefinitionRule, node: Node): boolean {
	return Object.entries(rule.when ?? {}).every(([path, types]) => {
		const found = followPath(node, path);
		return types === null ? found === undefined : found !== undefined && types.includes(found.type);
	});
}

function kindInContext(kind: SymbolKind, inClass: boolean): SymbolKind {
	if (!inClass) {
		return kind;
	}
	return kind === 'function' ? 'method' : kind === 'constant' ? 'field' : kind;
}

function withLeading(context: Context, leading: Leading, cursor: TreeCursor): Context {
	const first = leading.attributeLine ?? cursor.startPosition.row + 1;
	const isDoc = leading.doc !== undefined && leading.doc.endLine + 1 >= first && leading.doc.endLine <= first;
	const line = context.wrapperLine ?? leading.attributeLine;
	const doc = isDoc ? leading.doc : context.wrapperDoc;
	const { wrapperLine: _line, wrapperDoc: _doc, ...rest } = context;
	return {
		...rest,
		...(line === undefined ? {} : { wrapperLine: line }),
		...(doc === undefined ? {} : { wrapperDoc: doc }),
	};
}

function withoutWrapper(context: Context): Context {
	return { container: context.container, inClass: context.inClass, inFunction: context.inFunction };
}

function extendDoc(doc: LineRange | undefined, cursor: TreeCursor): LineRange {
	const startLine = cursor.startPosition.row + 1;
	const end = cursor.endPosition;
	const endLine = end.column === 0 && end.row >= startLine ? end.row : end.row + 1;
	return doc !== undefined && doc.endLine + 1 >= startLine
		? { startLine: doc.startLine, endLine }
		: { startLine, endLine };
}

/** A node that ends at column 0 ends on the line before: its last token is a newline. */
function lastLine(node: Node): number {
	const { row, column } = node.endPosition;
	return column === 0 && row > node.startPosition.row ? row : row + 1;
}

function headerEnd(node: Node, body: Node | undefined): number {
	const before = body?.previousSibling;
	if (body === undefined) {
		return lastLine(node);
	}
	return (before ?? body).endPosition.row + 1;
}

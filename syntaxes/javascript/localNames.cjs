/** Which variables a function has, where they are declared, and which ones a statement uses. Nodes are those of ESTree. */
'use strict';

const functions = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

module.exports = { declare, declarePattern, functions, hoist, namesIn, patternNames, varNames };

/** The names that are declared in a function and its blocks, and where. */
class Scope {
	constructor(node, outer, isFunction) {
		this.node = node;
		this.outer = outer;
		this.isFunction = isFunction;
		this.isReported = false;
		this.names = new Map();
	}

	block(node) {
		const inner = new Scope(node, this, false);
		inner.isReported = this.isReported;
		return inner;
	}

	/** Code that runs elsewhere. */
	silent() {
		const inner = new Scope(this.node, this, true);
		return inner;
	}

	declare(name, at) {
		this.names.has(name) || this.names.set(name, at);
	}

	function() {
		return this.isFunction || this.outer === undefined ? this : this.outer.function();
	}

	/** Whether a name is one of the function, of what is around it, or of neither; only what is declared before `end`. */
	find(name, end) {
		let isOwn = true;
		for (let scope = this; scope !== undefined; scope = scope.outer) {
			const at = scope.names.get(name);
			if (at !== undefined) {
				return at > end ? undefined : isOwn ? 'own' : 'outer';
			}
			isOwn &&= !scope.isFunction;
		}
		return undefined;
	}
}

/** `let`, `const` and `var` of a list of statements; functions and classes are not shown. */
function declare(list, scope) {
	for (const node of list) {
		const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node;
		if (declaration?.type === 'VariableDeclaration') {
			for (const { id, end } of declaration.declarations) {
				declarePattern(id, declaration.kind === 'var' ? scope.function() : scope, declaration.kind === 'var' ? 0 : end);
			}
		}
	}
}

function declarePattern(pattern, scope, at) {
	for (const name of patternNames(pattern)) {
		scope.declare(name, at);
	}
}

/** `var` in inner blocks. */
function hoist(node, scope) {
	for (const name of varNames(node)) {
		scope.declare(name, 0);
	}
}

function* varNames(node) {
	if (node === null || typeof node?.type !== 'string' || functions.has(node.type) || /^Class/.test(node.type)) {
		return;
	}
	if (node.type === 'VariableDeclaration' && node.kind === 'var') {
		for (const { id } of node.declarations) {
			yield* patternNames(id);
		}
	}
	if (/Expression$|Literal$|Identifier$/.test(node.type)) {
		return;
	}
	for (const each of Object.values(node).flat()) {
		if (each !== null && typeof each === 'object' && typeof each.type === 'string') {
			yield* varNames(each);
		}
	}
}

function* patternNames(node) {
	switch (node?.type) {
		case 'Identifier':
			yield node.name;
			return;
		case 'ObjectPattern':
			for (const each of node.properties) {
				yield* patternNames(each.type === 'RestElement' ? each.argument : each.value);
			}
			return;
		case 'ArrayPattern':
			for (const each of node.elements) {
				yield* patternNames(each);
			}
			return;
		case 'AssignmentPattern':
			yield* patternNames(node.left);
			return;
		case 'RestElement':
			yield* patternNames(node.argument);
			return;
		default:
	}
}

/** The names that a statement itself uses, and `this`. */
function namesIn(node, found = new Set()) {
	if (node === null || typeof node?.type !== 'string' || functions.has(node.type) || /^Class/.test(node.type)) {
		return found;
	}
	if (node.type === 'Identifier' && node.name !== 'arguments') {
		found.add(node.name);
	} else if (node.type === 'ThisExpression') {
		found.add('this');
	}
	for (const key of Object.keys(node)) {
		const isName = (key === 'property' || key === 'key') && !node.computed;
		const value = node[key];
		if (isName || value === null || typeof value !== 'object') {
			continue;
		}
		for (const each of Array.isArray(value) ? value : [value]) {
			namesIn(each, found);
		}
	}
	return found;
}

module.exports.Scope = Scope;

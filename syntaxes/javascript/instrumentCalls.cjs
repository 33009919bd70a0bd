/**
 * Adds to the code of a file what reports its calls and lines: on the same lines, so that traces of stacks name the right ones.
 * What a function reports to is `$fl`, see `Call` in callTracer.cjs.
 */
'use strict';

const { parse } = require('./acorn.cjs');
const { calleeOf, nameOf, qualified } = require('./functionNames.cjs');
const {
	declare,
	declarePattern,
	functions,
	hoist,
	namesIn,
	patternNames,
	Scope,
	varNames,
} = require('./localNames.cjs');

/**
 * Returns undefined for code that cannot be read. `add` takes the name and the place of a function and returns its number, or undefined
 * for one that is left out; `lineOf` the line of a position in the file that was written, undefined if none. `isMain`: the program
 * itself. `isScript`: one of many in a context, and not a module of its own.
 */
exports.instrumented = (source, options) => {
	const { isModule, isMain = false } = options;
	try {
		const shared = { ecmaVersion: 'latest', locations: true, allowHashBang: true };
		const tree = parse(
			source,
			isModule ? { ...shared, sourceType: 'module' } : { ...shared, sourceType: 'script', ...loose },
		);
		const writer = new Writer(source, tree, options);
		writer.program(tree, isMain);
		return writer.text();
	} catch {
		return undefined;
	}
};

const loose = {
	allowReturnOutsideFunction: true,
	allowImportExportEverywhere: true,
	allowAwaitOutsideFunction: true,
	allowSuperOutsideMethod: true,
	allowNewTargetOutsideFunction: true,
};
const loops = new Set(['ForStatement', 'ForInStatement', 'ForOfStatement', 'WhileStatement', 'DoWhileStatement']);
const scopes = new Set([
	'BlockStatement',
	'SwitchStatement',
	'ForStatement',
	'ForInStatement',
	'ForOfStatement',
	'CatchClause',
]);
const silent = new Set([
	'FunctionDeclaration',
	'ClassDeclaration',
	'EmptyStatement',
	'ImportDeclaration',
	'ExportAllDeclaration',
]);
/** What Vite adds. */
const made = /^__vi/;
const mostNames = 20;

class Writer {
	constructor(source, tree, { add, lineOf, isScript }) {
		this.source = source;
		this.add = add;
		this.lineOf = lineOf;
		this.edits = [];
		this.wrapper = isScript ? wrapperOf(tree) : undefined;
		this.hasScope = !isScript;
		// Scripts share their names.
		this.tracer = isScript && this.wrapper === undefined ? 'globalThis.$faultline' : '$ft';
	}

	text() {
		const edits = this.edits.sort((a, b) => a.at - b.at || a.kind - b.kind || a.order - b.order);
		let [text, from] = ['', 0];
		for (const { at, added } of edits) {
			text += this.source.slice(from, at) + added;
			from = at;
		}
		return text + this.source.slice(from);
	}

	/** What is closed comes before what is opened at the same place. */
	open(at, added) {
		this.edits.push({ at, added, kind: 1, order: this.edits.length });
	}

	close(at, added) {
		this.edits.push({ at, added, kind: 0, order: this.edits.length });
	}

	/** The end of a body, which may be empty. */
	end(at, added) {
		this.edits.push({ at, added, kind: 2, order: this.edits.length });
	}

	program(tree, isMain) {
		const scope = new Scope(tree, undefined, isMain);
		declare(tree.body, scope);
		const number = isMain ? this.add({ name: undefined, line: 1 }) : undefined;
		scope.isReported = number !== undefined;
		const main = scope.isReported ? `const $fl=${this.tracer}.main(${number});` : '';
		if (this.hasScope) {
			const hash = /^#!.*\n?/.exec(this.source)?.[0].length ?? 0;
			this.open(afterDirectives(tree.body) ?? hash, `;const $ft=globalThis.$faultline;${main}`);
		}
		this.statements(tree.body, scope, '');
	}

	/** `container`: what qualifies the names in it. */
	visit(node, scope, container, parent) {
		if (node === null || typeof node.type !== 'string') {
			return;
		}
		if (functions.has(node.type)) {
			this.function(node, scope, container, parent);
			return;
		}
		if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') {
			const name = node.id?.name ?? nameOf(parent, node);
			this.children(node, scope.isReported ? scope.silent() : scope, qualified(container, name));
			return;
		}
		const inner = scopes.has(node.type) ? scope.block(node) : scope;
		if (node.type === 'BlockStatement' || node.type === 'StaticBlock') {
			declare(node.body, inner);
			this.statements(node.body, node.type === 'StaticBlock' ? scope.silent() : inner, container);
			return;
		}
		this.parts(node, inner, container, parent);
	}

	parts(node, scope, container) {
		const { isReported } = scope;
		if (isReported && (node.type === 'AwaitExpression' || node.type === 'YieldExpression')) {
			this.open(node.start, '$fl.w(');
			this.children(node, scope, container);
			this.close(node.end, ')');
			return;
		}
		if (isReported && node.type === 'ReturnStatement' && node.argument !== null) {
			this.open(node.argument.start, '$fl.r((');
			this.children(node, scope, container);
			this.close(node.argument.end, '))');
			return;
		}
		if (node.type === 'SwitchStatement') {
			this.visit(node.discriminant, scope, container, node);
			declare(
				node.cases.flatMap(each => each.consequent),
				scope,
			);
			for (const each of node.cases) {
				each.test && this.visit(each.test, scope, container, each);
				this.statements(each.consequent, scope, container);
			}
			return;
		}
		if (loops.has(node.type)) {
			this.loop(node, scope, container);
			return;
		}
		if (node.type === 'IfStatement') {
			this.visit(node.test, scope, container, node);
			this.branch(node.consequent, scope, container);
			node.alternate?.type === 'IfStatement'
				? this.visit(node.alternate, scope, container, node)
				: node.alternate && this.branch(node.alternate, scope, container);
			return;
		}
		if (node.type === 'CatchClause') {
			this.handler(node, scope, container);
			return;
		}
		this.children(node, scope, container);
	}

	children(node, scope, container) {
		for (const key of Object.keys(node)) {
			const value = node[key];
			if (Array.isArray(value)) {
				for (const each of value) {
					each !== null && typeof each?.type === 'string' && this.visit(each, scope, container, node);
				}
			} else if (value !== null && typeof value === 'object' && typeof value.type === 'string') {
				this.visit(value, scope, container, node);
			}
		}
	}

	statements(list, scope, container) {
		for (const statement of list) {
			this.statement(statement, scope, container);
		}
	}

	statement(node, scope, container) {
		const line = scope.isReported ? this.lineAt(node) : undefined;
		const isLine = line !== undefined && !silent.has(node.type) && node.directive === undefined && !isExported(node);
		if (isLine) {
			this.open(node.start, `$fl.l(${line});`);
		}
		this.visit(node, scope, container, undefined);
		if (isLine && (node.type === 'ExpressionStatement' || node.type === 'VariableDeclaration')) {
			const values = this.values(node, scope, node.end);
			values !== '' && this.close(node.end, `;${values}`);
		}
	}

	/** A body without braces gets some. */
	branch(node, scope, container, first = '') {
		if (node.type === 'BlockStatement') {
			scope.isReported && first !== '' && this.open(node.start + 1, first);
			this.visit(node, scope, container, undefined);
			return;
		}
		if (scope.isReported && node.type !== 'FunctionDeclaration') {
			this.open(node.start, `{${first}`);
			this.statement(node, scope, container);
			this.close(node.end, '}');
			return;
		}
		this.visit(node, scope, container, undefined);
	}

	loop(node, scope, container) {
		const heads = [node.left, node.init, node.test, node.update, node.right].filter(Boolean);
		declare(
			heads.filter(each => each.type === 'VariableDeclaration'),
			scope,
		);
		for (const each of heads) {
			this.visit(each, scope, container, node);
		}
		const names = new Set(heads.filter(each => each !== node.right).flatMap(each => [...namesIn(each)]));
		const first =
			scope.isReported && node.type !== 'DoWhileStatement' ? this.report(names, scope, node.body.start) : '';
		this.branch(node.body, scope, container, first);
	}

	handler(node, scope, container) {
		const { param, body } = node;
		if (param?.type === 'Identifier') {
			scope.declare(param.name, node.start);
		}
		if (scope.isReported) {
			param === null && this.open(body.start, '($fe)');
			const name = param === null ? '$fe' : param.type === 'Identifier' ? param.name : undefined;
			name !== undefined && this.open(body.start + 1, `$fl.h(${name});`);
		}
		param && this.visit(param, scope, container, node);
		this.visit(body, scope, container, node);
	}

	/** What shows the values that a statement may have changed. */
	values(node, scope, end) {
		return this.report(namesIn(node), scope, end);
	}

	report(names, scope, end) {
		const all = [...names]
			.slice(0, mostNames)
			.map(name => ({ name, where: name === 'this' ? 'own' : scope.find(name, end) }));
		const shown = where =>
			all.filter(each => each.where === where).map(({ name }) => (name === 'this' ? 'this:this' : name));
		const [own, outer] = [shown('own'), shown('outer')];
		return [
			...(own.length > 0 ? [`$fl.n&&$fl.v({${own.join(',')}});`] : []),
			// One that is not there yet would be an error.
			...(outer.length > 0 ? [`$fl.n&&$fl.o(()=>({${outer.join(',')}}));`] : []),
		].join('');
	}

	function(node, outer, container, parent) {
		const name = node.id?.name ?? nameOf(parent, node);
		const line = this.lineAt(node.type === 'FunctionExpression' && isMember(parent) ? parent : node);
		const called = name === undefined && parent?.type === 'CallExpression' ? calleeOf(parent) : undefined;
		const whole = called?.isWhole ? called.name : qualified(container, name ?? called?.name ?? 'function');
		const scope = new Scope(node, outer, true);
		const isLeftOut = node === this.wrapper || line === undefined || made.test(called?.name ?? '') || hasClash(node);
		const number = isLeftOut ? undefined : this.add({ name: whole, line });
		scope.isReported = number !== undefined;
		for (const each of node.params) {
			declarePattern(each, scope, node.start);
		}
		const inside = node === this.wrapper ? '' : called?.isWhole ? '' : whole;
		const silentScope = outer.silent();
		for (const each of node.params) {
			this.visit(each, silentScope, inside, node);
		}
		const args = scope.isReported ? this.arguments(node, parent) : '';
		const { tracer } = this;
		const start = `const $fl=${tracer}.on?${tracer}.call(${number},{${args}}):${tracer}.off;try{`;
		const end = '}catch($fe){throw $fl.x($fe)}finally{$fl.e()}';
		if (node.body.type !== 'BlockStatement') {
			scope.isReported &&
				this.open(this.arrowOf(node), `{${start}$fl.l(${this.lineAt(node.body) ?? line});return $fl.r((`);
			this.visit(node.body, scope, inside, node);
			scope.isReported && this.close(node.end, `))${end}}`);
			return;
		}
		const { body } = node.body;
		declare(body, scope);
		hoist(node.body, scope);
		if (scope.isReported || node === this.wrapper) {
			const first = scope.isReported ? start : 'const $ft=globalThis.$faultline;';
			this.open(afterDirectives(body) ?? node.body.start + 1, `;${first}`);
		}
		this.statements(body, scope, inside);
		scope.isReported && this.end(node.body.end - 1, end);
	}

	/** Not of a constructor: its object is made only there. */
	arguments(node, parent) {
		const names = [...new Set(node.params.flatMap(each => [...patternNames(each)]))].slice(0, mostNames);
		const isMethod =
			isMember(parent) && !parent.static && parent.kind !== 'constructor' && node.type !== 'ArrowFunctionExpression';
		return [...(isMethod ? ['this:this'] : []), ...names].join(',');
	}

	/** After `=>`. */
	arrowOf(node) {
		const { source } = this;
		let at = node.params.at(-1)?.end ?? node.start;
		while (!source.startsWith('=>', at)) {
			const comment = /^(?:\/\/[^\n]*|\/\*[\s\S]*?\*\/)/.exec(
				source.slice(at, at + 2) === '//' || source.slice(at, at + 2) === '/*' ? source.slice(at) : '',
			);
			at += comment === null ? 1 : comment[0].length;
		}
		return at + 2;
	}

	lineAt({ loc: { start } }) {
		return this.lineOf(start.line, start.column);
	}
}

function afterDirectives(body) {
	return body.filter(each => each.directive !== undefined).at(-1)?.end;
}

/** In a block, what is declared by a function cannot be declared once more. */
function hasClash({ body }) {
	if (body.type !== 'BlockStatement') {
		return false;
	}
	const names = body.body.filter(each => each.type === 'FunctionDeclaration').map(each => each.id.name);
	return (
		names.length > 0 && (new Set(names).size < names.length || [...varNames(body)].some(name => names.includes(name)))
	);
}

/** The function that a loader puts around the code of a file: it begins on the first line, and nothing follows it. */
function wrapperOf({ body, end }) {
	const [only] = body.filter(each => each.directive === undefined);
	const { expression } = only?.type === 'ExpressionStatement' && only.end > end - 20 ? only : {};
	const inner = expression?.type === 'ObjectExpression' ? expression.properties[0]?.value : expression;
	return inner !== undefined && functions.has(inner.type) && inner.params.length > 0 ? inner : undefined;
}

function isMember(parent) {
	return parent?.type === 'MethodDefinition' || (parent?.type === 'Property' && parent.method);
}

function isExported({ type }) {
	return type === 'ExportNamedDeclaration' || type === 'ExportDefaultDeclaration';
}

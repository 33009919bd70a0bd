/** The names of functions, as the index of Faultline has them. Nodes are those of ESTree. */
'use strict';

const transparent = new Set(['this', 'prototype', 'exports', 'module', 'window', 'globalThis']);

module.exports = { calleeOf, nameOf, qualified };

/** As the node around a function names it. */
function nameOf(parent, node) {
	switch (parent?.type) {
		case 'VariableDeclarator':
			return parent.init === node && parent.id.type === 'Identifier' ? parent.id.name : undefined;
		case 'AssignmentExpression':
			return parent.right === node ? memberName(parent.left) : undefined;
		case 'AssignmentPattern':
			return parent.right === node && parent.left.type === 'Identifier' ? parent.left.name : undefined;
		case 'Property':
		case 'MethodDefinition':
		case 'PropertyDefinition':
			return parent.value === node ? keyName(parent) : undefined;
		case 'ExportDefaultDeclaration':
			return 'default';
		default:
			return undefined;
	}
}

function keyName({ key, computed }) {
	return computed ? 'computed' : key.type === 'PrivateIdentifier' ? `#${key.name}` : String(key.name ?? key.value);
}

function memberName(node) {
	const names = [];
	let at = node;
	for (; at.type === 'MemberExpression'; at = at.object) {
		names.unshift(at.computed ? '' : at.property.name);
	}
	names.unshift(at.name ?? '');
	return names.filter(each => each !== '' && !transparent.has(each)).join('.') || undefined;
}

/** Of a function that is given to a call: `it('adds')`, which needs no more, or `map(…)`. */
function calleeOf({ callee, arguments: [text] }) {
	const name =
		callee.type === 'SequenceExpression'
			? callee.expressions.at(-1).property?.name
			: memberName(callee.callee ?? callee);
	const shown =
		text?.type === 'Literal' ? text.value : text?.type === 'TemplateLiteral' ? text.quasis[0].value.cooked : undefined;
	return typeof shown === 'string'
		? { name: `${name ?? 'call'}('${shown}')`, isWhole: true }
		: { name: `${name ?? 'call'}(…)`, isWhole: false };
}

function qualified(container, name) {
	return [container, name].filter(each => each !== '' && each !== undefined).join('.');
}

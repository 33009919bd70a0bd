/** Values as short texts with type and size. No code of the program is called: no getter, no proxy's handler, no method of its own. */
'use strict';

const {
	isProxy,
	isDate,
	isMap,
	isSet,
	isRegExp,
	isPromise,
	isTypedArray,
	isArrayBuffer,
	isNativeError,
	isBoxedPrimitive,
} = require('node:util').types;

const longest = 200;
const mostParts = 8;
const { getOwnPropertyDescriptor, getPrototypeOf, prototype: ofObject } = Object;
const { ownKeys, apply } = Reflect;
const { toISOString, getTime } = Date.prototype;
const { toString: textOfPattern } = RegExp.prototype;
const { toString: textOfSymbol } = Symbol.prototype;
const { toString: sourceOf } = Function.prototype;
const { entries: entriesOfMap } = Map.prototype;
const { values: valuesOfSet } = Set.prototype;
const sizeOfMap = getOwnPropertyDescriptor(Map.prototype, 'size').get;
const sizeOfSet = getOwnPropertyDescriptor(Set.prototype, 'size').get;
const lengthOfTyped = getOwnPropertyDescriptor(getPrototypeOf(Uint8Array.prototype), 'length').get;
const { isArray } = Array;
const { stringify } = JSON;

exports.textOf = textOf;
exports.typeOf = typeOf;
exports.messageOf = messageOf;
exports.isShown = value => typeof value !== 'function' && !isNamespace(value);

function textOf(value, depth = 2) {
	const text = whole(value, depth);
	return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

function whole(value, depth) {
	switch (typeof value) {
		case 'string':
			return value.length <= longest ? quoted(value) : `${quoted(value.slice(0, 80))}… (${value.length} characters)`;
		case 'number':
			return Object.is(value, -0) ? '-0' : `${value}`;
		case 'bigint':
			return `${value}n`;
		case 'symbol':
			return apply(textOfSymbol, value, []);
		case 'function':
			return functionText(value);
		case 'object':
			return value === null ? 'null' : objectText(value, depth);
		default:
			return `${value}`;
	}
}

function quoted(text) {
	return `'${stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function functionText(value) {
	if (isProxy(value)) {
		return 'Proxy()';
	}
	const name = own(value, 'name');
	const kind = apply(sourceOf, value, []).startsWith('class') ? 'class' : 'function';
	return typeof name === 'string' && name !== '' ? `${kind} ${name}` : kind;
}

function objectText(value, depth) {
	if (isProxy(value)) {
		return 'Proxy()';
	}
	const name = typeOf(value);
	if (isArray(value)) {
		const text = listText(
			first(value.length, at => own(value, at)),
			value.length,
			depth,
			'[',
			']',
		);
		return name === 'Array' ? text : `${name} ${text}`;
	}
	if (isMap(value)) {
		const size = apply(sizeOfMap, value, []);
		const pairs = depth > 0 ? [...taken(apply(entriesOfMap, value, []))] : [];
		const shown = pairs.map(([key, each]) => `${textOf(key, 0)} => ${textOf(each, depth - 1)}`);
		return `${name}${braced(shown, size)}`;
	}
	if (isSet(value)) {
		const size = apply(sizeOfSet, value, []);
		const parts = depth > 0 ? [...taken(apply(valuesOfSet, value, []))] : [];
		return `${name}${braced(
			parts.map(each => textOf(each, depth - 1)),
			size,
		)}`;
	}
	if (isDate(value)) {
		return Number.isNaN(apply(getTime, value, [])) ? 'Invalid Date' : apply(toISOString, value, []);
	}
	if (isRegExp(value)) {
		return apply(textOfPattern, value, []);
	}
	if (isNativeError(value)) {
		return `${name}(${quoted(messageOf(value))})`;
	}
	if (isTypedArray(value)) {
		const length = apply(lengthOfTyped, value, []);
		return `${name} ${listText(
			first(length, at => value[at]),
			length,
			depth,
			'[',
			']',
		)}`;
	}
	if (isPromise(value) || isArrayBuffer(value) || isBoxedPrimitive(value)) {
		return `${name}()`;
	}
	return fieldsText(value, name, depth);
}

function fieldsText(value, name, depth) {
	const names = ownKeys(value).filter(
		key => typeof key === 'string' && getOwnPropertyDescriptor(value, key)?.enumerable,
	);
	const isPlain = name === 'Object';
	if (names.length === 0) {
		return isPlain ? '{}' : `${name}()`;
	}
	const shown = depth > 0 ? names.slice(0, mostParts).map(key => `${key}: ${fieldText(value, key, depth - 1)}`) : [];
	return `${isPlain ? '' : `${name} `}${braced(shown, names.length)}`;
}

function fieldText(value, key, depth) {
	const field = getOwnPropertyDescriptor(value, key);
	return field !== undefined && 'value' in field ? textOf(field.value, depth) : 'a getter';
}

function listText(values, size, depth, start, end) {
	const shown = depth > 0 ? values.map(each => textOf(each, depth - 1)) : [];
	return start + cut(shown, size) + end;
}

function braced(shown, size) {
	return `{${cut(shown, size)}}`;
}

function cut(shown, size) {
	return [...shown, ...(shown.length < size ? [`… (${size})`] : [])].join(', ');
}

function first(length, get) {
	const found = [];
	for (let at = 0; at < length && at < mostParts; at++) {
		found.push(get(at));
	}
	return found;
}

/** Of an iterator of the language itself. */
function* taken(iterator) {
	for (let n = 0; n < mostParts; n++) {
		const { done, value } = iterator.next();
		if (done) {
			return;
		}
		yield value;
	}
}

/** The value of a field, also of a prototype; undefined for one that is computed. */
function own(value, key) {
	for (let at = value; at !== null && at !== undefined && !isProxy(at); at = getPrototypeOf(at)) {
		const field = getOwnPropertyDescriptor(at, key);
		if (field !== undefined) {
			return field.value;
		}
	}
	return undefined;
}

/** The name of its class. */
function typeOf(value) {
	if (value === null || (typeof value !== 'object' && typeof value !== 'function') || isProxy(value)) {
		return value === null ? 'null' : typeof value;
	}
	const made = own(value, 'constructor');
	const name = typeof made === 'function' && !isProxy(made) ? getOwnPropertyDescriptor(made, 'name')?.value : undefined;
	return typeof name === 'string' && name !== '' ? name : 'Object';
}

function messageOf(error) {
	if (typeof error !== 'object' || error === null) {
		return textOf(error, 1);
	}
	const message = own(error, 'message');
	return typeof message === 'string' ? message.slice(0, longest) : '';
}

function isNamespace(value) {
	return (
		typeof value === 'object' &&
		value !== null &&
		(value === globalThis ||
			value === ofObject ||
			apply(ofObject.toString, isProxy(value) ? {} : value, []) === '[object Module]')
	);
}

import type { Node } from 'web-tree-sitter';
import type { CodeSymbol, LineRange } from '../../../runs/pure/model/symbol';
import type { CallbackData } from '../languages/languageData';
import { callbackName } from './callbackName';
import { followPath } from './nodeSelector';

/** A function that a call names. */
export interface FoundCallback {
	/** The node before which it is added, in the order of the source. */
	readonly argumentsId: number;
	readonly symbol: Omit<CodeSymbol, 'file' | 'container'>;
}

interface Call {
	readonly call: Node;
	/** Path to the name of the called function. */
	readonly callee: string;
	/** The doc comment of what begins in its first line. */
	readonly doc: LineRange | undefined;
}

/** The callback that a call names. `text` is the whole file. */
export function findCallback(at: Call, data: CallbackData, text: string): FoundCallback | undefined {
	const { call } = at;
	const callee = followPath(call, at.callee);
	const [args, first] = callee && data.callees.includes(callee.type) ? argumentsOf(call, data) : [undefined, undefined];
	if (callee === undefined || args === undefined || first === undefined || !data.texts.includes(first.type)) {
		return undefined;
	}
	// A callee that is written out is in one row, and else its last word is the name.
	const [startLine, endLine] = [callee.endPosition.row + 1, call.endPosition.row + 1];
	if (endLine - startLine + 1 < data.leastLines || !hasFunction(call, args, data)) {
		return undefined;
	}
	const whole = { start: call.startIndex, end: callee.endIndex };
	const named = callbackName(text, whole, { start: first.startIndex, end: first.endIndex });
	if (named === undefined) {
		return undefined;
	}
	const doc = startLine === call.startPosition.row + 1 ? at.doc : undefined;
	return {
		argumentsId: args.id,
		symbol: {
			name: named.name,
			kind: 'callback',
			...{ nameLine: startLine, startLine, endLine, headerEndLine: first.endPosition.row + 1 },
			...(doc && { doc }),
			bases: [],
			modifiers: [],
		},
	};
}

/** The arguments, and the first of them. */
function argumentsOf(call: Node, data: CallbackData): [Node | undefined, Node | undefined] {
	const args = followPath(call, data.arguments);
	return [args, args === undefined ? undefined : followPath(args, '(*)')];
}

function hasFunction(call: Node, args: Node, data: CallbackData): boolean {
	return [...args.namedChildren, ...call.namedChildren].some(node => isFunction(node, data));
}

function isFunction(node: Node, data: CallbackData): boolean {
	let inner: Node | undefined = node;
	while (inner !== undefined && !data.functions.includes(inner.type)) {
		const path: string | undefined = data.calls[inner.type];
		const callee: Node | undefined = path === undefined ? undefined : followPath(inner, path);
		inner = callee && data.wrappers?.includes(callee.type) ? argumentsOf(inner, data)[1] : undefined;
	}
	return inner !== undefined;
}

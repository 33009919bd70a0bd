import type { Tool } from '../tools/tool';
import { readArguments, type WrittenArgument } from './callArguments';
import { calledInText, calledTool, isLikeTool } from './calledTool';

/** A call expression in a text, its arguments not yet matched to any tool. */
export interface WrittenCall {
	/** As written, without its object: `search_class`. */
	readonly name: string;
	/** Their positions are those in `inner`. */
	readonly args: readonly WrittenArgument[];
	/** The text after the opening bracket, closing bracket included. */
	readonly inner: string;
	/** Its position in the text; `end` is after its closing bracket. */
	readonly start: number;
	readonly end: number;
}

/** `name(`; markdown may close a code span before the bracket or escape an underscore. */
const callStart = /(?<![\w\\])((?:[A-Za-z_]|\\_)(?:\w|\\_)*)(?:(?:[`*]{1,2}\s?|\s)(?=\(\s*["'“]))?\(/g;
/** The longest call that is read, in characters, and how many are looked at. */
const limits = { length: 8000, calls: 200 };

/** The calls in a text, in order, whose name `counts`. Calls within the arguments of a call are part of these. */
export function writtenCalls(text: string, counts: (name: string) => boolean): WrittenCall[] {
	const calls: WrittenCall[] = [];
	let lastEnd = 0;
	const matches = [...text.matchAll(callStart)].filter(match => counts(match[1] ?? ''));
	for (const match of matches.slice(0, limits.calls)) {
		const at = match.index + match[0].length;
		const read = match.index >= lastEnd ? readArguments(text.slice(at, at + limits.length), 0) : undefined;
		if (read !== undefined) {
			lastEnd = at + read.end;
			const start = objectStart(text, match.index);
			calls.push({ name: match[1] ?? '', args: read.args, inner: text.slice(at, lastEnd), start, end: lastEnd });
		}
	}
	return calls;
}

/** The position of `self.` or `search_api.` before a name. */
function objectStart(text: string, at: number): number {
	const object = /(?<!\w)(?:[A-Za-z_]\w*\.)+$/.exec(text.slice(Math.max(0, at - 80), at));
	return at - (object?.[0].length ?? 0);
}

/** The calls of tools in running text, and of names that were probably meant as tools; definitions are not calls. */
export function toolCallsIn(text: string, tools: readonly Tool[]): WrittenCall[] {
	const isCompound = (name: string) => calledInText(name, tools) !== undefined || isLikeTool(name, tools);
	return writtenCalls(text, name => isCompound(name) || calledTool(name, tools) !== undefined).filter(
		call =>
			(isCompound(call.name) || (isAlone(text, call) && call.args.some(isGiven))) &&
			!isMention(call, tools) &&
			!/\b(?:def|function)\s+$/.test(text.slice(Math.max(0, call.start - 20), call.start)),
	);
}

function isGiven({ keyword, isQuoted }: WrittenArgument): boolean {
	return keyword !== undefined || isQuoted;
}

/** Whether a line holds nothing else: at most a list mark before it, marks of code around it and a stop after it. */
export function isAlone(text: string, { start, end }: Pick<WrittenCall, 'start' | 'end'>): boolean {
	const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
	const lineEnd = text.indexOf('\n', end);
	const after = text.slice(end, lineEnd < 0 ? undefined : lineEnd);
	return /^\s*(?:(?:[-*+]|\d{1,3}[.)])\s+)?(?:[`*]{0,3}|[$>]\s+)$/.test(before) && /^[`*]{0,3}[.;,]?\s*$/.test(after);
}

/** `search_class()`, `search_class(class_name: str)` and `search_class(...)` name a tool without calling it. */
function isMention({ args }: WrittenCall, tools: readonly Tool[]): boolean {
	const parameters = new Set(tools.flatMap(tool => tool.parameters.map(({ name }) => name)));
	const isPlaceholder = ({ text }: WrittenArgument) =>
		parameters.has(text.split(':')[0]?.trim() ?? '') || /^(?:\.\.\.|…|e?s)$/.test(text);
	return args.every(argument => !argument.isQuoted && isPlaceholder(argument));
}

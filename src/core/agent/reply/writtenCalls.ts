import { allTools } from '../../tools/allTools';
import { readArguments, type WrittenArgument } from './callArguments';
import { calledTool, isLikeTool } from './calledTool';

/** A call expression in a text, its arguments not yet fitted to any tool. */
export interface WrittenCall {
	/** As written, without what it is written on: `search_class`. */
	readonly name: string;
	/** Their positions are those in `inner`. */
	readonly args: readonly WrittenArgument[];
	/** What stands behind the opening bracket, closing bracket included. */
	readonly inner: string;
	/** Where it stands in the text; `end` is behind its closing bracket. */
	readonly start: number;
	readonly end: number;
}

/** `name(`, on an object or not; markdown may close a code span before the bracket or escape an underscore. */
const callStart =
	/(?<![\w\\])(?:[A-Za-z_]\w*\.)*((?:[A-Za-z_]|\\_)(?:\w|\\_)*)(?:(?:[`*]{1,2}\s?|\s)(?=\(\s*["'“]))?\(/g;
/** The longest call that is read, in characters. */
const callLimit = 8000;

/** The calls in a text, in order, whose name `counts`. Calls within the arguments of a call are part of these. */
export function writtenCalls(text: string, counts: (name: string) => boolean): WrittenCall[] {
	const calls: WrittenCall[] = [];
	let behind = 0;
	for (const match of text.matchAll(callStart)) {
		const start = match.index;
		const name = match[1] ?? '';
		const at = start + match[0].length;
		const read = start >= behind && counts(name) ? readArguments(text.slice(at, at + callLimit), 0) : undefined;
		if (read !== undefined) {
			behind = at + read.end;
			calls.push({ name, args: read.args, inner: text.slice(at, behind), start, end: behind });
		}
	}
	return calls;
}

/** The calls of tools in running text, and of names that were probably meant as tools; definitions are not calls. */
export function toolCallsIn(text: string): WrittenCall[] {
	return writtenCalls(text, name => calledTool(name) !== undefined || isLikeTool(name)).filter(
		call => !isMention(call) && !/\b(?:def|function)\s+$/.test(text.slice(0, call.start)),
	);
}

/** `search_class()`, `search_class(class_name: str)` and `search_class(...)` name a tool without calling it. */
function isMention({ args }: WrittenCall): boolean {
	const parameters = new Set(allTools.flatMap(tool => tool.parameters.map(({ name }) => name)));
	const isPlaceholder = ({ text }: WrittenArgument) =>
		parameters.has(text.split(':')[0]?.trim() ?? '') || /^(?:\.\.\.|…|e?s)$/.test(text);
	return args.every(argument => !argument.isQuoted && isPlaceholder(argument));
}

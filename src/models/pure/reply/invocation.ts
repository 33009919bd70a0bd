import type { Tool } from '../tools/tool';
import { type BoundCall, bindCall, type GivenArguments, sharesWord } from './boundCall';
import type { WrittenArgument } from './callArguments';
import { calledTool, unknownTool } from './calledTool';
import { type WrittenCall, writtenCalls } from './writtenCalls';

/**
 * Reads one written call, such as `search_method_in_class("save", class_name='Model')`, and ignores the text around it;
 * undefined for text that holds no call.
 */
export function readInvocation(text: string, tools: readonly Tool[]): BoundCall | undefined {
	const calls = writtenCalls(text, () => true);
	const call = calls.find(({ name }) => calledTool(name, tools) !== undefined) ?? calls[0];
	return call === undefined ? undefined : boundInvocation(call, text.slice(call.start, call.end), tools);
}

/** Matches a written call to its tool. */
export function boundInvocation(call: WrittenCall, written: string, tools: readonly Tool[]): BoundCall {
	const tool = calledTool(call.name, tools);
	return tool === undefined
		? { problem: unknownTool(call.name, tools) }
		: bindCall(tool, givenArguments(tool, call), { name: call.name, text: written });
}

function givenArguments(tool: Tool, call: WrittenCall): GivenArguments {
	const args = codeForKeywords(tool, call);
	const isNamed = ({ keyword }: WrittenArgument) => keyword !== undefined;
	return {
		positional: args.filter(each => !isNamed(each)).map(givenValue),
		named: Object.fromEntries(args.filter(isNamed).map(each => [each.keyword, givenValue(each)])),
	};
}

/**
 * `search_code(stale = True)` looks for code: an unquoted value is an argument's only if a parameter has such a name.
 */
function codeForKeywords({ parameters }: Tool, { args, inner }: WrittenCall): WrittenArgument[] {
	return args.map(({ keyword, ...argument }) => {
		const isKeyword =
			keyword !== undefined &&
			(argument.isQuoted ||
				parameters.some(({ name, aliases = [] }) => sharesWord(keyword, name) || aliases.includes(keyword)));
		if (isKeyword) {
			return { ...argument, keyword };
		}
		return keyword === undefined ? argument : { ...argument, text: inner.slice(argument.start, argument.end).trim() };
	});
}

/** An unquoted `None` leaves an argument out. */
function givenValue({ text, isQuoted }: WrittenArgument): string | undefined {
	return !isQuoted && /^(?:None|null|undefined)$/.test(text) ? undefined : text;
}

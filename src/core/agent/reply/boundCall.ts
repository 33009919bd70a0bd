import { plain, wordsOf } from '../../search/names/nearNames';
import type { Tool } from '../../tools/tool';
import { bindArguments, signatureOf } from '../../tools/toolArguments';
import type { ReadCall } from './agentReply';

/** A call that can be made, or one sentence on why it cannot. */
export type BoundCall = { readonly call: ReadCall } | { readonly problem: string };

export interface GivenArguments {
	/** `undefined` leaves one out. */
	readonly positional: readonly unknown[];
	readonly named: Readonly<Record<string, unknown>>;
}

/**
 * Matches arguments to a tool's parameters. A wrong name (`file_path`) is matched to the parameter that it shares a
 * word with.
 */
export function bindCall(tool: Tool, { positional, named }: GivenArguments, written: string): BoundCall {
	const names = tool.parameters.map(({ name }) => name);
	const wrong = countProblem(names, { positional, named });
	if (wrong !== undefined) {
		return { problem: `${tool.name}: ${wrong}. Call it as ${signatureOf(tool)}.` };
	}
	const given = {
		...Object.fromEntries(positional.map((value, at) => [names[at] ?? '', value])),
		...renamed(named, names.slice(positional.length)),
	};
	const bound = bindArguments(tool, given);
	return 'problem' in bound ? bound : { call: { tool: tool.name, args: bound.args, written } };
}

function countProblem(names: readonly string[], { positional, named }: GivenArguments): string | undefined {
	const nGiven = positional.length + Object.keys(named).length;
	if (nGiven > names.length) {
		return `${nGiven} arguments given, it takes ${names.length}`;
	}
	const twice = names.slice(0, positional.length).filter(name => name in named);
	return twice.length > 0 ? `${twice.join(', ')} is given twice` : undefined;
}

/** Gives each argument the name of a free parameter, the closest in meaning first. */
function renamed(named: Readonly<Record<string, unknown>>, parameters: readonly string[]): Record<string, unknown> {
	const free = new Set(parameters);
	const left = new Map(Object.entries(named));
	const found: Record<string, unknown> = {};
	for (const fits of [isSame, sharesWord]) {
		for (const [name, value] of left) {
			const parameter = [...free].find(each => fits(name, each));
			if (parameter !== undefined) {
				found[parameter] = value;
				free.delete(parameter);
				left.delete(name);
			}
		}
	}
	return found;
}

function isSame(written: string, parameter: string): boolean {
	return plain(written) === plain(parameter);
}

/** `file_path` and `file_name`, `line` and `line_number`. */
export function sharesWord(written: string, parameter: string): boolean {
	const words = wordsOf(parameter);
	return [...wordsOf(written)].some(word => words.has(word));
}

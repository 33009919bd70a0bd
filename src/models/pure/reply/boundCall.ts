import { plain, wordsOf } from '../../../code/pure/search/names/nearNames';
import type { CalledAs, ToolArgs, ToolParameter } from '../tools/tool';
import { bindArguments, signatureOf } from '../tools/toolArguments';
import type { ReadCall } from './agentReply';
import { isOwnName } from './calledTool';

/** A call that can be made, with the names of the arguments that are dropped, or one sentence on why it cannot. */
export type BoundCall = { readonly call: ReadCall; readonly dropped: readonly string[] } | { readonly problem: string };

export interface GivenArguments {
	/** `undefined` leaves one out. */
	readonly positional: readonly unknown[];
	readonly named: Readonly<Record<string, unknown>>;
}

/** A call of a tool as it was written. */
export interface CallText {
	readonly name: string;
	readonly text: string;
}

/**
 * Matches arguments to a tool's parameters. A wrong name (`path`) is matched to the parameter that has it as an alias
 * or shares a word with it; a class beside a method's name qualifies that. A call by a name that such a tool has
 * elsewhere may have arguments that this one does not take: they are dropped.
 */
export function bindCall(tool: CalledAs, { positional, named }: GivenArguments, written: CallText): BoundCall {
	const isForeign = !isOwnName(written.name, tool);
	const names = tool.parameters.map(({ name }) => name);
	const free = tool.parameters.slice(positional.length);
	const { found, left } = withClasses(renamed(withElements(tool, named), free), free);
	const wrong = isForeign ? undefined : countProblem(names, { positional, named });
	if (wrong !== undefined) {
		return { problem: `${tool.name}: ${wrong}. Call it as ${signatureOf(tool)}.` };
	}
	const given = {
		...Object.fromEntries(positional.slice(0, names.length).map((value, at) => [names[at] ?? '', value])),
		...found,
		...(isForeign ? {} : left),
	};
	const bound = bindArguments(tool, given);
	if ('problem' in bound) {
		return bound;
	}
	const call = { tool: tool.name, args: bound.args, written: written.text };
	return isForeign
		? { call: { ...call, remark: `Read as ${callText(tool, bound.args)}.` }, dropped: Object.keys(left) }
		: { call, dropped: [] };
}

/** `read_lines("a.x", 10, 20)`, without arguments that have their default value. */
function callText({ name, parameters }: CalledAs, args: ToolArgs): string {
	const isDefault = (each: ToolParameter) => args[each.name] === each.default;
	const last = parameters.findLastIndex(each => !isDefault(each));
	return `${name}(${parameters
		.slice(0, last + 1)
		.map(each => JSON.stringify(args[each.name]))
		.join(', ')})`;
}

/** The elements of lists by the names that parameters have for them. */
function withElements(
	{ parameters }: CalledAs,
	named: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
	const aliases = parameters.flatMap(parameter => parameter.aliases ?? []);
	return Object.fromEntries(
		Object.entries(named).flatMap(([name, value]) => {
			const elements = aliases.includes(`${name}.0`) ? elementsOf(value) : undefined;
			return elements?.map((each, at) => [`${name}.${at}`, each] as const) ?? [[name, value] as const];
		}),
	);
}

/** The elements of a list, and the two numbers of `140-170`. */
function elementsOf(value: unknown): readonly unknown[] | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	const range = /^\[?(\d{1,9})\s{0,4}(?:[-–,:]|to)\s{0,4}(-?\d{1,9})\]?$/.exec(text);
	return Array.isArray(value) ? value : (range?.slice(1) ?? undefined);
}

function countProblem(names: readonly string[], { positional, named }: GivenArguments): string | undefined {
	const nGiven = positional.length + Object.keys(named).length;
	if (nGiven > names.length) {
		return `${nGiven} arguments given, it takes ${names.length}`;
	}
	const twice = names.slice(0, positional.length).filter(name => name in named);
	return twice.length > 0 ? `${twice.join(', ')} is given twice` : undefined;
}

type Renamed = Readonly<Record<'found' | 'left', Readonly<Record<string, unknown>>>>;

/** Gives each argument the name of a free parameter, the closest in meaning first; those that fit none are `left`. */
function renamed(named: Readonly<Record<string, unknown>>, parameters: readonly ToolParameter[]): Renamed {
	const found: Record<string, unknown> = {};
	const left = new Map(Object.entries(named));
	for (const find of [sameName, aliasOf, nameOfSameWord]) {
		for (const parameter of parameters.filter(({ name }) => !(name in found))) {
			const name = find(parameter, [...left.keys()]);
			if (name !== undefined) {
				found[parameter.name] = left.get(name);
				left.delete(name);
			}
		}
	}
	return { found, left: Object.fromEntries(left) };
}

/**
 * If a parameter also takes the name of a class, one that is `left` is of the method that it was given:
 * `OrderBook.cancel`.
 */
function withClasses({ found, left }: Renamed, parameters: readonly ToolParameter[]): Renamed {
	const parameter = parameters.find(({ aliases = [] }) => aliases.some(namesClass));
	const method = parameter && found[parameter.name];
	const name = Object.keys(left).find(namesClass);
	const owner = name === undefined ? undefined : left[name];
	if (
		parameter === undefined ||
		name === undefined ||
		!isOneName(owner) ||
		!isOneName(method) ||
		/[.:#]/.test(method)
	) {
		return { found, left };
	}
	const { [name]: _used, ...rest } = left;
	return { found: { ...found, [parameter.name]: `${owner}.${method}` }, left: rest };
}

function namesClass(name: string): boolean {
	return wordsOf(name).has('class');
}

function isOneName(value: unknown): value is string {
	return typeof value === 'string' && /^\S+$/.test(value);
}

function sameName({ name }: ToolParameter, written: readonly string[]): string | undefined {
	return written.find(each => plain(each) === plain(name));
}

/** The aliases that come first are preferred. */
function aliasOf({ aliases = [] }: ToolParameter, written: readonly string[]): string | undefined {
	return aliases.flatMap(alias => written.find(each => plain(each) === plain(alias)) ?? [])[0];
}

function nameOfSameWord({ name }: ToolParameter, written: readonly string[]): string | undefined {
	return written.find(each => sharesWord(each, name));
}

/** `file_path` and `file_name`, `line` and `line_number`. */
export function sharesWord(written: string, parameter: string): boolean {
	const words = wordsOf(parameter);
	return [...wordsOf(written)].some(word => words.has(word));
}

import { editDistance, nearNames, plain } from '../../../code/pure/search/names/nearNames';
import type { CalledAs } from '../tools/tool';
import { signatureOf } from '../tools/toolArguments';
import type { EndingTool } from '../tools/toolset';

/**
 * The tool a model means by a name: on any object, in any case, by a name that such a tool has elsewhere, or by a name
 * with a few other letters if no second tool is as near.
 */
export function calledTool<T extends CalledAs>(written: string, tools: readonly T[]): T | undefined {
	const known = namedTool(written, tools) ?? tools.find(({ aliases = [] }) => hasName(aliases, written));
	return known ?? misspelled(written, tools);
}

/** Whether a name is that of the tool that ends a model's work, in any case or with a few other letters. */
export function isEndingName(written: string, { tools, ending }: NamedTools): boolean {
	const all = ending === undefined ? tools : [...tools, ending];
	return ending !== undefined && (namedTool(written, all) ?? misspelled(written, all)) === ending;
}

interface NamedTools {
	readonly tools: readonly Pick<CalledAs, 'name'>[];
	readonly ending?: Pick<CalledAs, 'name'>;
}

/** Shorter names are near to too many others. */
const misspelledLength = 8;
const mostEdits = 2;

function misspelled<T extends Pick<CalledAs, 'name'>>(written: string, tools: readonly T[]): T | undefined {
	const wanted = plain(lastName(written));
	const near = tools.flatMap(tool => {
		const nEdits = wanted.length < misspelledLength ? undefined : editDistance(wanted, plain(tool.name), mostEdits);
		return nEdits === undefined ? [] : [{ tool, nEdits }];
	});
	const least = Math.min(...near.map(({ nEdits }) => nEdits));
	const [only, ...others] = near.filter(({ nEdits }) => nEdits === least);
	return others.length === 0 ? only?.tool : undefined;
}

/** Likewise in running text, in which a single word with a bracket, such as `open(`, is more often the code's own. */
export function calledInText<T extends CalledAs>(written: string, tools: readonly T[]): T | undefined {
	const compounds = tools.find(({ aliases = [] }) =>
		hasName(
			aliases.filter(alias => alias.includes('_')),
			written,
		),
	);
	return (
		namedTool(written, tools) ?? compounds ?? (isLikeTool(written, tools) ? misspelled(written, tools) : undefined)
	);
}

/** Whether the tool has that name itself, rather than elsewhere. */
export function isOwnName(written: string, tool: Pick<CalledAs, 'name'>): boolean {
	return hasName([tool.name], written);
}

/** One sentence about an unknown tool: the tools with similar names, or all tools and the one a model ends with. */
export function unknownTool(
	written: string,
	tools: readonly CalledAs[],
	ending?: Pick<EndingTool<unknown>, 'name' | 'field'>,
): string {
	const name = lastName(written);
	const ends = ending === undefined ? [] : [`${ending.name}(${ending.field})`];
	const near = likeTools(written, tools);
	const named = tools.filter(tool => near.length === 0 || near.includes(tool.name)).map(signatureOf);
	const all = near.length === 0 ? [...named, ...ends] : named;
	const kind = near.length === 0 ? 'there are' : 'similar';
	return `There is no tool "${name}"${all.length === 0 ? '' : `; ${kind}: ${all.join(', ')}`}.`;
}

function namedTool<T extends Pick<CalledAs, 'name'>>(written: string, tools: readonly T[]): T | undefined {
	const name = lastName(written);
	return tools.find(tool => tool.name === name) ?? tools.find(tool => isOwnName(written, tool));
}

function hasName(names: readonly string[], written: string): boolean {
	const wanted = plain(lastName(written));
	return names.some(name => plain(name) === wanted);
}

/** Whether a name that is no tool was probably meant as one: `search_file`, but not `get_name`. */
export function isLikeTool(written: string, tools: readonly CalledAs[]): boolean {
	const [first = '', ...more] = lastName(written).split('_');
	const nAlike = tools.filter(tool => tool.name.startsWith(`${first}_`)).length;
	// A verb that several tools share invites names like theirs.
	return more.length > 0 && (nAlike > 1 || (nAlike === 1 && likeTools(written, tools).length > 0));
}

function likeTools(written: string, tools: readonly CalledAs[]): string[] {
	return nearNames(
		lastName(written),
		tools.map(tool => tool.name),
		3,
	);
}

/** `self.search_class`, `search_api.search_class` and markdown's `search\_class` are `search_class`. */
function lastName(written: string): string {
	return written.replaceAll('\\', '').split('.').at(-1)?.trim() ?? '';
}

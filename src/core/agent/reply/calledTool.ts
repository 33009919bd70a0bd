import { nearNames, plain } from '../../search/names/nearNames';
import type { Tool } from '../../tools/tool';
import { signatureOf } from '../../tools/toolArguments';

/** The tool a model means by a name: whatever object it is written on, whatever its case. Only existing tools count. */
export function calledTool(written: string, tools: readonly Tool[]): Tool | undefined {
	const name = lastName(written);
	return tools.find(tool => tool.name === name) ?? tools.find(tool => plain(tool.name) === plain(name));
}

/** One sentence about an unknown tool: the tools with similar names, or all tools. */
export function unknownTool(written: string, tools: readonly Tool[]): string {
	if (tools.length === 0) {
		return `There is no tool "${lastName(written)}".`;
	}
	const near = likeTools(written, tools);
	const named = tools.filter(tool => near.length === 0 || near.includes(tool.name)).map(signatureOf);
	return `There is no tool "${lastName(written)}"; ${near.length === 0 ? 'there are' : 'similar'}: ${named.join(', ')}.`;
}

/** Whether a name that is no tool was probably meant as one: `search_file`, but not `get_name`. */
export function isLikeTool(written: string, tools: readonly Tool[]): boolean {
	const [first = '', ...more] = lastName(written).split('_');
	const nAlike = tools.filter(tool => tool.name.startsWith(`${first}_`)).length;
	// A verb that several tools share invites names like theirs.
	return more.length > 0 && (nAlike > 1 || (nAlike === 1 && likeTools(written, tools).length > 0));
}

function likeTools(written: string, tools: readonly Tool[]): string[] {
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

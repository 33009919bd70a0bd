import { nearNames, plain } from '../../search/nearNames';
import { allTools } from '../../tools/allTools';
import type { Tool } from '../../tools/tool';
import { signatureOf } from '../../tools/toolArguments';

/** The tool a model means by a name: whatever object it is written on, whatever its case. Only tools there are count. */
export function calledTool(written: string): Tool | undefined {
	const name = lastName(written);
	return allTools.find(tool => tool.name === name) ?? allTools.find(tool => plain(tool.name) === plain(name));
}

/** One sentence on a name that is no tool: which are like it, or which there are. */
export function unknownTool(written: string): string {
	const near = likeTools(written);
	const named = allTools.filter(tool => near.length === 0 || near.includes(tool.name)).map(signatureOf);
	return `There is no tool "${lastName(written)}"; ${near.length === 0 ? 'there are' : 'similar'}: ${named.join(', ')}.`;
}

/** Whether a name that is no tool was probably meant as one: `search_file`, but not `get_name`. */
export function isLikeTool(written: string): boolean {
	const [first = '', ...more] = lastName(written).split('_');
	const isVerb = allTools.some(tool => tool.name.startsWith(`${first}_`));
	return isVerb && more.length > 0 && (first === 'search' || likeTools(written).length > 0);
}

function likeTools(written: string): string[] {
	return nearNames(
		lastName(written),
		allTools.map(tool => tool.name),
		3,
	);
}

/** `self.search_class`, `search_api.search_class` and markdown's `search\_class` are `search_class`. */
function lastName(written: string): string {
	return written.replaceAll('\\', '').split('.').at(-1)?.trim() ?? '';
}

import { nearNames } from '../../../code/pure/search/names/nearNames';
import type { ToolAnswer } from '../../../runs/pure/model/toolAnswer';
import type { Tool, ToolContext } from './tool';
import { bindArguments, signatureOf } from './toolArguments';

/**
 * Calls one of some tools by name with named arguments, checked first. A wrong call is answered with how to call it
 * correctly; only an aborted signal and internal errors throw.
 */
export async function callTool(
	tools: readonly Tool[],
	name: string,
	given: Readonly<Record<string, unknown>>,
	context: ToolContext,
): Promise<ToolAnswer> {
	const tool = tools.find(each => each.name === name.trim());
	if (tool === undefined) {
		return failed(unknownTool(tools, name));
	}
	const bound = bindArguments(tool, given);
	return 'problem' in bound ? failed(bound.problem) : tool.run(bound.args, context);
}

function unknownTool(tools: readonly Tool[], name: string): string {
	if (tools.length === 0) {
		return `There is no tool "${name}".`;
	}
	const near = nearNames(
		name,
		tools.map(tool => tool.name),
		3,
	);
	const named = tools.filter(tool => near.length === 0 || near.includes(tool.name));
	return [
		`There is no tool "${name}". ${near.length === 0 ? 'There are:' : 'Similar:'}`,
		...named.map(signatureOf),
	].join('\n');
}

function failed(text: string): ToolAnswer {
	return { ok: false, text, places: [] };
}

import { nearNames } from '../search/nearNames';
import type { Workspace } from '../workspace';
import { allTools } from './allTools';
import type { ToolAnswer } from './tool';
import { bindArguments, signatureOf } from './toolArguments';

/**
 * Calls a tool by name with named arguments, checked first. A wrong call is an answer that says how to call it right;
 * only an aborted signal and a defect of ours throw.
 */
export async function callTool(
	name: string,
	given: Readonly<Record<string, unknown>>,
	workspace: Workspace,
	signal?: AbortSignal,
): Promise<ToolAnswer> {
	const tool = allTools.find(each => each.name === name.trim());
	if (tool === undefined) {
		return failed(unknownTool(name));
	}
	const bound = bindArguments(tool, given);
	return 'problem' in bound ? failed(bound.problem) : tool.run(bound.args, workspace, signal);
}

function unknownTool(name: string): string {
	const near = nearNames(
		name,
		allTools.map(tool => tool.name),
		3,
	);
	const named = allTools.filter(tool => near.length === 0 || near.includes(tool.name));
	return [
		`There is no tool "${name}". ${near.length === 0 ? 'There are:' : 'Similar:'}`,
		...named.map(signatureOf),
	].join('\n');
}

function failed(text: string): ToolAnswer {
	return { ok: false, text, places: [] };
}

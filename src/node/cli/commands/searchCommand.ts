import { nearNames } from '../../../core/search/names/nearNames';
import { callTool } from '../../../core/tools/callTool';
import { searchTools } from '../../../core/tools/searchTools';
import type { Tool, ToolArgs } from '../../../core/tools/tool';
import { signatureOf } from '../../../core/tools/toolArguments';
import { type Command, UsageError, workspaceOption } from '../command';
import { openCliWorkspace, requireFiles, workspaceFolder } from '../openCliWorkspace';
import help from './searchHelp.md';

/** `faultline search`: one search tool, as a model sees it. */
export const searchCommand: Command = {
	name: 'search',
	help: `${help.trimEnd()}\n${searchTools.map(tool => `  ${usageOf(tool)}`).join('\n')}\n`,
	options: workspaceOption,
	async run(call) {
		const [name, ...given] = call.positionals;
		const tool = findTool(name);
		const args = positionalArguments(tool, given);
		const folder = workspaceFolder(call);
		const opened = await openCliWorkspace(folder, call, { isForOneSearch: true });
		requireFiles(opened, folder);
		const { workspace } = opened;
		const { ok, text, places } = await callTool(searchTools, tool.name, args, { workspace, signal: call.signal });
		if (call.values.json) {
			call.terminal.printJson({ tool: tool.name, args, ok, text, locations: places });
		} else {
			call.terminal.print(text);
		}
		return ok ? 0 : 1;
	},
};

function findTool(name: string | undefined): Tool {
	const tool = searchTools.find(each => each.name === name);
	if (tool !== undefined) {
		return tool;
	}
	const names = searchTools.map(each => each.name);
	const near = name === undefined ? [] : nearNames(name, names, 3);
	const problem = name === undefined ? 'search needs a tool' : `Unknown tool "${name}"`;
	throw new UsageError(
		`${problem}. ${near.length === 0 ? 'Tools' : 'Similar'}: ${(near.length === 0 ? names : near).join(', ')}.`,
	);
}

function positionalArguments(tool: Tool, given: readonly string[]): ToolArgs {
	const nRequired = tool.parameters.filter(parameter => parameter.default === undefined).length;
	if (given.length < nRequired || given.length > tool.parameters.length) {
		throw new UsageError(`Usage: faultline search ${usageOf(tool)}, that is ${signatureOf(tool)}.`);
	}
	return Object.fromEntries(given.map((value, at) => [tool.parameters[at]?.name ?? '', value]));
}

/** `get_code_around_line FILE_NAME LINE_NUMBER [WINDOW_SIZE]`. */
function usageOf({ name, parameters }: Tool): string {
	const words = parameters.map(parameter => {
		const word = parameter.name.toUpperCase();
		return parameter.default === undefined ? word : `[${word}]`;
	});
	return [name, ...words].join(' ');
}

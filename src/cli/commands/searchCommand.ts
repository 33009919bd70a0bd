import { withSoundIndex } from '../../code/pure/index/tables/damagedIndex';
import { nearNames } from '../../code/pure/search/names/nearNames';
import type { FileHits } from '../../code/pure/search/text/textHit';
import { type StrategyTools, strategyTools, toolsOfStrategy } from '../../engine/strategies/strategyTools';
import { extentNotes } from '../../history/pure/extentNotes';
import { callTool } from '../../models/pure/tools/callTool';
import type { Tool, ToolArgs } from '../../models/pure/tools/tool';
import { signatureOf } from '../../models/pure/tools/toolArguments';
import { historyTools } from '../../models/pure/tools/toolTable';
import { Disposals } from '../../system/pure/disposing/disposals';
import { UserError } from '../../system/pure/errors/userError';
import { codeSearchOptions } from '../codeSearchOption';
import {
	type Command,
	type CommandCall,
	type SearchedWorkspace,
	textOption,
	UsageError,
	workspaceOption,
} from '../command';
import { openCliWorkspace, requireFiles, workspaceFolder } from '../openCliWorkspace';
import { FirstHits } from '../output/firstHits';
import help from './searchHelp.md';

/** `faultline search`: one search tool of a strategy, as a model sees it, over all files. */
export const searchCommand: Command = {
	name: 'search',
	help: `${help.trimEnd()}\n\n${strategyTools.map(toolHelp).join('\n\n')}\n`,
	options: { ...workspaceOption, ...codeSearchOptions, strategy: { type: 'string' } },
	async run(call) {
		const [name, ...given] = call.positionals;
		const own = toolsFor(textOption(call.values, 'strategy'));
		const tool = findTool(own, name);
		const args = positionalArguments(tool, given);
		const folder = workspaceFolder(call);
		using all = new Disposals();
		const { workspace, answer } = await withSoundIndex(call.log, async () => {
			const opened = await open(folder, call, all);
			requireFiles(opened, folder);
			const { workspace } = opened;
			const first = new FirstHits(call.terminal);
			const context = { workspace, signal: call.signal, onHits: (found: FileHits) => first.add(found) };
			const answer = await callTool(own.tools, tool.name, args, context).finally(() => first.end());
			return { workspace, answer };
		});
		const { ok, text, places } = answer;
		if (call.values.json) {
			call.terminal.printJson({ tool: tool.name, args, ok, text, locations: places });
		} else {
			call.terminal.print(text);
		}
		if (ok && historyTools.includes(tool) && workspace.history !== undefined) {
			extentNotes(await workspace.history.extent(call.signal)).forEach(note => {
				call.terminal.note(note);
			});
		}
		return ok ? 0 : 1;
	},
};

async function open(folder: string, call: CommandCall, all: Disposals): Promise<SearchedWorkspace> {
	if (call.open !== undefined) {
		return call.open();
	}
	const opened = await openCliWorkspace(folder, call, { isForOneSearch: true });
	all.add(opened);
	return opened;
}

function toolsFor(strategy: string | undefined): StrategyTools {
	try {
		return strategy === undefined ? strategyTools[0] : toolsOfStrategy(strategy);
	} catch (error) {
		throw error instanceof UserError ? new UsageError(error.message) : error;
	}
}

function findTool({ strategy, tools }: StrategyTools, name: string | undefined): Tool {
	const tool = tools.find(each => each.name === name);
	if (tool !== undefined) {
		return tool;
	}
	const other = strategyTools.find(each => each.tools.some(each => each.name === name));
	if (other !== undefined) {
		throw new UsageError(`"${name}" is a tool of --strategy ${other.strategy}, not of ${strategy}.`);
	}
	const names = tools.map(each => each.name);
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

/** The tools of the default strategy are listed once. */
function toolHelp({ strategy, tools }: StrategyTools, at: number): string {
	const [usual] = strategyTools;
	const hasUsual = at > 0 && usual.tools.every(tool => tools.includes(tool));
	const own = hasUsual ? tools.filter(tool => !usual.tools.includes(tool)) : tools;
	const title = hasUsual ? `Tools of ${strategy}: those of ${usual.strategy}, and` : `Tools of ${strategy}:`;
	return [title, ...own.map(tool => `  ${usageOf(tool)}`)].join('\n');
}

/** `get_code_around_line FILE_NAME LINE_NUMBER [WINDOW_SIZE]`. */
function usageOf({ name, parameters }: Tool): string {
	const words = parameters.map(parameter => {
		const word = parameter.name.toUpperCase();
		return parameter.default === undefined ? word : `[${word}]`;
	});
	return [name, ...words].join(' ');
}

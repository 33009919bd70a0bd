import { withSoundIndex } from '../code/pure/index/tables/damagedIndex';
import type { Brevity } from '../code/pure/search/searchContext';
import { blameTool } from '../models/pure/tools/history/blameTool';
import { searchCommitsTool } from '../models/pure/tools/history/searchCommitsTool';
import { symbolHistoryTool } from '../models/pure/tools/history/symbolHistoryTool';
import { listFilesTool } from '../models/pure/tools/reading/listFilesTool';
import { outlineTool } from '../models/pure/tools/reading/outlineTool';
import { readLinesTool } from '../models/pure/tools/reading/readLinesTool';
import { findReferencesTool } from '../models/pure/tools/search/findReferencesTool';
import { searchCodeTool } from '../models/pure/tools/search/searchCodeTool';
import { searchDefinitionTool } from '../models/pure/tools/search/searchDefinitionTool';
import type { Tool, ToolArgs, ToolParameter } from '../models/pure/tools/tool';
import { textArgument } from '../models/pure/tools/toolArguments';
import type { FoundPlace } from '../runs/pure/model/foundPlace';
import type { ToolAnswer } from '../runs/pure/model/toolAnswer';
import type { NextCall, PublicTool } from './publicTool';
import searchCommits from './searchCommits.md';
import searchDefinition from './searchDefinition.md';
import searchWords from './searchWords.md';

/** A client reads what it wants to see more of. */
const brief: Brevity = { linesAround: 0, definition: { nLines: 80, nCharacters: 4000 } };

/** How many lines to show around each hit, as `grep -C`. */
const linesAround: ToolParameter = {
	...{ name: 'context', type: 'integer', default: 0 },
	aliases: ['context_lines', 'lines_around', 'before_context', 'after_context'],
};

const mostAround = 30;

/** Limit for the places of an answer as data for programs: models read the text. */
const mostPlaces = 20;

interface Offered {
	readonly title: string;
	/** Present if the agent's own describes features that only a run of Faultline has. */
	readonly description?: string;
	readonly shellDoes?: true;
	/** Present if they are not the agent's own. */
	readonly parameters?: readonly ToolParameter[];
	/** A useful call after an answer. */
	next?(answer: ToolAnswer): NextCall | undefined;
	/** And after one that found nothing. */
	otherwise?(args: ToolArgs): NextCall | undefined;
}

const byShell = { shellDoes: true } as const;

/** The tools with which agents search and read code and its history, under the names that their answers use. */
export const searchingTools: readonly PublicTool[] = [
	offered(searchDefinitionTool, {
		title: 'Search Definition',
		description: searchDefinition,
		otherwise: args => searchWordsFor(textArgument(args, 'symbol')),
	}),
	offered(searchCodeTool, {
		...{ title: 'Search Code', description: searchWords, parameters: [...searchCodeTool.parameters, linesAround] },
		otherwise: ({ query = '', path }) =>
			path === '' ? undefined : { tool: 'search_code', args: { query }, why: 'to search everywhere' },
	}),
	offered(findReferencesTool, {
		title: 'Find References',
		otherwise: args => searchWordsFor(textArgument(args, 'name')),
	}),
	offered(outlineTool, { ...byShell, title: 'Outline', otherwise: listLike }),
	offered(readLinesTool, { ...byShell, title: 'Read Lines', otherwise: listLike }),
	offered(listFilesTool, { ...byShell, title: 'List Files' }),
	offered(searchCommitsTool, { ...byShell, title: 'Search Commits', description: searchCommits }),
	offered(symbolHistoryTool, { ...byShell, title: 'Symbol History', next: showCommit }),
	offered(blameTool, { ...byShell, title: 'Blame', next: showCommit }),
];

function offered(tool: Tool, { title, shellDoes, next, otherwise, ...own }: Offered): PublicTool {
	const { description = tool.description, parameters = tool.parameters } = own;
	return {
		...{ name: tool.name, aliases: tool.aliases ?? [], parameters, title, description },
		...(shellDoes && { shellDoes }),
		async run(args, { open, log, signal }) {
			const brevity = { ...brief, linesAround: Math.min(mostAround, Math.max(0, Number(args[linesAround.name] ?? 0))) };
			const answer = await withSoundIndex(log, async () =>
				tool.run(args, { workspace: await open(), signal, brevity }),
			);
			const { ok, text, places } = answer;
			const call = ok ? next?.(answer) : otherwise?.(args);
			const data = { locations: places.slice(0, mostPlaces).map(placeData), nLocations: places.length };
			return { ok, text, places, data, ...(call && { next: call }) };
		},
	};
}

/** Without the keys that only the run's views use. */
export function placeData({ file, startLine, endLine, class: owner, method }: FoundPlace): FoundPlace {
	return { file, startLine, endLine, ...(owner !== undefined && { class: owner }), ...(method && { method }) };
}

/** Fewer lines of code are hard to understand. */
const fewLines = 20;

/** The call that reads a place, with the code around it if it is short. */
export function readCall({ file, startLine, endLine }: FoundPlace, why: string): NextCall {
	const around = Math.max(0, Math.ceil((fewLines - (endLine - startLine + 1)) / 2));
	const range = { start_line: Math.max(1, startLine - around), end_line: endLine + around };
	return { tool: 'read_lines', args: { file_name: file, ...range }, why };
}

function searchWordsFor(query: string): NextCall {
	return { tool: 'search_code', args: { query }, why: 'to search for the words instead' };
}

/** The files whose names are like the one that was not found. */
function listLike(args: ToolArgs): NextCall {
	const name = textArgument(args, 'file_name').split('/').at(-1) ?? '';
	return { tool: 'list_files', args: { pattern: name }, why: 'to find a file by its name' };
}

function showCommit({ text }: ToolAnswer): NextCall | undefined {
	const [hash] = /\b[0-9a-f]{7,40}\b/.exec(text) ?? [];
	return hash === undefined
		? undefined
		: { tool: 'search_commits', args: { query: hash }, why: 'to see all that it changed' };
}

import { blameTool } from './history/blameTool';
import { searchCommitsTool } from './history/searchCommitsTool';
import { symbolHistoryTool } from './history/symbolHistoryTool';
import { closeDefinitionTool } from './memory/closeDefinitionTool';
import { takeNoteTool } from './memory/takeNoteTool';
import { getCodeAroundLineTool } from './reading/getCodeAroundLineTool';
import { listFilesTool } from './reading/listFilesTool';
import { outlineTool } from './reading/outlineTool';
import { readLinesTool } from './reading/readLinesTool';
import { findReferencesTool } from './search/findReferencesTool';
import { nameSearches } from './search/nameSearches';
import { searchCodeInFileTool } from './search/searchCodeInFileTool';
import { searchCodeTool, searchTextTool } from './search/searchCodeTool';
import { searchDefinitionTool } from './search/searchDefinitionTool';
import { searchRegexTool } from './search/searchRegexTool';
import type { Tool } from './tool';
import type { Toolset } from './toolset';

// The tools that change nothing of the code, in sets. The first one of a set is the example in prompts. Those that act on
// a scratch copy are in `actions/actionTools`.

/** The search APIs of AutoCodeRover, and the tools that read files. */
export const searchTools: readonly Tool[] = [
	...[...nameSearches, searchTextTool, searchCodeInFileTool, searchRegexTool, findReferencesTool],
	...[readLinesTool, getCodeAroundLineTool, outlineTool, listFilesTool],
];

/** The tools that read the code in Code Researcher's investigation. */
export const researcherTools: readonly Tool[] = [
	...[searchDefinitionTool, searchCodeTool, findReferencesTool, outlineTool, readLinesTool],
];

/** The tools that read the history of the code. */
export const historyTools: readonly Tool[] = [searchCommitsTool, symbolHistoryTool, blameTool];

/** The tools that change the working memory of a trajectory. */
export const memoryTools: readonly Tool[] = [closeDefinitionTool, takeNoteTool];

/** For a stage whose answers are texts, and which may search the code. */
export const codeSearches: Toolset<never> = {
	tools: searchTools,
	callNoun: { one: 'search', many: 'searches' },
};

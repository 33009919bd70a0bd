import { getCodeAroundLineTool } from './reading/getCodeAroundLineTool';
import { listFilesTool } from './reading/listFilesTool';
import { outlineTool } from './reading/outlineTool';
import { readLinesTool } from './reading/readLinesTool';
import { findReferencesTool } from './search/findReferencesTool';
import { searchClassInFileTool } from './search/searchClassInFileTool';
import { searchClassTool } from './search/searchClassTool';
import { searchCodeInFileTool } from './search/searchCodeInFileTool';
import { searchCodeTool } from './search/searchCodeTool';
import { searchMethodInClassTool } from './search/searchMethodInClassTool';
import { searchMethodInFileTool } from './search/searchMethodInFileTool';
import { searchMethodTool } from './search/searchMethodTool';
import { searchRegexTool } from './search/searchRegexTool';
import type { Tool } from './tool';
import type { Toolset } from './toolset';

/** The search APIs: they read the workspace through its index. The first one is the example in prompts. */
export const searchTools: readonly Tool[] = [
	searchClassTool,
	searchClassInFileTool,
	searchMethodTool,
	searchMethodInFileTool,
	searchMethodInClassTool,
	searchCodeTool,
	searchCodeInFileTool,
	searchRegexTool,
	findReferencesTool,
	readLinesTool,
	getCodeAroundLineTool,
	outlineTool,
	listFilesTool,
];

/** For a stage whose answers are texts, in which the code may be searched. */
export const codeSearches: Toolset<never> = {
	tools: searchTools,
	callNoun: { one: 'search', many: 'searches' },
};

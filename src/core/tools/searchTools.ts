import { findReferencesTool } from './findReferencesTool';
import { getCodeAroundLineTool } from './getCodeAroundLineTool';
import { listFilesTool } from './listFilesTool';
import { outlineTool } from './outlineTool';
import { readLinesTool } from './readLinesTool';
import { searchClassInFileTool } from './searchClassInFileTool';
import { searchClassTool } from './searchClassTool';
import { searchCodeInFileTool } from './searchCodeInFileTool';
import { searchCodeTool } from './searchCodeTool';
import { searchMethodInClassTool } from './searchMethodInClassTool';
import { searchMethodInFileTool } from './searchMethodInFileTool';
import { searchMethodTool } from './searchMethodTool';
import { searchRegexTool } from './searchRegexTool';
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

import { getCodeAroundLineTool } from './getCodeAroundLineTool';
import { searchClassInFileTool } from './searchClassInFileTool';
import { searchClassTool } from './searchClassTool';
import { searchCodeInFileTool } from './searchCodeInFileTool';
import { searchCodeTool } from './searchCodeTool';
import { searchMethodInClassTool } from './searchMethodInClassTool';
import { searchMethodInFileTool } from './searchMethodInFileTool';
import { searchMethodTool } from './searchMethodTool';
import type { Tool } from './tool';

/** The search APIs: they read the workspace through its index. The first one is the example in prompts. */
export const searchTools: readonly Tool[] = [
	searchClassTool,
	searchClassInFileTool,
	searchMethodTool,
	searchMethodInFileTool,
	searchMethodInClassTool,
	searchCodeTool,
	searchCodeInFileTool,
	getCodeAroundLineTool,
];

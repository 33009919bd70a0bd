import { getCodeAroundLineTool } from './getCodeAroundLineTool';
import { searchClassInFileTool } from './searchClassInFileTool';
import { searchClassTool } from './searchClassTool';
import { searchCodeInFileTool } from './searchCodeInFileTool';
import { searchCodeTool } from './searchCodeTool';
import { searchMethodInClassTool } from './searchMethodInClassTool';
import { searchMethodInFileTool } from './searchMethodInFileTool';
import { searchMethodTool } from './searchMethodTool';
import type { Tool } from './tool';

/** Everything that may be called, and nothing else is. */
export const allTools: readonly Tool[] = [
	searchClassTool,
	searchClassInFileTool,
	searchMethodTool,
	searchMethodInFileTool,
	searchMethodInClassTool,
	searchCodeTool,
	searchCodeInFileTool,
	getCodeAroundLineTool,
];

import { findReferencesTool } from '../findReferencesTool';
import { outlineTool } from '../outlineTool';
import { readLinesTool } from '../readLinesTool';
import type { Tool } from '../tool';
import { searchDefinitionTool } from './searchDefinitionTool';
import { searchWordsTool } from './searchWordsTool';

/** What reads the code in an investigation. The first one is the example in prompts. */
export const researcherTools: readonly Tool[] = [
	searchDefinitionTool,
	searchWordsTool,
	findReferencesTool,
	outlineTool,
	readLinesTool,
];

import { outlineTool } from '../reading/outlineTool';
import { readLinesTool } from '../reading/readLinesTool';
import { findReferencesTool } from '../search/findReferencesTool';
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

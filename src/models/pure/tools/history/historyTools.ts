import type { Tool } from '../tool';
import { blameTool } from './blameTool';
import { searchCommitsTool } from './searchCommitsTool';
import { symbolHistoryTool } from './symbolHistoryTool';

/** What reads the history of the code. */
export const historyTools: readonly Tool[] = [searchCommitsTool, symbolHistoryTool, blameTool];

import type { Tool } from '../tool';

/**
 * What an agent acts with on its workbench, besides the search tools: neighbors, view, create, append, edit, insert,
 * undo, run, run_cell, start_server, server_logs, stop_server. `submit` (`submitTool.ts`) ends it.
 */
export const actionTools: readonly Tool[] = [];

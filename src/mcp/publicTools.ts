import { fixBug, locateBug } from './issueTools';
import type { PublicTool } from './publicTool';
import { runState } from './runState';
import { searchingTools } from './searchingTools';
import { suspiciousFunctions } from './suspiciousFunctions';
import { traceRun } from './traceRun';

/** All tools that other programs may call. */
export const publicTools: readonly PublicTool[] = [
	locateBug,
	fixBug,
	...searchingTools,
	suspiciousFunctions,
	traceRun,
	runState,
];

export interface Allowed {
	readonly canExecute: boolean;
	/** Patches may be written, which runs programs as well. */
	readonly canFix: boolean;
}

/**
 * Those that may be called, at most 13: models choose worse among more. A run that fixes measures by itself which functions
 * are suspicious.
 */
export function offeredTools({ canExecute, canFix }: Allowed): readonly PublicTool[] {
	return publicTools.filter(({ executes, fixes }) => (fixes ? canFix : executes !== true || (canExecute && !canFix)));
}

/** Those of them that are listed for an agent with a shell: each costs it tokens in every request. */
export function toolsBesideShell(tools: readonly PublicTool[]): readonly PublicTool[] {
	return tools.filter(({ shellDoes }) => shellDoes !== true);
}

import { locateBug } from './locateBug';
import type { PublicTool } from './publicTool';
import { runState } from './runState';
import { searchingTools } from './searchingTools';
import { suspiciousFunctions } from './suspiciousFunctions';

/** All tools that other programs may call, at most 12: models choose worse among more. */
export const publicTools: readonly PublicTool[] = [locateBug, ...searchingTools, suspiciousFunctions, runState];

/** Those that are offered. */
export function offeredTools({ canExecute }: { readonly canExecute: boolean }): readonly PublicTool[] {
	return publicTools.filter(({ executes }) => canExecute || executes !== true);
}

import { neighborsTool } from '../../models/pure/tools/search/neighborsTool';
import type { Tool } from '../../models/pure/tools/tool';
import { historyTools, researcherTools, searchTools } from '../../models/pure/tools/toolTable';
import { UserError } from '../../system/pure/errors/userError';

/** The tools a strategy uses to read the code in the workspace; not those for a scratch checkout. */
export interface StrategyTools {
	readonly strategy: string;
	readonly tools: readonly Tool[];
}

/** By strategy, the default one first. A list of its own: to call one tool needs no strategy. */
export const strategyTools: readonly [StrategyTools, ...StrategyTools[]] = [
	{ strategy: 'rover', tools: searchTools },
	{ strategy: 'researcher', tools: [...researcherTools, ...historyTools] },
	{ strategy: 'tree', tools: [neighborsTool, ...searchTools] },
];

/** Throws `UserError` for a name that no strategy has. */
export function toolsOfStrategy(name: string): StrategyTools {
	const found = strategyTools.find(({ strategy }) => strategy === name);
	if (found === undefined) {
		const names = strategyTools.map(({ strategy }) => strategy).join(', ');
		throw new UserError(`Unknown strategy "${name}". Available: ${names}.`);
	}
	return found;
}

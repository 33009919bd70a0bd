import type { NextCall, PublicTool, ToolResult } from './publicTool';

/**
 * The tools under names that begin with a prefix, for a door whose names are shared with the tools of others. Their
 * answers name each other in the same way, and their own names remain as aliases.
 */
export function prefixedTools(tools: readonly PublicTool[], prefix: string): readonly PublicTool[] {
	const call = (next: NextCall): NextCall => ({ ...next, tool: prefix + next.tool });
	return tools.map(({ rest, ...tool }) => ({
		...tool,
		name: prefix + tool.name,
		aliases: [tool.name, ...(tool.aliases ?? [])],
		...(rest !== undefined && { rest: (result: ToolResult) => call(rest(result)) }),
		async run(args, context) {
			const { next, ...result } = await tool.run(args, context);
			return { ...result, ...(next && { next: call(next) }) };
		},
	}));
}

import type { Toolset } from '../tools/toolset';
import type { AgentReply, ReadCall } from './agentReply';

/** Parts of an answer as one, in order; repeated calls and reports are dropped. */
export function mergedReply<Report>(
	parts: readonly Partial<AgentReply<Report>>[],
	{ ending }: Toolset<Report>,
): AgentReply<Report> {
	return {
		calls: unique(
			parts.flatMap(({ calls = [] }) => calls),
			callKey,
		),
		report: unique(
			parts.flatMap(({ report = [] }) => report),
			each => ending?.keyOf?.(each) ?? JSON.stringify(each),
		),
		problems: unique(
			parts.flatMap(({ problems = [] }) => problems),
			problem => problem,
		),
	};
}

function unique<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
	const found = new Map<string, Item>();
	for (const item of items) {
		const key = keyOf(item);
		found.set(key, found.get(key) ?? item);
	}
	return [...found.values()];
}

function callKey({ tool, args }: ReadCall): string {
	return JSON.stringify([tool, args]);
}

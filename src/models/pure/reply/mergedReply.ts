import { changesFiles } from '../tools/tool';
import type { Toolset } from '../tools/toolset';
import type { AgentReply, ReadCall } from './agentReply';

/** Parts of an answer as one, in order; repeated calls and reports are dropped. */
export function mergedReply<Report>(
	parts: readonly Partial<AgentReply<Report>>[],
	{ ending }: Toolset<Report>,
): AgentReply<Report> {
	return merged(parts, ending?.keyOf, callKey);
}

/**
 * The same of native calls: each is meant, so that one that changes something is made as often as it is called, and after a
 * change the same may be read again.
 */
export function mergedCalls<Report>(
	parts: readonly Partial<AgentReply<Report>>[],
	{ ending, tools }: Toolset<Report>,
): AgentReply<Report> {
	let nChanges = 0;
	return merged(parts, ending?.keyOf, call => {
		nChanges += tools.some(each => each.name === call.tool && changesFiles(each)) ? 1 : 0;
		return `${nChanges} ${callKey(call)}`;
	});
}

function merged<Report>(
	parts: readonly Partial<AgentReply<Report>>[],
	keyOf: ((report: Report) => string) | undefined,
	keyOfCall: (call: ReadCall) => string,
): AgentReply<Report> {
	return {
		calls: unique(
			parts.flatMap(({ calls = [] }) => calls),
			keyOfCall,
		),
		report: unique(
			parts.flatMap(({ report = [] }) => report),
			each => keyOf?.(each) ?? JSON.stringify(each),
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

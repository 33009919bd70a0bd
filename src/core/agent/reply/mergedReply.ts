import type { AgentReply, NamedPlace, ReadCall } from './agentReply';

/** Parts of an answer as one, in order; a call or a place that was there already is dropped. */
export function mergedReply(parts: readonly Partial<AgentReply>[]): AgentReply {
	return {
		calls: unique(
			parts.flatMap(({ calls = [] }) => calls),
			callKey,
		),
		locations: unique(
			parts.flatMap(({ locations = [] }) => locations),
			placeKey,
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

function placeKey(place: NamedPlace): string {
	return JSON.stringify([place.file, place.class, place.method, place.startLine, place.endLine]);
}

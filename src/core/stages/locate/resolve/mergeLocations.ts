import type { BugLocation, Evidence } from '../../../model/location';

/**
 * Locations with the same lines become one that keeps every intended behavior and every piece of evidence, at the place
 * of the first. The scores go down in even steps from 1: the order is all a model says. Ids are told apart by lines.
 */
export function mergeLocations(locations: readonly Omit<BugLocation, 'score'>[]): BugLocation[] {
	const merged = new Map<string, Omit<BugLocation, 'score'>>();
	for (const location of locations) {
		const key = linesId(location);
		const first = merged.get(key);
		merged.set(key, first === undefined ? location : join(first, location));
	}
	const ids = new Set<string>();
	return [...merged].map(([key, location], rank) => {
		const id = ids.has(location.id) ? key : location.id;
		ids.add(id);
		return { ...location, id, score: Math.round((1000 * (merged.size - rank)) / merged.size) / 1000 };
	});
}

/** `file#L10-20`. */
export function linesId({ file, startLine, endLine }: Pick<BugLocation, 'file' | 'startLine' | 'endLine'>): string {
	return `${file}#L${startLine}-${endLine}`;
}

type Unscored = Omit<BugLocation, 'score'>;

function join(first: Unscored, second: Unscored): Unscored {
	const behaviors = [...new Set([first.intendedBehavior, second.intendedBehavior])].filter(text => text !== '');
	const evidence = [...first.evidence];
	evidence.push(...second.evidence.filter(each => !evidence.some(other => isSame(each, other))));
	return { ...first, intendedBehavior: behaviors.join('\n'), evidence };
}

function isSame(a: Evidence, b: Evidence): boolean {
	return a.kind === b.kind && a.text === b.text && a.node === b.node;
}

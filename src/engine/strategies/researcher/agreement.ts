import type { LeafResult } from '../../../runs/pure/fold/run';
import type { BugLocation } from '../../../runs/pure/model/location';

/** The combined result of several independent searches for one bug. */
export interface Agreement {
	/** The leaf whose locations the others confirm most. */
	readonly leaf: string;
	/** Its locations and those that at least two searches named, by how many named them. */
	readonly locations: readonly VotedLocation[];
}

export interface VotedLocation {
	readonly location: BugLocation;
	/** How many searches named it. */
	readonly nVotes: number;
}

/**
 * Combines the results of searches; undefined if none named a location. A search that ended counts before one with
 * provisional locations. Ties are decided by the order of the searches, and of the locations in them.
 */
export function agreementOf(results: readonly LeafResult[]): Agreement | undefined {
	const named = results.filter(({ locations }) => locations.length > 0);
	const ended = named.filter(({ isProvisional }) => !isProvisional);
	const counted = ended.length > 0 ? ended : named;
	const votes = new Map<string, VotedLocation>();
	for (const location of counted.flatMap(({ locations }) => locations)) {
		const { location: first = location, nVotes = 0 } = votes.get(location.id) ?? {};
		votes.set(location.id, { location: first, nVotes: nVotes + 1 });
	}
	const support = ({ locations }: LeafResult) =>
		locations.reduce((sum, { id }) => sum + (votes.get(id)?.nVotes ?? 0), 0) / locations.length;
	const [best] = counted.toSorted((a, b) => support(b) - support(a));
	if (best === undefined) {
		return undefined;
	}
	const own = best.locations.map(location => ({ ...votes.get(location.id), location }));
	const others = [...votes.values()].filter(({ location: { id } }) => best.locations.every(each => each.id !== id));
	const confirmed = others.filter(({ nVotes }) => nVotes > 1);
	const all = [...own, ...confirmed].map(({ location, nVotes = 1 }) => ({ location, nVotes }));
	return { leaf: best.leaf, locations: all.toSorted((a, b) => b.nVotes - a.nVotes) };
}

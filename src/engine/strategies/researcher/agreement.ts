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
	/** How many searches named it, or a place in it. */
	readonly nVotes: number;
}

/**
 * Combines the results of searches; undefined if none named a location. A search that ended counts before one with
 * provisional locations. The best one is that whose locations others confirm most often in sum, so that a search that
 * names more of what others name wins over one that names a single place; then that with the longest account of causes.
 * Ties are decided by the order of the searches, and of the locations in them.
 */
export function agreementOf(results: readonly LeafResult[]): Agreement | undefined {
	const named = results.filter(({ locations }) => locations.length > 0);
	const ended = named.filter(({ isProvisional }) => !isProvisional);
	const counted = ended.length > 0 ? ended : named;
	const firsts = new Map<string, BugLocation>();
	for (const location of counted.flatMap(({ locations }) => locations)) {
		firsts.set(location.id, firsts.get(location.id) ?? location);
	}
	const votes = new Map(
		[...firsts].map(([id, location]) => [id, counted.filter(each => each.locations.some(isIn(location))).length]),
	);
	const votesOf = ({ id }: BugLocation) => votes.get(id) ?? 0;
	const support = ({ locations }: LeafResult) => sumOf(locations.map(location => votesOf(location) - 1));
	const account = ({ locations }: LeafResult) => sumOf(locations.map(({ cause = '' }) => cause.length));
	const [best] = counted.toSorted((a, b) => support(b) - support(a) || account(b) - account(a));
	if (best === undefined) {
		return undefined;
	}
	const others = [...firsts.values()].filter(
		location => votesOf(location) > 1 && best.locations.every(({ id }) => id !== location.id),
	);
	const all = [...best.locations, ...others].map(location => ({ location, nVotes: votesOf(location) }));
	return { leaf: best.leaf, locations: all.toSorted((a, b) => b.nVotes - a.nVotes) };
}

/** Whether a place is another one, or in it. */
function isIn(outer: BugLocation): (place: BugLocation) => boolean {
	return ({ id, file, startLine, endLine }) =>
		id === outer.id || (file === outer.file && outer.startLine <= startLine && endLine <= outer.endLine);
}

function sumOf(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0);
}

/** The result of one vote on the candidates it compared. */
export interface Vote {
	/** Id of the best one. */
	readonly best: string;
	/** Why that one. */
	readonly reason: string;
	/** Scores of candidates, as far as they can be read. */
	readonly scores: readonly VoteScore[];
}

export interface VoteScore {
	/** Id of the patch. */
	readonly patch: string;
	/** From 0, does not fix the issue, to 2, fixes it. */
	readonly fixes: number;
	/** From 0, breaks nothing, to 2, breaks working behavior. */
	readonly risk: number;
}

/** The outcome of all votes. */
export interface Tally {
	/** Votes that could be read. */
	readonly nReadable: number;
	readonly patches: ReadonlyMap<string, VotedPatch>;
	/** From a vote for the patch with the most votes; of patches with as many, for the one with the better scores. */
	readonly reason: string;
}

export interface VotedPatch {
	readonly nVotes: number;
	/** The mean of fixes minus risk, from -2 to 2. */
	readonly score: number;
}

/** Counts the votes on patches; undefined if none could be read. */
export function tallyOf(ids: readonly string[], votes: readonly (Vote | undefined)[]): Tally | undefined {
	const readable = votes.flatMap(vote => vote ?? []);
	if (readable.length === 0) {
		return undefined;
	}
	const patches = new Map(ids.map(id => [id, votedPatch(id, readable)]));
	const [winner] = [...patches].sort(([, a], [, b]) => b.nVotes - a.nVotes || b.score - a.score);
	const reason = readable.find(({ best }) => best === winner?.[0])?.reason ?? '';
	return { nReadable: readable.length, patches, reason };
}

function votedPatch(id: string, votes: readonly Vote[]): VotedPatch {
	const scores = votes.flatMap(vote => vote.scores.filter(({ patch }) => patch === id));
	const sum = scores.reduce((total, { fixes, risk }) => total + fixes - risk, 0);
	return {
		nVotes: votes.filter(({ best }) => best === id).length,
		score: scores.length === 0 ? 0 : sum / scores.length,
	};
}

const least = 0.02;

/**
 * How likely it is that a test cannot be run at a commit, by the nearest commits where it could or could not: neighbors
 * lack the same. Commits are given by their numbers in a graph.
 */
export class UntestableCommits {
	/** By commit, whether it was skipped. */
	private readonly seen = new Map<number, boolean>();

	add(commit: number, isSkipped: boolean): void {
		this.seen.set(commit, isSkipped);
	}

	isSkipped(commit: number): boolean {
		return this.seen.get(commit) === true;
	}

	probability(commit: number): number {
		const known = [...this.seen].map(([at, isSkipped]) => ({ at, isSkipped })).sort((a, b) => a.at - b.at);
		const older = known.filter(({ at }) => at <= commit);
		const newer = known.filter(({ at }) => at > commit);
		const [before, after] = [older.at(-1), newer[0]];
		const nSkipped = runLength(older.reverse()) + runLength(newer);
		if (nSkipped === 0) {
			return least;
		}
		if (before?.isSkipped === after?.isSkipped || before === undefined || after === undefined) {
			return 1 - 0.5 ** (nSkipped + 1);
		}
		const [skipped, tested] = before.isSkipped ? [before.at, after.at] : [after.at, before.at];
		return Math.max(least, Math.abs(commit - tested) / Math.abs(skipped - tested));
	}
}

/** How many at the beginning were skipped. */
function runLength(known: readonly { readonly isSkipped: boolean }[]): number {
	const end = known.findIndex(({ isSkipped }) => !isSkipped);
	return end === -1 ? known.length : end;
}

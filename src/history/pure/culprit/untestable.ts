const [least, most] = [0.02, 0.98] as const;

/**
 * How likely it is that a test cannot be run at a commit, by its distance to commits where it could not and where it
 * could: neighbors lack the same. Commits are given by their numbers in a graph.
 */
export class UntestableCommits {
	private readonly skipped: number[] = [];
	private readonly tested: number[] = [];

	constructor(private readonly nCommits: number) {}

	add(commit: number, isSkipped: boolean): void {
		(isSkipped ? this.skipped : this.tested).push(commit);
	}

	isSkipped(commit: number): boolean {
		return this.skipped.includes(commit);
	}

	probability(commit: number): number {
		if (this.skipped.length === 0) {
			return least;
		}
		const toSkipped = nearest(this.skipped, commit, this.nCommits);
		const toTested = nearest(this.tested, commit, this.nCommits);
		return Math.min(most, Math.max(least, toTested / (toSkipped + toTested || 1)));
	}
}

function nearest(commits: readonly number[], to: number, otherwise: number): number {
	return commits.reduce((distance, each) => Math.min(distance, Math.abs(each - to)), otherwise);
}

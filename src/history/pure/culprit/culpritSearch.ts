import { chooseCommit } from './chooseCommit';
import type { CommitGraph } from './commitGraph';
import { type CommitOutcome, CulpritPosterior } from './culpritPosterior';
import { flakinessGrid } from './flakiness';
import { UntestableCommits } from './untestable';

export interface CulpritSearchOptions {
	/** By commit of the graph, any unit. */
	readonly prior: readonly number[];
	/** In the same unit: the bug is older than all commits of the graph. 0 if the test passes before them. */
	readonly older: number;
	/** How likely it is that the test is flaky; `usualFlakyShare` unless given. */
	readonly flakyShare?: number;
	/** The answer may be wrong so often; `usualError` unless given. */
	readonly maxError?: number;
}

export const usualError = 0.05;
export const usualFlakyShare = 0.1;

/** Which commits may be the first with the bug, as numbers of the graph. */
export interface CulpritAnswer {
	/** The most probable one first. Several if the test cannot be run between them; none if the bug is older than all. */
	readonly commits: readonly number[];
	/** That one of them is the first with the bug; if there are none, that it is older. */
	readonly probability: number;
}

/**
 * Searches for the first commit with a bug by outcomes of a test at commits. It chooses where to run it next, and ends
 * when an answer is wrong with a probability of `maxError` at most, and was seen: the test failed there, and passed
 * before.
 */
export class CulpritSearch {
	private readonly posterior: CulpritPosterior;
	private readonly untestable: UntestableCommits;
	private readonly maxError: number;
	private readonly failed = new Set<number>();
	/** Of each commit where it failed, and where it passed. */
	private readonly masks = { failed: [] as Uint8Array[], passed: [] as Uint8Array[] };

	constructor(
		private readonly graph: CommitGraph,
		{ prior, older, flakyShare = usualFlakyShare, maxError = usualError }: CulpritSearchOptions,
	) {
		this.posterior = new CulpritPosterior(graph, flakinessGrid(flakyShare), prior, older);
		this.untestable = new UntestableCommits();
		this.maxError = maxError;
	}

	add(commit: number, outcome: CommitOutcome): void {
		this.untestable.add(commit, outcome === 'skipped');
		if (outcome === 'skipped') {
			return;
		}
		const ancestors = this.graph.ancestorsOf(commit);
		this.masks[outcome].push(ancestors);
		if (outcome === 'failed') {
			this.failed.add(commit);
		}
		this.posterior.observe(ancestors, outcome);
	}

	/**
	 * Where to run the test next, while it runs at others. Undefined if the answer is known, or if it depends on the
	 * running ones.
	 */
	next(running: readonly number[] = []): number | undefined {
		const probabilities = this.posterior.probabilities();
		const top = indexOfLargest(probabilities);
		if (top < this.graph.size && this.isSure(probabilities, top)) {
			return this.unseenOf(top).find(each => !running.includes(each));
		}
		const choice = chooseCommit(this.graph, {
			probabilities,
			likelihoods: this.posterior.likelihoods(),
			running: running.map(each => this.graph.ancestorsOf(each)),
			untestable: commit =>
				this.untestable.isSkipped(commit) || running.includes(commit) ? 1 : this.untestable.probability(commit),
		});
		return choice === undefined || choice.bits < leastBits ? undefined : choice.commit;
	}

	/** The answer as far as it is known. */
	answer(): CulpritAnswer {
		const probabilities = this.posterior.probabilities();
		const top = indexOfLargest(probabilities);
		const older = probabilities[this.graph.size] ?? 0;
		if (top === this.graph.size) {
			return { commits: [], probability: older };
		}
		if (this.isSure(probabilities, top) && this.isSeen(top)) {
			return { commits: [top], probability: probabilities[top] ?? 0 };
		}
		const possible = this.notExcluded();
		const ranked = [...probabilities.keys()]
			.filter(each => each < this.graph.size && (possible.length === 0 || possible.includes(each)))
			.sort((a, b) => (probabilities[b] ?? 0) - (probabilities[a] ?? 0) || b - a);
		const commits = possible.length > 0 ? ranked : this.mostProbable(ranked, probabilities);
		return { commits, probability: commits.reduce((sum, each) => sum + (probabilities[each] ?? 0), 0) };
	}

	/** Whether the test failed at a commit and passed at one before or beside it: some answer is known to be in between. */
	get hasPassed(): boolean {
		return this.masks.passed.length > 0;
	}

	private isSure(probabilities: Float64Array, commit: number): boolean {
		return (probabilities[commit] ?? 0) >= 1 - this.maxError;
	}

	/** The commits where the test must be run before a commit is the answer, and can be. */
	private unseenOf(commit: number): readonly number[] {
		const parents = this.graph.parentsOf(commit).filter(each => !this.isPassed(each));
		const own = this.failed.has(commit) ? [] : [commit];
		return [...own, ...parents].filter(each => !this.untestable.isSkipped(each));
	}

	private isSeen(commit: number): boolean {
		return this.failed.has(commit) && this.graph.parentsOf(commit).every(each => this.isPassed(each));
	}

	private isPassed(commit: number): boolean {
		return this.masks.passed.some(mask => mask[commit] === 1);
	}

	/** The commits that agree with all outcomes; none if the outcomes contradict each other. */
	private notExcluded(): readonly number[] {
		const all = Array.from({ length: this.graph.size }, (_, at) => at);
		return all.filter(each => this.masks.failed.every(mask => mask[each] === 1) && !this.isPassed(each));
	}

	private mostProbable(ranked: readonly number[], probabilities: Float64Array): readonly number[] {
		let sum = 0;
		return ranked.filter(each => {
			const isNeeded = sum < 1 - this.maxError;
			sum += probabilities[each] ?? 0;
			return isNeeded;
		});
	}
}

/** Less is not worth a run. */
const leastBits = 0.001;

function indexOfLargest(values: Float64Array): number {
	return values.reduce((best, each, at) => (each > (values[best] ?? 0) ? at : best), 0);
}

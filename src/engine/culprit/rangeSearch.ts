import type { FailureClues } from '../../history/pure/culprit/commitFacts';
import { CommitGraph } from '../../history/pure/culprit/commitGraph';
import type { CommitSource } from '../../history/pure/culprit/commitSource';
import { CulpritSearch, type CulpritSearchOptions } from '../../history/pure/culprit/culpritSearch';
import { UserError } from '../../system/pure/errors/userError';
import type { Progress } from '../../system/pure/progress';
import type { CommitRuns } from './commitRuns';
import type { CulpritBounds } from './culpritBounds';
import type { CulpritRequest } from './culpritRequest';
import type { OracleRun } from './oracle';
import { rangePrior } from './rangePrior';

export interface RangeSearchDeps {
	readonly source: CommitSource;
	readonly runs: CommitRuns;
	readonly clues: FailureClues;
	readonly signal: AbortSignal;
	readonly onProgress?: (progress: Progress) => void;
}

export interface RangeAnswer {
	/** The ids of the commits of which one is the culprit, the most probable first; none if the bug is older. */
	readonly commits: readonly string[];
	readonly probability: number;
	/** A parent of the culprit where the test passes. */
	readonly lastGood?: string;
	/** The runs were not enough. */
	readonly isCut: boolean;
	/** A commit at which the test fails, while it cannot be judged at a parent of it, and why. */
	readonly edge?: { readonly commit: string; readonly parent: string; readonly why: string };
}

/** Searches the commits between a good and a bad one, in the order that is expected to need the fewest runs. */
export class RangeSearch {
	private readonly outcomes = new Map<number, OracleRun>();
	private nAsked = 0;

	private constructor(
		private readonly graph: CommitGraph,
		private readonly search: CulpritSearch,
		private readonly task: { readonly bounds: CulpritBounds; readonly request: CulpritRequest },
		private readonly deps: RangeSearchDeps,
	) {}

	/** Throws `UserError` if there is no commit to search. */
	static async open(
		bounds: CulpritBounds,
		request: CulpritRequest,
		beliefs: Pick<CulpritSearchOptions, 'flakyShare' | 'maxError'>,
		deps: RangeSearchDeps,
	): Promise<RangeSearch> {
		const { source, signal } = deps;
		const { bad, good, untestable } = bounds;
		const options = { isFirstParent: request.isFirstParent, signal };
		const limits = good.length > 0 ? good : [untestable ?? []].flat();
		const listed = await source.range(bad, limits, options);
		if (listed.length === 0) {
			throw new UserError('There is no commit after the good one that leads to the workspace: name an older revision.');
		}
		const graph = new CommitGraph(listed);
		const prior = await rangePrior({ listed, bad, limits, paths: request.paths, options }, deps);
		const total = prior.reduce((sum, each) => sum + each, 0);
		// Without a good commit, the bug is as likely older as not.
		const older = good.length > 0 ? 0 : total;
		const search = new CulpritSearch(graph, { ...beliefs, prior, older });
		search.add(graph.size - 1, 'failed');
		if (untestable !== undefined) {
			search.add(beforeAll, 'skipped');
		}
		return new RangeSearch(graph, search, { bounds, request }, deps);
	}

	get nCandidates(): number {
		return this.graph.size;
	}

	async run(): Promise<RangeAnswer> {
		const running = new Map<number, Promise<void>>();
		try {
			await this.runAll(running);
		} catch (error) {
			await Promise.allSettled(running.values());
			throw error;
		}
		const { commits, probability } = this.search.answer();
		const isCut = this.nAsked >= this.task.request.maxRuns && this.search.next() !== undefined;
		const [lastGood, edge] = [this.lastGoodBefore(commits), this.edge()];
		return {
			...{ commits: commits.map(each => this.idOf(each)), probability, isCut },
			...(lastGood !== undefined && { lastGood }),
			...(edge !== undefined && { edge }),
		};
	}

	private async runAll(running: Map<number, Promise<void>>): Promise<void> {
		const { nJobs } = this.task.request;
		do {
			for (let next = this.next(running); next !== undefined && running.size < nJobs; next = this.next(running)) {
				running.set(next, this.runAt(next, running));
			}
			if (running.size > 0) {
				await Promise.race(running.values());
			}
		} while (running.size > 0 || this.next(running) !== undefined);
	}

	private next(running: ReadonlyMap<number, unknown>): number | undefined {
		return this.nAsked < this.task.request.maxRuns ? this.search.next([...running.keys()]) : undefined;
	}

	private async runAt(commit: number, running: Map<number, Promise<void>>): Promise<void> {
		const { runs, onProgress } = this.deps;
		const id = this.idOf(commit);
		this.nAsked++;
		onProgress?.({
			done: this.nAsked - 1,
			total: 0,
			message: `running it at ${id.slice(0, 10)}, one of ${this.size()}`,
		});
		try {
			const run = await runs.at(id);
			this.search.add(commit, run.outcome);
			this.outcomes.set(commit, run);
		} finally {
			running.delete(commit);
		}
	}

	private size(): string {
		const { commits } = this.search.answer();
		return commits.length === 1 ? '1 suspected commit' : `${commits.length} suspected commits`;
	}

	/** Of the first of the commits: a parent, or the good commit that the search began with. */
	private lastGoodBefore([first]: readonly number[]): string | undefined {
		if (first === undefined) {
			return undefined;
		}
		const parents = this.graph.parentsOf(first);
		const passed = parents.find(each => this.outcomes.get(each)?.outcome === 'passed');
		return passed === undefined ? (parents.length === 0 ? this.task.bounds.good[0] : undefined) : this.idOf(passed);
	}

	private edge(): RangeAnswer['edge'] {
		for (const [commit, { outcome }] of this.outcomes) {
			const parents = outcome === 'failed' ? this.graph.parentsOf(commit) : [];
			const parent = parents.find(each => this.outcomes.get(each)?.outcome === 'skipped');
			if (parent !== undefined) {
				const why = this.outcomes.get(parent)?.why ?? '';
				return { commit: this.idOf(commit), parent: this.idOf(parent), why };
			}
		}
		return undefined;
	}

	private idOf(commit: number): string {
		return this.graph.ids[commit] ?? '';
	}
}

/** The number of the commit before all of the graph. */
const beforeAll = -1;

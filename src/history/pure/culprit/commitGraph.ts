/** A commit and its parents, by id. */
export interface GraphCommit {
	readonly id: string;
	/** In git's order. Those outside of the graph count as tested good. */
	readonly parents: readonly string[];
}

/** The commits among which a culprit is searched, with numbers: parents before their children. */
export class CommitGraph {
	/** By number. */
	readonly ids: readonly string[];
	private readonly numbers: ReadonlyMap<string, number>;
	private readonly parents: readonly (readonly number[])[];

	/** `newestFirst`: children before their parents, as `git rev-list --topo-order` lists them. */
	constructor(newestFirst: readonly GraphCommit[]) {
		const ordered = [...newestFirst].reverse();
		this.ids = ordered.map(({ id }) => id);
		this.numbers = new Map(this.ids.map((id, at) => [id, at]));
		this.parents = ordered.map(({ parents }) => parents.flatMap(id => this.numbers.get(id) ?? []));
	}

	get size(): number {
		return this.ids.length;
	}

	/** The number of a commit; undefined if it is not in the graph. */
	numberOf(id: string): number | undefined {
		return this.numbers.get(id);
	}

	/** The parents of a commit that are in the graph. */
	parentsOf(commit: number): readonly number[] {
		return this.parents[commit] ?? [];
	}

	/** For each commit 1 if it is the given one or an ancestor of it. */
	ancestorsOf(commit: number): Uint8Array {
		const mask = new Uint8Array(this.size);
		this.visit(commit, each => {
			if (mask[each] === 1) {
				return false;
			}
			mask[each] = 1;
			return true;
		});
		return mask;
	}

	/** For each commit the sum of a weight over it and its ancestors. */
	sums(weights: Float64Array): Float64Array {
		const sums = new Float64Array(this.size);
		const seen = new Int32Array(this.size).fill(-1);
		for (let commit = 0; commit < this.size; commit++) {
			const parents = this.parentsOf(commit);
			const own = weights[commit] ?? 0;
			if (parents.length <= 1) {
				sums[commit] = own + (sums[parents[0] ?? -1] ?? 0);
				continue;
			}
			let sum = 0;
			this.visit(commit, each => {
				if (seen[each] === commit) {
					return false;
				}
				seen[each] = commit;
				sum += weights[each] ?? 0;
				return true;
			});
			sums[commit] = sum;
		}
		return sums;
	}

	/** `enter` returns false for a commit whose parents need no visit. */
	private visit(start: number, enter: (commit: number) => boolean): void {
		const waiting = [start];
		for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
			if (enter(next)) {
				waiting.push(...this.parentsOf(next));
			}
		}
	}
}

import type { LikelihoodCurve } from '../../src/localizer/pure/features/likelihood';

/** One candidate: its share in all of its issue, and whether it was fixed. */
export interface Observation {
	readonly share: number;
	readonly isFixed: boolean;
}

interface Block {
	/** Means. */
	readonly share: number;
	readonly likelihood: number;
	readonly n: number;
}

/** How many candidates a point of the curve rests on at least. */
const leastObserved = 40;

/** The likelihood that rises with the share and fits best: isotonic regression, by pooling adjacent violators (Ayer et al. 1955). */
export function isotonicCurve(observations: readonly Observation[]): LikelihoodCurve {
	const sorted = observations.toSorted((a, b) => a.share - b.share);
	const blocks: Block[] = [];
	for (let at = 0; at < sorted.length; at += leastObserved) {
		let block = blockOf(sorted.slice(at, at + leastObserved));
		for (let last = blocks.at(-1); last !== undefined && last.likelihood >= block.likelihood; last = blocks.at(-1)) {
			block = joined(last, block);
			blocks.pop();
		}
		blocks.push(block);
	}
	const rounded = (value: number) => Number(value.toPrecision(4));
	return {
		shares: blocks.map(({ share }) => rounded(share)),
		likelihoods: blocks.map(each => rounded(each.likelihood)),
	};
}

function blockOf(some: readonly Observation[]): Block {
	const n = some.length;
	const share = some.reduce((sum, each) => sum + each.share, 0) / n;
	return { share, likelihood: some.filter(({ isFixed }) => isFixed).length / n, n };
}

function joined(a: Block, b: Block): Block {
	const n = a.n + b.n;
	const mean = (of: (block: Block) => number) => (of(a) * a.n + of(b) * b.n) / n;
	return { share: mean(({ share }) => share), likelihood: mean(({ likelihood }) => likelihood), n };
}

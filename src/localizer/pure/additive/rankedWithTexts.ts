import type { CodeModel } from '../../../code/pure/calls/codeModel';
import type { Workspace } from '../../../history/pure/workspace';
import type { BelongingContext, BelongingSignals } from '../features/belonging';
import type { Suspiciousness } from '../ranking/suspiciousness';
import type { SuspiciousnessScores } from '../ranking/suspiciousnessScores';
import { type Contribution, type Ranked, RankedCode } from './rankedCode';
import type { RankingWeights } from './rankingWeights';

/** The addition to the score of a text, in units of log-odds: of equal evidence, the bug is rather in the code. */
const textScore = -1;
/** Texts that are less likely are not ranked: every project has settings with some words of an issue. */
const leastLikelihood = 0.02;
/** The same of files without blocks, by their share. */
const leastShare = 0.25;

/** Ranks the code, and the texts among it. The code keeps the order and the likelihoods that it has without them. */
export function rankSuspects(
	suspiciousness: Suspiciousness,
	workspace: Pick<Workspace, 'index' | 'parser'>,
	weights: RankingWeights,
	context: Omit<BelongingContext, 'index'>,
): Ranked {
	const { all, model, index } = suspiciousness;
	const code = RankedCode.of(suspiciousness, { ...workspace, index }, weights, context);
	return all === undefined
		? code
		: new RankedWithTexts(code, RankedCode.of(all, workspace, weights, { ...context, hasTexts: true }), {
				code: model,
				all: all.model,
			});
}

/** The model of the code, and one with the texts behind it. */
interface Models {
	readonly code: CodeModel;
	readonly all: CodeModel;
}

class RankedWithTexts implements Ranked {
	readonly scores: SuspiciousnessScores;
	readonly signals: BelongingSignals;

	/** `all`: the code and the texts, ranked in the same manner. */
	constructor(
		private readonly code: RankedCode,
		private readonly all: RankedCode,
		private readonly models: Models,
	) {
		this.signals = code.signals;
		const sums = Float64Array.from(all.candidates, at => all.scoreOf(at) ?? 0);
		const shares = sharesOfTexts(all.candidates, sums, models.code.nFunctions);
		for (const [at, share] of shares) {
			if (all.likelihoodOfShare(share) < leastLikelihood) {
				shares.delete(at);
			}
		}
		const files = sharesOfTexts(all.files.positions, all.files.sums, models.code.files.length);
		const likely = new Set([...shares.keys()].map(at => models.all.fileOf[at] ?? -1));
		for (const [at, share] of files) {
			const isWhole = models.all.functionsIn(at).length === 0 && share >= leastShare;
			if (!likely.has(at) && !isWhole) {
				files.delete(at);
			}
		}
		this.scores = {
			functions: withTexts(code.scores.functions, all.scores.functions.length, shares),
			files: withTexts(code.scores.files, all.scores.files.length, files),
		};
	}

	likelihoodOf(at: number): number {
		return at < this.models.code.nFunctions
			? this.code.likelihoodOf(at)
			: this.all.likelihoodOfShare(this.scores.functions[at] ?? 0);
	}

	scoreOf(at: number): number | undefined {
		const score = this.all.scoreOf(at);
		return at < this.models.code.nFunctions ? this.code.scoreOf(at) : score && score + textScore;
	}

	contributionsOf(at: number): Contribution[] {
		return at < this.models.code.nFunctions
			? this.code.contributionsOf(at)
			: [...this.all.contributionsOf(at), { feature: 'is a text', score: textScore }];
	}
}

/** The share of each text in the odds of itself and the code, by its position. */
function sharesOfTexts(positions: readonly number[], sums: Float64Array, nCode: number): Map<number, number> {
	const best = sums.reduce((most, sum) => Math.max(most, sum), Number.NEGATIVE_INFINITY);
	const odds = sums.map((sum, row) => Math.exp(sum - best + ((positions[row] ?? 0) < nCode ? 0 : textScore)));
	const ofCode = odds.reduce((total, each, row) => total + ((positions[row] ?? 0) < nCode ? each : 0), 0);
	return new Map(
		positions.flatMap((at, row) => {
			const own = odds[row] ?? 0;
			return at < nCode ? [] : [[at, own / (ofCode + own)] as const];
		}),
	);
}

function withTexts(code: Float64Array, size: number, texts: ReadonlyMap<number, number>): Float64Array {
	const scores = new Float64Array(size);
	scores.set(code);
	for (const [at, share] of texts) {
		scores[at] = share;
	}
	return scores;
}

import type { Workspace } from '../../../history/pure/workspace';
import { type BelongingContext, type BelongingSignals, belonging, belongingSignals } from '../features/belonging';
import { candidateFiles, candidateFunctions } from '../features/candidates';
import type { FeatureTable } from '../features/featureTable';
import { fileFeatures, functionScoresOfFiles } from '../features/fileFeatures';
import { functionFeatures } from '../features/functionFeatures';
import { likelihoodAt, likelihoodForReport, sharesOf } from '../features/likelihood';
import { type QueryClass, queryClassOf } from '../features/queryClass';
import type { FeatureGround } from '../ranking/featureGround';
import { fusedPart } from '../ranking/rankFusion';
import type { Suspiciousness } from '../ranking/suspiciousness';
import type { SuspiciousnessScores } from '../ranking/suspiciousnessScores';
import { contributionsAt, scoresOf } from './additiveModel';
import { isWordForWord, literalScores } from './literalScores';
import { type ProofScores, proofScores, summed } from './proofScores';
import { type RankingWeights, withHistory } from './rankingWeights';

/** The addition of one feature, or one proof, to the score of a function. */
export interface Contribution {
	readonly feature: string;
	/** Absent if the function has no such value. */
	readonly value?: number;
	/** In units of log-odds. */
	readonly score: number;
}

export interface ScoredFiles {
	readonly positions: readonly number[];
	readonly sums: Float64Array;
}

/** The candidates among the functions, with the parts of their scores. */
interface ScoredFunctions {
	readonly features: FeatureTable;
	readonly query: QueryClass;
	/** Of lists of the rank fusion that count like several, by the names of their features. */
	readonly listWeights: ReadonlyMap<string, number>;
	readonly proofs: readonly ProofScores[];
	/** The issue is about this workspace, whatever its words are. */
	readonly isProven: boolean;
	/** By row, in units of log-odds. */
	readonly sums: Float64Array;
}

/** Suspects in their final order. Positions are those of a model. */
export interface Ranked {
	/** Only their order means something. */
	readonly scores: SuspiciousnessScores;
	/** For and against the issue being about this workspace. */
	readonly signals: BelongingSignals;
	/** How likely the function at a position is fixed, 0..1; 0 for other code. */
	likelihoodOf(at: number): number;
	/** In units of log-odds; undefined for other code. */
	scoreOf(at: number): number | undefined;
	/** The parts of a function's score; empty for other code. */
	contributionsOf(at: number): Contribution[];
}

/**
 * The suspects in their final order: rank fusion finds the candidates, and the learnt weights rank them. Other code
 * follows in the order of the fusion.
 */
export class RankedCode implements Ranked {
	readonly scores: SuspiciousnessScores;
	/** The files among the candidates, with their scores in units of log-odds. */
	readonly files: ScoredFiles;
	private readonly rows: ReadonlyMap<number, number>;
	private readonly likelihoods: Float64Array;
	readonly signals: BelongingSignals;
	/** How likely the issue is about this workspace, 0..1. */
	private readonly belongs: number;

	private constructor(
		private readonly functions: ScoredFunctions,
		private readonly weights: RankingWeights,
		ground: FeatureGround,
		context: BelongingContext,
	) {
		const { features, query, sums, isProven } = functions;
		const shares = sharesOf(sums);
		this.rows = new Map(features.positions.map((at, row) => [at, row]));
		const sharpness = shares.reduce((most, share) => Math.max(most, share), 0);
		this.signals = belongingSignals(ground, features, { ...context, sharpness });
		this.belongs = isProven ? 1 : belonging(this.signals, weights.belonging, context);
		this.likelihoods = shares.map(share => this.likelihoodOfShare(share));
		const files = filesOf(ground, functions);
		this.files = { positions: files.positions, sums: scoresOf(weights.files, files, query) };
		this.scores = {
			functions: aboveOthers(shares, features.positions, ground.scores.functions),
			files: aboveOthers(sharesOf(this.files.sums), files.positions, ground.scores.files),
		};
	}

	/** Positions of the candidates among the functions. */
	get candidates(): readonly number[] {
		return this.functions.features.positions;
	}

	static of(
		suspiciousness: Suspiciousness,
		workspace: Pick<Workspace, 'index' | 'parser'>,
		all: RankingWeights,
		context: Omit<BelongingContext, 'index'> & { readonly hasTexts?: boolean },
	): RankedCode {
		const ground = suspiciousness.ground(workspace);
		const weights = ground.history === undefined ? all : withHistory(all);
		const query = queryClassOf(ground.evidence);
		const positions = candidateFunctions(ground);
		const features = functionFeatures(ground, positions);
		const learnt = scoresOf(weights.functions, features, query);
		// A text has much that looks like a report.
		const isCode = context.hasTexts !== true;
		const literal = isCode ? literalScores(ground, positions) : [];
		const proofs = [...literal, ...proofScores(ground, positions, summed(learnt, literal))];
		const lists = [...ground.lists.functions, ...ground.lists.files];
		const listWeights = new Map(lists.map(({ name, weight = 1 }) => [`${name}: rank`, weight]));
		const isProven = ground.proofs.length + ground.first.length > 0 || (isCode && isWordForWord(ground));
		const sums = summed(learnt, proofs);
		return new RankedCode({ features, query, listWeights, proofs, isProven, sums }, weights, ground, {
			...{ ...context, index: workspace.index },
		});
	}

	likelihoodOf(at: number): number {
		return this.likelihoods[this.rows.get(at) ?? -1] ?? 0;
	}

	scoreOf(at: number): number | undefined {
		return this.functions.sums[this.rows.get(at) ?? -1];
	}

	/** The likelihood of a function with a share of all odds. */
	likelihoodOfShare(share: number): number {
		return this.belongs * likelihoodForReport(likelihoodAt(this.weights.likelihood, share), this.weights.reports);
	}

	contributionsOf(at: number): Contribution[] {
		const row = this.rows.get(at);
		if (row === undefined) {
			return [];
		}
		const { features, query, listWeights, proofs } = this.functions;
		const learnt = contributionsAt(this.weights.functions, features, { row, query });
		return [
			...withoutFusion(learnt, { features, listWeights }, row),
			...proofs.map(({ name, scores }) => ({ feature: name, score: scores[row] ?? 0 })),
		];
	}
}

const ofFusion = new Set(['fusion', 'fusion in the file'].flatMap(name => [`${name}: rank`, `${name}: share`]));

/** Splits the addition of the rank fusion among the lists it fuses: each gets the share of its rank and weight in the fused score. */
function withoutFusion(
	contributions: readonly Contribution[],
	{ features, listWeights }: Pick<ScoredFunctions, 'features' | 'listWeights'>,
	row: number,
): Contribution[] {
	const sum = contributions.reduce((total, { feature, score }) => total + (ofFusion.has(feature) ? score : 0), 0);
	const ranks = features.names.filter(name => name.endsWith(': rank') && !ofFusion.has(name));
	const parts = ranks.flatMap(name => {
		const value = features.column(name)?.[row] ?? Number.NaN;
		return Number.isNaN(value) ? [] : [{ name, value, part: (listWeights.get(name) ?? 1) * fusedPart(2 ** value) }];
	});
	const all = parts.reduce((total, { part }) => total + part, 0);
	if (all === 0) {
		return [...contributions];
	}
	const own = new Map(contributions.map(each => [each.feature, each]));
	const lists = parts.map(({ name, value, part }) => {
		return { feature: name, value, score: (own.get(name)?.score ?? 0) + (sum * part) / all };
	});
	const isList = new Set(lists.map(({ feature }) => feature));
	return [...lists, ...contributions.filter(({ feature }) => !ofFusion.has(feature) && !isList.has(feature))];
}

/** The candidates among the files, with features from the scores of their functions. */
function filesOf(ground: FeatureGround, { features: { positions }, sums }: ScoredFunctions): FeatureTable {
	const files = fileFeatures(ground, candidateFiles(ground, positions));
	const fileOf = positions.map(at => ground.model.fileOf[at] ?? 0);
	for (const [name, column] of functionScoresOfFiles(files.positions, { fileOf, scores: sums })) {
		files.add(name, (_, row) => column[row]);
	}
	return files;
}

/** Scores by position: the candidates' scores, and below them all others in their order. */
function aboveOthers(shares: Float64Array, positions: readonly number[], others: Float64Array): Float64Array {
	const least = shares.reduce((low, share) => Math.min(low, share), 1);
	const most = others.reduce((high, score) => Math.max(high, score), 0);
	const scores = others.map(score => (most === 0 ? 0 : (score / most) * least * 0.999));
	for (const [row, at] of positions.entries()) {
		scores[at] = shares[row] ?? 0;
	}
	return scores;
}

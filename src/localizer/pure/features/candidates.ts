import type { FeatureGround } from '../ranking/featureGround';
import { functionsFound } from '../ranking/foundEvidence';
import { bestFirst } from '../ranking/rankFusion';

type CandidateGround = Pick<FeatureGround, 'model' | 'scores' | 'evidence' | 'proofs'>;

const limits = { functions: 600, files: 8, siblings: 120, proven: 200, all: 1000 };

/**
 * The functions among which the bug is looked for: the most suspicious ones, those in the most suspicious files, and
 * those that were found. Positions, ascending.
 */
export function candidateFunctions({ model, scores, evidence, proofs }: CandidateGround): number[] {
	const { functions, files } = scores;
	const siblings = bestFirst(files, limits.files).flatMap(file =>
		bestOf(model.functionsIn(file), functions).slice(0, limits.siblings),
	);
	const best = bestFirst(functions, limits.functions);
	const proven = proofs.flatMap(list => bestFirst(list.scores, limits.proven));
	const all = new Set([...functionsFound(model, evidence), ...proven, ...best, ...siblings]);
	return [...all].slice(0, limits.all).sort((a, b) => a - b);
}

const fileLimits = { files: 100, functions: 200 };

/** The files among which the bug is looked for. Positions, ascending. */
export function candidateFiles({ model, scores }: CandidateGround, candidates: readonly number[]): number[] {
	const { functions, files } = scores;
	const owners = bestOf(candidates, functions)
		.slice(0, fileLimits.functions)
		.map(at => model.fileOf[at] ?? 0);
	return [...new Set([...bestFirst(files, fileLimits.files), ...owners])].sort((a, b) => a - b);
}

function bestOf(positions: readonly number[], scores: Float64Array): number[] {
	return [...positions].sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
}

import type { FeatureGround } from '../ranking/featureGround';
import { type FoundEvidence, functionsFound } from '../ranking/foundEvidence';
import type { ProofScores } from './proofScores';

/** In units of log-odds, for a text of `words` or more that only one function has; longer ones are no better. */
const gain = { most: 1.5, words: 3 };
/** A text of so many words is hardly in other code by chance. */
const provenWords = 6;
/** What more functions have is no proof. */
const mostFunctions = 10;

/**
 * The additions of texts that the issue quotes, or that a program printed, to the functions that have them word for
 * word: hardly any feature is as rare, and as telling.
 */
export function literalScores(
	{ model, evidence }: Pick<FeatureGround, 'model' | 'evidence'>,
	positions: readonly number[],
): ProofScores[] {
	const rows = new Map(positions.map((at, row) => [at, row]));
	const scores = new Float64Array(positions.length);
	for (const each of evidence.filter(({ kind }) => kind === 'string')) {
		const functions = functionsFound(model, [each]);
		for (const at of functions.length > mostFunctions ? [] : functions) {
			const row = rows.get(at);
			if (row !== undefined) {
				scores[row] = Math.max(scores[row] ?? 0, gainOf(each, functions.length));
			}
		}
	}
	return scores.some(score => score > 0) ? [{ name: 'string: word for word', scores }] : [];
}

/** Whether one function alone has a long text of the issue: then the issue is about this code. */
export function isWordForWord({ model, evidence }: Pick<FeatureGround, 'model' | 'evidence'>): boolean {
	return evidence.some(
		each => each.kind === 'string' && each.weight >= provenWords && functionsFound(model, [each]).length === 1,
	);
}

function gainOf({ weight }: FoundEvidence, nFunctions: number): number {
	return (gain.most * Math.min(1, weight / gain.words)) / Math.sqrt(nFunctions);
}

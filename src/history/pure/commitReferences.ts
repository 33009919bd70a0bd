/** How a commit refers to an earlier one. */
export const referenceKinds = ['fixes', 'regression', 'reverts', 'backport'] as const;

export type ReferenceKind = (typeof referenceKinds)[number];

export interface CommitReference {
	readonly kind: ReferenceKind;
	/** The first hexadecimal digits of the other commit's id, 7 at least. */
	readonly id: string;
}

const mostReferences = 20;
const longestId = 64;

/**
 * `Fixes: 1a2b3c4 ("title")`, `Regression in 1a2b3c4`, `This reverts commit 1a2b3c4`, and of a copy on another branch
 * `Backport of 1a2b3c4`, `(cherry picked from commit 1a2b3c4)`.
 */
const sentences: readonly (readonly [kind: ReferenceKind, pattern: RegExp])[] = [
	['fixes', /\bfixes:? {1,4}(?:commit )?([\da-f]{7,64})\b/gi],
	['regression', /\bregress(?:ion|ed) (?:in|from|by|since|introduced (?:in|by)) (?:commit )?([\da-f]{7,64})\b/gi],
	['reverts', /\breverts? (?:commit )?([\da-f]{7,64})\b/gi],
	['backport', /\b(?:backport of|cherry[- ]picked from) (?:commit )?([\da-f]{7,64})\b/gi],
];

/** The commits that a message names, each once, in order of their kinds. */
export function commitReferences(message: string): CommitReference[] {
	const found = new Map<string, CommitReference>();
	for (const [kind, pattern] of sentences) {
		for (const [, id = ''] of message.matchAll(pattern)) {
			const isHash = /\d/.test(id) && id.length <= longestId;
			if (isHash && !found.has(id) && found.size < mostReferences) {
				found.set(id, { kind, id: id.toLowerCase() });
			}
		}
	}
	return [...found.values()];
}

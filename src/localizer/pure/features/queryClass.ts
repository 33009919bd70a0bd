import type { FoundEvidence } from '../ranking/foundEvidence';

/** The kind of content an issue gives to search with: a trace, names that the code has, or prose only. */
export const queryClasses = ['trace', 'names', 'prose'] as const;
export type QueryClass = (typeof queryClasses)[number];

export function queryClassOf(evidence: readonly Pick<FoundEvidence, 'kind'>[]): QueryClass {
	const hasTrace = evidence.some(({ kind }) => kind === 'trace' || kind === 'test' || kind === 'state');
	return hasTrace ? 'trace' : evidence.length > 0 ? 'names' : 'prose';
}

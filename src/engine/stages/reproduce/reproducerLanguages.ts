import type { ReproducerData } from '../../../code/pure/languages/reproducerData';
import type { Workspace } from '../../../history/pure/workspace';

/** A language a reproducer can be written in, and how one of it runs. */
export interface ReproducerLanguage {
	readonly id: string;
	readonly name: string;
	readonly data: ReproducerData;
}

/** The languages of a workspace that a reproducer can be written in, those with the most files first. */
export function reproducerLanguages({ index, parser }: Workspace): ReproducerLanguage[] {
	const counts = new Map<string, number>();
	for (const { language } of index.files()) {
		if (language !== undefined) {
			counts.set(language, (counts.get(language) ?? 0) + 1);
		}
	}
	return parser.languages
		.flatMap(({ id, name, reproducer: data }) => (data === undefined || !counts.has(id) ? [] : { id, name, data }))
		.sort((a, b) => (counts.get(b.id) ?? 0) - (counts.get(a.id) ?? 0));
}

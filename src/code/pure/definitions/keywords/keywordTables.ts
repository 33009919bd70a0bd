import type { KeywordData, KeywordRole } from '../../languages/readerData';
import { type Lexis, lexisOf } from '../lexis';

/** The tables of a language, prepared for scanning. */
export interface KeywordTables {
	readonly data: KeywordData;
	readonly lexis: Lexis;
	readonly roles: ReadonlyMap<string, KeywordRole>;
	readonly recorded: ReadonlySet<string>;
}

export function keywordTables(data: KeywordData): KeywordTables {
	const roles = new Map<string, KeywordRole>();
	for (const [role, words] of Object.entries(data.words) as [KeywordRole, readonly string[]][]) {
		for (const word of words) {
			roles.set(word, role);
		}
	}
	const text = { hasEscapes: true, code: '$', long: { hasRows: true, code: '$', takesMarks: true } };
	const lexis = lexisOf({
		rowComment: '//',
		blockComments: 'nested',
		strings: { '"': text, "'": { hasEscapes: true }, '`': {} },
	});
	return { data, lexis, roles, recorded: new Set(data.recorded) };
}

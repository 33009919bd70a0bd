import type { StatementData, StatementRole } from '../../languages/readerData';
import { type Lexis, lexisOf } from '../lexis';

/** The tables of a language, prepared for scanning. */
export interface StatementTables {
	readonly data: StatementData;
	readonly lexis: Lexis;
	/** By the first character of `words`, a bit for each of their lengths. */
	readonly lengths: Uint32Array;
	readonly words: ReadonlyMap<string, StatementRole>;
	/** Words that are recorded before the name of a member. */
	readonly recorded: ReadonlySet<string>;
	readonly transparent: ReadonlySet<string>;
	readonly exports: ReadonlySet<string>;
	/** Words behind which a value begins. */
	readonly beforeValue: ReadonlySet<string>;
}

const beforeValue: readonly StatementRole[] = [
	...(['unary', 'dropped', 'new', 'infix', 'switch', 'case', 'do', 'else', 'return'] as const),
	...(['if', 'loop', 'module', 'otherwise', 'extends'] as const),
];

export function statementTables(data: StatementData): StatementTables {
	const words = new Map<string, StatementRole>();
	for (const [role, list] of Object.entries(data.words) as [StatementRole, readonly string[]][]) {
		for (const word of list) {
			words.set(word, role);
		}
	}
	const lengths = new Uint32Array(0x10000);
	for (const word of words.keys()) {
		const first = word.charCodeAt(0);
		lengths[first] = (lengths[first] ?? 0) | (1 << word.length);
	}
	const lexis = lexisOf({
		furtherWord: '$\\',
		rowComment: '//',
		blockComments: 'flat',
		strings: {
			[data.quotes]: { hasEscapes: true },
			[data.templates]: { hasEscapes: true, hasRows: true, code: '$' },
		},
		hasPatterns: true,
	});
	return {
		...{ data, words, lengths, lexis },
		recorded: new Set(data.recorded),
		transparent: new Set(data.transparent),
		exports: new Set(data.exports),
		beforeValue: new Set([...words].filter(([, role]) => beforeValue.includes(role)).map(([word]) => word)),
	};
}

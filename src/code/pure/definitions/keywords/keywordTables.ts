import type { KeywordRole, KeywordScanData } from '../../languages/skeletonData';
import { wordTable } from '../skeleton/skeletonParts';

/** The tables of a language, prepared for scanning. */
export interface KeywordTables {
	readonly data: KeywordScanData;
	readonly word: Uint8Array;
	readonly roles: ReadonlyMap<string, KeywordRole>;
	readonly recorded: ReadonlySet<string>;
}

export function keywordTables(data: KeywordScanData): KeywordTables {
	const roles = new Map<string, KeywordRole>();
	for (const [role, words] of Object.entries(data.words) as [KeywordRole, readonly string[]][]) {
		for (const word of words) {
			roles.set(word, role);
		}
	}
	return { data, word: wordTable(), roles, recorded: new Set(data.recorded) };
}

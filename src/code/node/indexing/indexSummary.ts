import type { LeftOutFile } from '../../pure/index/indexedFile';
import type { SymbolTable } from '../../pure/index/tables/symbolTable';
import type { GrammarFolder } from '../languages/grammarFolder';
import type { FileProblem } from '../listing/folderWalk';

/** Plain JSON data: it crosses from the process. */
export interface IndexStats {
	readonly nFiles: number;
	readonly nSymbols: number;
	/** Of all indexed files. */
	readonly sizeBytes: number;
	/** Number of files per language, by the language's name; largest first. */
	readonly languages: readonly { readonly name: string; readonly nFiles: number }[];
	/** Number of files taken from the cache; the others were read. */
	readonly nFromCache: number;
	/** Number of files without readable text, by reason. */
	readonly leftOut: Readonly<Partial<Record<LeftOutFile['reason'], number>>>;
	/** The files among them that are too large. */
	readonly tooLarge: readonly string[];
	readonly ms: number;
}

/** The facts about an index that are not in its table. */
export interface IndexSummary {
	readonly stats: IndexStats;
	/** Everything that could not be read or indexed properly. */
	readonly problems: readonly FileProblem[];
}

/** The figures of a table; no file of it is made. */
export function countIndexed(
	table: SymbolTable,
	{ languages }: Pick<GrammarFolder, 'languages'>,
): Omit<IndexStats, 'nFromCache' | 'ms'> {
	const nByLanguage = new Map<number, number>();
	const leftOut: Partial<Record<LeftOutFile['reason'], number>> = {};
	const { sections, strings } = table;
	const [numbers, sizes] = [sections.get('files.language'), sections.get('files.sizeBytes')];
	const tooLarge: string[] = [];
	let sizeBytes = 0;
	for (let row = 0; row < table.nRows; row++) {
		if (table.isLeftOut(row)) {
			const reason = table.stateAt(row) as LeftOutFile['reason'];
			leftOut[reason] = (leftOut[reason] ?? 0) + 1;
			reason === 'oversized' && tooLarge.push(table.pathAt(row));
		} else {
			const language = numbers[row] ?? 0;
			sizeBytes += sizes[row] ?? 0;
			nByLanguage.set(language, (nByLanguage.get(language) ?? 0) + 1);
		}
	}
	const byId = new Map([...nByLanguage].map(([number, nFiles]) => [strings.at(number), nFiles]));
	const byLanguage = languages.map(({ id, name }) => ({ name, nFiles: byId.get(id) ?? 0 }));
	return {
		...{ nFiles: sections.facts.nFiles, nSymbols: sections.facts.nSymbols, sizeBytes, leftOut, tooLarge },
		languages: byLanguage.filter(({ nFiles }) => nFiles > 0).sort((a, b) => b.nFiles - a.nFiles),
	};
}

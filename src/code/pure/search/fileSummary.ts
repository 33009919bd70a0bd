import type { FoundPlace } from '../../../runs/pure/model/foundPlace';
import type { SearchContext } from './searchContext';

const fileLimit = 3;
const nameLimit = 30;

export interface FileSummary {
	/** `a/b.x has 66 lines and defines Outer, Child.` */
	readonly note: string;
	readonly place: FoundPlace;
}

/**
 * Lists the definitions of each file in one line, shown after a search in it found nothing. Empty for more than a few
 * files.
 */
export async function summarizeFiles(context: SearchContext, paths: readonly string[]): Promise<FileSummary[]> {
	return paths.length > fileLimit ? [] : Promise.all(paths.map(path => summarize(context, path)));
}

async function summarize({ workspace, texts }: SearchContext, file: string): Promise<FileSummary> {
	const nLines = (await texts.lines(file)).length;
	const symbols = workspace.index.file(file)?.symbols ?? [];
	const names = [...new Set(symbols.filter(({ container }) => container === '').map(({ name }) => name))];
	const listed = names.slice(0, nameLimit).join(', ');
	const others = names.length > nameLimit ? ` and ${names.length - nameLimit} more` : '';
	const defines = names.length === 0 ? 'no definitions' : `defines ${listed}${others}`;
	return {
		note: `${file} has ${nLines} lines and ${defines}.`,
		place: { file, startLine: 1, endLine: Math.max(1, nLines) },
	};
}

import type { LanguageTable } from '../../../code/pure/definitions/languageTable';
import { hasWord } from '../../../code/pure/index/words/hasWord';
import type { LanguageData } from '../../../code/pure/languages/languageData';
import { makeBrief } from '../../../localizer/pure/brief/makeBrief';
import { isIdentifierShaped } from '../../../localizer/pure/brief/mentionedNames';
import { lastName } from '../../../runs/pure/model/symbol';
import { constructorAsClass, type Gold, nameOfId } from './gold';

/** The traits that group issues for comparison. */
export interface IssueTraits {
	readonly repository: string;
	readonly language: string;
	readonly text: 'stack trace' | 'names code' | 'prose only';
	/** Whether the text contains the name of a fixed function, or of its class if that is a constructor. */
	readonly fixed: 'named' | 'not named' | 'no symbol';
}

interface TraitsRequest {
	readonly repository: string;
	/** The issue's language, if known; else the first fixed file's. */
	readonly language?: string | undefined;
	readonly gold: Gold;
	readonly languages: LanguageTable;
	readonly all: readonly LanguageData[];
}

export function traitsOf(text: string, { repository, language, gold, languages, all }: TraitsRequest): IssueTraits {
	const [title = ''] = text.split('\n');
	const brief = makeBrief({ title, body: text, source: { kind: 'text' } }, all);
	const [file = ''] = gold.files;
	const fixed = gold.functions.length > 0 ? gold.functions : gold.classes;
	const fixedNames = fixed.map(id => lastName(nameOfId(constructorAsClass(id, languages))));
	const hasTrace = brief.tracebacks.some(({ frames }) => frames.length > 0) || (brief.crashes ?? []).length > 0;
	const hasCode =
		brief.paths.length > 0 || brief.names.some(name => name.form === 'code' || isIdentifierShaped(name.text));
	return {
		repository,
		language: language ?? languages.of(file)?.name ?? 'unknown',
		text: hasTrace ? 'stack trace' : hasCode ? 'names code' : 'prose only',
		fixed: fixed.length === 0 ? 'no symbol' : fixedNames.some(name => hasWord(text, name)) ? 'named' : 'not named',
	};
}

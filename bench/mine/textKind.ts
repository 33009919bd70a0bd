import type { LanguageData } from '../../src/core/index/languageData';
import { issueFromText } from '../../src/core/model/issueFromText';
import { makeBrief } from '../../src/core/rank/brief/makeBrief';
import { isIdentifierShaped } from '../../src/core/rank/brief/mentionedNames';
import type { FixedPlaces } from './fixedPlaces';
import type { Pair } from './pair';

/** What sort of text it is, and whether it names what was fixed; as the product reads an issue. */
export function textKind(
	text: string,
	{ files, functions }: Pick<FixedPlaces, 'files' | 'functions'>,
	languages: readonly LanguageData[],
): Pick<Pair, 'kind' | 'names_symbol'> {
	const issue = issueFromText(text, { kind: 'text' });
	if (issue === undefined) {
		return { kind: 'prose', names_symbol: false };
	}
	const brief = makeBrief(issue, languages);
	const names = brief.names.filter(({ form, text: name }) => form === 'code' || isIdentifierShaped(name));
	const isTrace = brief.tracebacks.length + (brief.crashes?.length ?? 0) > 0;
	const named = new Set([
		...brief.names.flatMap(({ text: name }) => name.split('.')),
		...brief.tracebacks.flatMap(({ frames }) => frames.flatMap(({ function: name = '' }) => name.split(/\W+/))),
	]);
	const symbols = functions.flatMap(id =>
		id
			.slice(id.lastIndexOf(':') + 1)
			.split('.')
			.slice(-2),
	);
	const paths = new Set(brief.paths.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)));
	const isNamed =
		symbols.some(name => named.has(name)) || files.some(file => paths.has(file.slice(file.lastIndexOf('/') + 1)));
	return { kind: isTrace ? 'trace' : names.length + brief.paths.length > 0 ? 'names' : 'prose', names_symbol: isNamed };
}

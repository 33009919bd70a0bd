import type { CodeSymbol, Place } from '../../../../runs/pure/model/symbol';
import type { ToolAnswer } from '../../../../runs/pure/model/toolAnswer';
import { ancestorsOf, isMemberOf } from '../../calls/inheritance';
import { answerText, countFiles, fullResultLimit } from '../answerText';
import { summarizeFiles } from '../fileSummary';
import { filesOfFocus } from '../scope/searchScopes';
import type { SearchContext } from '../searchContext';
import { definitionResult, fileResult, type SearchResult } from '../searchResult';
import { assignmentPattern, codePatterns, wordPattern } from '../text/codeQuery';
import { codeResults } from '../text/codeResults';
import { modulesCalled } from '../text/modulesCalled';
import { everywhere, inOrderOf } from '../text/scanOrder';
import { scanTexts } from '../text/textScan';
import { type Definition, groupDefinitions } from './definition';
import { type NameMatch, type NameRequest, ownerClasses } from './nameMatch';
import { matchNotes, missNotes, similarDefinitions } from './nameNotes';
import { isPhrase, type NameQuery } from './nameQuery';
import type { ParsedRequest } from './nameRequest';
import { nearNames } from './nearNames';
import { definitionsOfWords } from './wordDefinitions';

/**
 * Suggestions when nothing is defined at the requested place: lines that assign or contain the name there, its
 * definitions elsewhere (`match`), the file or folder it names, the class that does not have it, and similar names.
 */
export async function suggestNames(
	context: SearchContext,
	asked: ParsedRequest,
	match: NameMatch | undefined,
): Promise<ToolAnswer> {
	const { index } = context.workspace;
	const { request } = asked;
	const owners = ownerResults(context, request);
	const scope = scopeOf(context, request);
	const inScope = scope.length === 0 ? nothing : await findMentions(context, request.query, scope);
	const elsewhere = match === undefined ? [] : elsewhereResults(context, asked, match);
	const words = isPhrase(request.query) ? phraseDefinitions(context, request) : [];
	const modules = match === undefined ? await moduleResults(context, asked) : [];
	const isNowhere = [inScope.results, elsewhere, modules].every(results => results.length === 0);
	const anywhere = isNowhere ? await findMentions(context, request.query) : nothing;
	const summaries = isNowhere ? await summarizeFiles(context, [...(request.files ?? [])]) : [];
	const byWord = words.map(each => definitionResult(context, each, 'signature'));
	const suggestions: Suggestions = { inScope, elsewhere, modules, anywhere, owners: [...owners, ...byWord] };
	const known = ordered(suggestions);
	const similar = match === undefined ? similarDefinitions(index, request, filesOfFocus(context.focus)) : [];
	const isOpen = known.length === 0 && request.wanted === 'definition';
	const results = isOpen ? similarResults(context, asked, similar) : known;
	const isClear = isOpen ? results.length > 0 : areClear(suggestions);
	const shown = await answerText(context, {
		headline: headline(request, suggestions),
		notes: [
			...asked.notes,
			...(match === undefined ? missNotes(index, request, similar) : matchNotes(index, request, match)),
			...mentionNotes(request, inScope, anywhere),
			...summaries.map(({ note }) => note),
		],
		results,
		...(isClear ? {} : { nInFull: owners.length <= fullResultLimit ? owners.length : 0 }),
	});
	const places = [...results.flatMap(result => result.places), ...summaries.map(({ place }) => place)];
	return { ok: isClear, ...shown, places };
}

interface Suggestions {
	readonly inScope: Mentions;
	readonly elsewhere: readonly SearchResult[];
	readonly modules: readonly SearchResult[];
	readonly anywhere: Mentions;
	/** The named classes that do not have it, and definitions of words of it. */
	readonly owners: readonly SearchResult[];
}

const nothing: Mentions = { results: [], isAssigned: false, omissions: [] };

/** Whether the best kind of suggestion is small enough to be shown in full. */
function areClear({ inScope, elsewhere, modules, anywhere }: Suggestions): boolean {
	const best = inScope.isAssigned ? inScope.results : [elsewhere, modules].find(results => results.length > 0);
	const suggestions = best ?? (anywhere.isAssigned ? anywhere.results : []);
	return suggestions.length > 0 && suggestions.length <= fullResultLimit;
}

function ordered(suggestions: Suggestions): SearchResult[] {
	const { inScope, elsewhere, modules, anywhere, owners } = suggestions;
	const rest = [...modules, ...anywhere.results];
	if (!areClear(suggestions)) {
		return [...owners, ...inScope.results, ...elsewhere, ...rest];
	}
	return inScope.isAssigned
		? [...inScope.results, ...owners, ...elsewhere, ...rest]
		: [...elsewhere, ...modules, ...owners, ...inScope.results, ...anywhere.results];
}

function headline({ query }: NameRequest, { elsewhere }: Suggestions): string {
	return elsewhere.length === 0
		? `Found no definition of "${query.name}".`
		: `Found no such definition of "${query.name}", but ${elsewhere.length} elsewhere in ${countFiles(elsewhere)}.`;
}

function mentionNotes({ query }: NameRequest, inScope: Mentions, anywhere: Mentions): string[] {
	const isNowhere = [inScope, anywhere].every(({ results }) => results.length === 0) && anywhere !== nothing;
	const notesOn = (mentions: Mentions, where: string) =>
		mentions.results.length === 0
			? []
			: [`"${query.name}" is ${mentions.isAssigned ? 'assigned' : 'written'} ${where}.`, ...mentions.omissions];
	return [
		...(isNowhere ? [`"${query.text}" is not written anywhere in the workspace.`] : []),
		...notesOn(inScope, 'there'),
		...notesOn(anywhere, `in ${countFiles(anywhere.results)}`),
	];
}

/** The lines to search: the named files, or the named classes and their bases. */
function scopeOf({ workspace }: SearchContext, request: NameRequest): Place[] {
	const { index } = workspace;
	if (request.files !== undefined) {
		return [...request.files].map(file => ({ file, startLine: 1, endLine: Number.POSITIVE_INFINITY }));
	}
	const owners = ownerClasses(index, request.query.owners);
	return owners.length > fullResultLimit
		? []
		: owners.flatMap(owner => [owner, ...ancestorsOf(index, owner).map(({ symbol }) => symbol)]);
}

function ownerResults(context: SearchContext, { query }: NameRequest): SearchResult[] {
	const owners = ownerClasses(context.workspace.index, query.owners);
	return groupDefinitions(owners).map(definition => definitionResult(context, definition, 'signature'));
}

function phraseDefinitions(context: SearchContext, { query, files }: NameRequest): Definition[] {
	const { index } = context.workspace;
	const owners = ownerClasses(index, query.owners);
	return definitionsOfWords(context, query.name, symbol => {
		return files?.has(symbol.file) ?? owners.some(owner => isMemberOf(index, symbol, owner));
	});
}

/** All definitions of the only similar name: of several, none may be meant. */
function similarResults(
	context: SearchContext,
	{ search }: ParsedRequest,
	[nearest, ...others]: readonly CodeSymbol[],
): SearchResult[] {
	const symbols = nearest === undefined || others.length > 0 ? [] : context.workspace.index.named(nearest.name);
	return groupDefinitions(symbols).map(definition => definitionResult(context, definition, search.classView));
}

/** Definitions elsewhere; those in a class with a similar name come first. */
function elsewhereResults(
	context: SearchContext,
	{ request, search }: ParsedRequest,
	match: NameMatch,
): SearchResult[] {
	const last = request.query.owners.at(-1);
	const near =
		last === undefined ? [] : nearNames(last, new Set(match.symbols.flatMap(({ container }) => container.split('.'))));
	const rank = (container: string) => {
		const at = near.findIndex(name => container.split('.').includes(name));
		return at < 0 ? near.length : at;
	};
	const symbols = [...match.symbols].sort((a, b) => rank(a.container) - rank(b.container));
	return groupDefinitions(symbols).map(definition => definitionResult(context, definition, search.classView));
}

/** The name may refer to a file, a module or a folder. */
async function moduleResults(context: SearchContext, { request }: ParsedRequest): Promise<SearchResult[]> {
	const paths = await modulesCalled(context, request.query);
	return Promise.all(paths.map(async path => fileResult(context, path, (await context.texts.lines(path)).length)));
}

/** Occurrences of a name that has no definition. */
interface Mentions {
	readonly results: readonly SearchResult[];
	/** True when something is assigned to it there: an attribute, a variable, a key. */
	readonly isAssigned: boolean;
	readonly omissions: readonly string[];
}

/** Searches only some places or, without them, every text file of the workspace. */
async function findMentions(context: SearchContext, query: NameQuery, within?: readonly Place[]): Promise<Mentions> {
	const patterns = isPhrase(query)
		? codePatterns(query.text)
		: [assignmentPattern(query.name), wordPattern(query.name)];
	const order = within === undefined ? everywhere(context) : inOrderOf(within.map(place => place.file));
	const { hits, pattern, omissions } = await scanTexts(context, order, patterns);
	const inside = within === undefined ? hits : hits.filter(hit => within.some(place => contains(place, hit)));
	return { results: codeResults(context, inside), isAssigned: !isPhrase(query) && pattern === patterns[0], omissions };
}

function contains(outer: Place, inner: Place): boolean {
	return outer.file === inner.file && outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
}

import type { ToolAnswer } from '../../../../runs/pure/model/toolAnswer';
import { counted } from '../../../../system/pure/text/counted';
import type { SymbolIndex } from '../../index/symbolIndex';
import { answerText, countFiles, fullResultLimit } from '../answerText';
import { findFiles } from '../fileQuery';
import { Nearness } from '../scope/nearness';
import type { SearchContext } from '../searchContext';
import { definitionResult, type SearchResult } from '../searchResult';
import { modulesCalled } from '../text/modulesCalled';
import { type Definition, groupDefinitions } from './definition';
import { matchName, type NameMatch, type NameRequest, ownerDistance } from './nameMatch';
import { fileNotes, matchNotes, mostCompared, overriddenBy, overrideNotes } from './nameNotes';
import { bareName } from './nameQuery';
import {
	type ArrangedDefinitions,
	type NameSearch,
	type ParsedRequest,
	readRequest,
	respelledRequests,
} from './nameRequest';
import { suggestNames } from './nameSuggestions';
import { sourceName } from './sourceNames';

/**
 * Finds the definition of a name: an exact match; else the nearest match (inherited, nested, of another kind, spelled
 * differently), with the correction; else suggestions.
 */
export async function searchName(context: SearchContext, written: NameSearch): Promise<ToolAnswer> {
	const { index } = context.workspace;
	const source = await sourceName(context, written.name);
	const search = source === undefined ? written : { ...written, name: source };
	const files = search.fileName === undefined ? undefined : await findFiles(context, search.fileName);
	if (files?.how === 'outside') {
		return { ok: false, text: fileNotes(files).join('\n'), places: [] };
	}
	const read = readRequest(context, search, files);
	const { request } = read;
	const asked: ParsedRequest = {
		search,
		request,
		notes: [...fileNotes(files), ...compiledNote(written, source), ...read.notes],
	};
	const found = matchName(index, request);
	if (found !== undefined) {
		return isElsewhere(found) ? suggestNames(context, asked, found) : answerDefinitions(context, asked, found);
	}
	const isModule = request.query.owners.length > 0 && (await modulesCalled(context, request.query)).length > 0;
	const respelled = isModule ? undefined : respell(index, request);
	if (respelled === undefined) {
		return suggestNames(context, asked, undefined);
	}
	const [name, spelled] = [request.query.name, respelled.request.query.name];
	const respelling = bareName(spelled) === name ? [] : [`Nothing is called "${name}"; read as ${spelled}.`];
	const notes = [...asked.notes, ...respelling];
	return isElsewhere(respelled.match)
		? suggestNames(context, { ...asked, notes }, respelled.match)
		: answerDefinitions(context, { ...asked, request: respelled.request, notes }, respelled.match);
}

function compiledNote({ name }: NameSearch, source: string | undefined): string[] {
	return source === undefined ? [] : [`"${name.trim()}" is a compiled name: searched as ${source}.`];
}

function isElsewhere({ distance }: NameMatch): boolean {
	return distance.owner >= ownerDistance.elsewhere || distance.file > 0;
}

interface Respelled {
	readonly request: NameRequest;
	readonly match: NameMatch;
}

/**
 * The nearest definition whose name differs only in case and underscores; for a class only a class qualifies, and never
 * a variable.
 */
function respell(index: SymbolIndex, request: NameRequest): Respelled | undefined {
	const candidates = respelledRequests(index, request).flatMap(other => {
		const match = matchName(index, other);
		return match === undefined || match.distance.kind > (request.wanted === 'class' ? 0 : 1)
			? []
			: [{ request: other, match }];
	});
	const weigh = ({ match: { distance } }: Respelled) => distance.owner * 100 + distance.file * 10 + distance.kind;
	return candidates.sort((a, b) => weigh(a) - weigh(b))[0];
}

async function answerDefinitions(context: SearchContext, asked: ParsedRequest, match: NameMatch): Promise<ToolAnswer> {
	const { index } = context.workspace;
	const { request, search } = asked;
	const found = groupDefinitions(match.symbols);
	const { definitions, nFirst, notes } = search.arrange?.(found) ?? byNearness(context, found);
	const results = definitions.map(definition =>
		adorned(definition, definitionResult(context, definition, search.classView), search),
	);
	const isExact = match.distance.kind === 0;
	const isClear = isExact || definitions.length <= fullResultLimit;
	const shown = await answerText(context, {
		headline: headline(definitions, request.query.name),
		notes: [...asked.notes, ...matchNotes(index, request, match), ...overrides(context, definitions), ...notes],
		results,
		nInFull: isClear ? Math.min(nFirst, fullResultLimit) : 0,
	});
	return { ok: isClear, ...shown, places: results.flatMap(result => result.places) };
}

function adorned(definition: Definition, result: SearchResult, { adorn }: NameSearch): SearchResult {
	const { shown } = result;
	return adorn === undefined ? result : { ...result, shown: lines => adorn(definition, shown(lines)) };
}

/** Only those in files that the conversation knows are shown in full, if there are some. */
function byNearness(context: SearchContext, found: readonly Definition[]): ArrangedDefinitions {
	const nearness = new Nearness(context);
	const definitions = nearness.sort(basesFirst(context, found), ({ first }) => first);
	const nKnown = definitions.filter(({ file }) => nearness.isKnown(file)).length;
	return { definitions, nFirst: nKnown === 0 ? definitions.length : nKnown, notes: [] };
}

/** What is at file level first; a method says the more about the others, the more of them override it. */
function basesFirst({ workspace: { index } }: SearchContext, found: readonly Definition[]): readonly Definition[] {
	const methods = found.map(({ first }) => first).filter(({ kind }) => kind === 'method');
	const overridden = methods.length > mostCompared ? [] : methods.flatMap(each => overriddenBy(index, each));
	const counts = new Map(found.map(each => [each, overridden.filter(base => each.symbols.includes(base)).length]));
	const isMember = ({ first }: Definition) => (first.container === '' ? 0 : 1);
	return found.toSorted((a, b) => isMember(a) - isMember(b) || (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
}

function headline(definitions: readonly Definition[], name: string): string {
	const n = definitions.length;
	return `Found ${counted(n, 'definition')} of "${name}" in ${countFiles(definitions)}.`;
}

function overrides({ workspace }: SearchContext, definitions: readonly Definition[]): string[] {
	const [only, ...others] = definitions;
	const isMethod = only?.first.kind === 'method' && others.length === 0;
	return isMethod ? overrideNotes(workspace.index, only.first) : [];
}

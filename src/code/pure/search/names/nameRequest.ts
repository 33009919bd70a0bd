import { memberOrInherited } from '../../calls/inheritance';
import type { SymbolIndex } from '../../index/symbolIndex';
import type { FileMatch } from '../fileQuery';
import type { SearchContext } from '../searchContext';
import type { ClassView, ShownCode } from '../searchResult';
import { callbackQuery } from './callbackQuery';
import type { Definition } from './definition';
import type { NameRequest } from './nameMatch';
import { type NameQuery, parseName } from './nameQuery';
import { plain } from './nearNames';

/** Shorter names too often differ only in case. */
const respelledLength = 3;

/** A requested name as written, and the place it should be in. */
export interface WrittenName {
	readonly wanted: NameRequest['wanted'];
	readonly name: string;
	readonly className?: string;
}

export interface NameSearch extends WrittenName {
	readonly fileName?: string;
	/** How a found class is shown. */
	readonly classView: ClassView;
	/** Orders several definitions; the order of the index unless given. */
	readonly arrange?: (definitions: readonly Definition[]) => ArrangedDefinitions;
	/** Adds to the text shown for a definition. */
	readonly adorn?: (definition: Definition, shown: ShownCode) => ShownCode;
}

/** Definitions in the order they are shown in. */
export interface ArrangedDefinitions {
	readonly definitions: readonly Definition[];
	/** How many of the first may be shown in full. */
	readonly nFirst: number;
	/** How they were arranged, one sentence each. */
	readonly notes: readonly string[];
}

/** A request after parsing, with the notes made so far. */
export interface ParsedRequest {
	readonly search: NameSearch;
	readonly request: NameRequest;
	readonly notes: readonly string[];
}

export interface ReadRequest {
	readonly request: NameRequest;
	/** Corrections of the written name, one sentence each. */
	readonly notes: readonly string[];
}

/** Combines a written name, an optional class and the files to search into one request. */
export function readRequest({ workspace }: SearchContext, written: WrittenName, files?: FileMatch): ReadRequest {
	const { index } = workspace;
	const fillers = new Set(workspace.parser.languages.flatMap(language => language.keywords));
	const own = callbackQuery(index, written.name) ?? parseName(written.name, fillers);
	const owner = written.className === undefined ? undefined : parseName(written.className, fillers);
	const isSwapped = owner !== undefined && areSwapped(index, own, owner);
	const joined = owner === undefined ? own : isSwapped ? join(own, owner) : join(owner, own);
	const { query, note } = respellOwner(index, joined);
	const swapNote = isSwapped
		? [`"${own.name}" is the class and "${owner.name}" the method: read the other way round.`]
		: [];
	return {
		request: {
			wanted: written.wanted,
			query,
			...(files === undefined || files.paths.length === 0 ? {} : { files: new Set(files.paths) }),
		},
		notes: [...swapNote, ...note],
	};
}

/** The same request for names that differ from the requested one only in case and underscores. */
export function respelledRequests(index: SymbolIndex, request: NameRequest): NameRequest[] {
	const wanted = plain(request.query.name);
	const names = [...index.names()].filter(name => name !== request.query.name && plain(name) === wanted).sort();
	return wanted.length < respelledLength ? [] : names.map(name => ({ ...request, query: { ...request.query, name } }));
}

/** `inner` within `outer`; an owner that both name counts once. */
function join(outer: NameQuery, inner: NameQuery): NameQuery {
	const outers = [...outer.owners, outer.name];
	const owners = inner.owners.at(-1) === outer.name ? longer(outers, inner.owners) : [...outers, ...inner.owners];
	return { text: inner.text, owners, name: inner.name };
}

function longer(a: readonly string[], b: readonly string[]): readonly string[] {
	return b.length > a.length ? b : a;
}

/** Whether the method's name is a class that has a method with the class's name. */
function areSwapped(index: SymbolIndex, method: NameQuery, owner: NameQuery): boolean {
	return (
		index.classes(owner.name).length === 0 &&
		index.classes(method.name).some(symbol => memberOrInherited(index, symbol, owner.name).length > 0)
	);
}

/** Replaces an unknown last owner by the class that differs only in case and underscores: `queryset.filter`. */
function respellOwner(index: SymbolIndex, query: NameQuery): { query: NameQuery; note: string[] } {
	const last = query.owners.at(-1);
	if (last === undefined || index.named(last).length > 0 || isInPaths(index, last)) {
		return { query, note: [] };
	}
	const wanted = plain(last);
	const classes = [...index.names()].filter(name => plain(name) === wanted && index.classes(name).length > 0).sort();
	const [spelled] = classes;
	return spelled === undefined || wanted.length < respelledLength
		? { query, note: [] }
		: {
				query: { ...query, owners: [...query.owners.slice(0, -1), spelled] },
				note: [`There is no "${last}"; read as ${spelled}.`],
			};
}

function isInPaths(index: SymbolIndex, part: string): boolean {
	return index.files().some(({ path }) => path.split(/[/.]/).includes(part));
}

import type { SymbolIndex } from '../../../code/pure/index/symbolIndex';
import { type FileMatch, findFiles } from '../../../code/pure/search/fileQuery';
import { matchName, type NameRequest, ownerClasses, ownerDistance } from '../../../code/pure/search/names/nameMatch';
import { readRequest } from '../../../code/pure/search/names/nameRequest';
import type { SearchContext } from '../../../code/pure/search/searchContext';
import type { LineRange } from '../../../runs/pure/model/symbol';
import type { NamedPlace } from './namedPlaces';

/** A parsed place: which files its file may be, and which names it asks for. */
export interface WantedPlace {
	readonly named: NamedPlace;
	/** The files that the named file matches; absent if none was named. */
	readonly files?: FileMatch;
	/** The class, if one was named by itself or in front of the method. */
	readonly owner?: NameRequest;
	/** The method or function, with its class, modules and packages as owners. */
	readonly member?: NameRequest;
	readonly lines?: LineRange;
	/** How the written names were reinterpreted, a sentence each. */
	readonly notes: readonly string[];
}

type Names = Pick<WantedPlace, 'owner' | 'member' | 'notes'>;

/**
 * Reads a place a model named: a file that may carry lines (`a/b.x:12-20`), and dotted names in either of the other
 * fields.
 */
export async function readPlace(context: SearchContext, named: NamedPlace): Promise<WantedPlace> {
	const written = /^(?<file>.*?)(?::(?<from>\d+)(?:-(?<to>\d+))?)?$/s.exec(named.file?.trim() ?? '')?.groups;
	const files = written?.file ? await findFiles(context, written.file) : undefined;
	const lines = linesOf(
		named.startLine ?? number(written?.from) ?? named.endLine,
		named.endLine ?? number(written?.to ?? written?.from) ?? named.startLine,
	);
	return {
		named,
		...(files === undefined ? {} : { files }),
		...(lines === undefined ? {} : { lines }),
		...readNames(context, named, files),
	};
}

function number(digits: string | undefined): number | undefined {
	return digits === undefined ? undefined : Number(digits);
}

function linesOf(from: number | undefined, to: number | undefined): LineRange | undefined {
	return from === undefined || to === undefined
		? undefined
		: { startLine: Math.min(from, to), endLine: Math.max(from, to) };
}

function readNames(context: SearchContext, named: NamedPlace, files: FileMatch | undefined): Names {
	const { index } = context.workspace;
	const className = givenName(index, named.class);
	const name = givenName(index, named.method);
	if (name === undefined) {
		return className === undefined ? { notes: [] } : readClass(context, className, files);
	}
	const isWhole = className !== undefined && isWholeName(context, className, name);
	const written = isWhole ? { name: className } : className === undefined ? { name } : { name, className };
	const { request, notes } = readRequest(context, { wanted: 'callable', ...written }, files);
	return { member: request, ...ownerOf(request), notes };
}

/** Models write `none` and the like for a name they do not give. */
function givenName(index: SymbolIndex, name: string | undefined): string | undefined {
	const text = name?.trim() ?? '';
	const isEmpty = text === '' || (/^(none|null|undefined|n\/a|-+)$/i.test(text) && index.named(text).length === 0);
	return isEmpty ? undefined : text;
}

/** `Outer.run` as the class of `run`. */
function isWholeName(context: SearchContext, className: string, name: string): boolean {
	const { query: owner } = readRequest(context, { wanted: 'callable', name: className }).request;
	const { query: own } = readRequest(context, { wanted: 'callable', name }).request;
	return owner.name === own.name && owner.owners.length > 0 && !isClass(context.workspace.index, own.name);
}

function isClass(index: SymbolIndex, name: string): boolean {
	return index.classes(name).length > 0;
}

/** A class's field may hold a method with its class in front. */
function readClass(context: SearchContext, className: string, files: FileMatch | undefined): Names {
	const { index } = context.workspace;
	const { request, notes } = readRequest(context, { wanted: 'class', name: className }, files);
	return isMember(index, request)
		? { member: { ...request, wanted: 'callable' }, ...ownerOf(request), notes }
		: { owner: request, notes };
}

function isMember(index: SymbolIndex, request: NameRequest): boolean {
	const { owners, name } = request.query;
	if (owners.length === 0 || isClass(index, name)) {
		return false;
	}
	const isDefined = (matchName(index, request)?.distance.owner ?? ownerDistance.elsewhere) < ownerDistance.elsewhere;
	return isDefined || ownerClasses(index, owners).some(({ kind }) => kind !== 'module');
}

function ownerOf({ query, files }: NameRequest): Pick<WantedPlace, 'owner'> {
	const name = query.owners.at(-1);
	const owners = query.owners.slice(0, -1);
	return name === undefined
		? {}
		: {
				owner: {
					wanted: 'class',
					query: { text: query.owners.join('.'), owners, name },
					...(files === undefined ? {} : { files }),
				},
			};
}

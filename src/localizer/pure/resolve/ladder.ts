import { isMemberOf, memberOrInherited, symbolPlace } from '../../../code/pure/calls/inheritance';
import type { SymbolIndex } from '../../../code/pure/index/symbolIndex';
import { family, groupDefinitions } from '../../../code/pure/search/names/definition';
import {
	matchName,
	type NameMatch,
	type NameRequest,
	ownerClasses,
	ownerDistance,
} from '../../../code/pure/search/names/nameMatch';
import { matchNotes } from '../../../code/pure/search/names/nameNotes';
import { respelledRequests } from '../../../code/pure/search/names/nameRequest';
import { nearNames } from '../../../code/pure/search/names/nearNames';
import { type CodeSymbol, containerName } from '../../../runs/pure/model/symbol';
import type { Match } from './fit';
import type { WantedPlace } from './wantedPlace';

type Level = (index: SymbolIndex, wanted: WantedPlace) => Match | undefined;

/**
 * Resolves the names of a place in the named file: a method by its class, else by the file, else the class.
 * AutoCodeRover's levels 1 to 3, except that the first level looks in the named file before anywhere else.
 */
export const namesInFile: readonly Level[] = [methodOfClass, methodOfFile, classOfFile];

/** Resolves the names in all files: the class, else the method. AutoCodeRover's levels 4 and 5. */
export const namesAnywhere: readonly Level[] = [classAnywhere, methodAnywhere];

/** The first level that finds something. */
export function firstMatch(levels: readonly Level[], index: SymbolIndex, wanted: WantedPlace): Match | undefined {
	for (const level of levels) {
		const found = level(index, wanted);
		if (found !== undefined) {
			return found;
		}
	}
	return undefined;
}

function methodOfClass(index: SymbolIndex, { member }: WantedPlace): Match | undefined {
	return member === undefined || member.query.owners.length === 0
		? undefined
		: firstSpelling(index, member, request => {
				const match = matchInClass(index, request);
				return match === undefined
					? undefined
					: { symbols: match.symbols, notes: notesOf(index, request, match), classes: ownersOf(index, request, match) };
			});
}

/** The classes that only inherit the member found. */
function ownersOf(index: SymbolIndex, request: NameRequest, { distance }: NameMatch): CodeSymbol[] {
	const isInherited = distance.owner >= ownerDistance.inherited && distance.owner < ownerDistance.below;
	const owners = ownersIn(index, request);
	return isInherited ? (owners.length > 0 ? owners : ownerClasses(index, request.query.owners)) : [];
}

/** A class in the named file is the one meant, even if only a class of that name elsewhere has the method. */
function matchInClass(index: SymbolIndex, request: NameRequest): NameMatch | undefined {
	const match = matchName(index, request);
	if (match === undefined || match.distance.owner >= ownerDistance.elsewhere) {
		return undefined;
	}
	const owners = match.distance.file === 0 ? [] : ownersIn(index, request);
	if (owners.length === 0) {
		return ofClass(index, request, match);
	}
	const symbols = [...new Set(owners.flatMap(owner => memberOrInherited(index, owner, request.query.name)))];
	const isOwn = symbols.some(symbol => owners.some(owner => isMemberOf(index, symbol, owner)));
	const owner = isOwn ? ownerDistance.direct : ownerDistance.inherited;
	return symbols.length === 0 ? undefined : { symbols, distance: { owner, file: 1, kind: 0 } };
}

/** Drops symbols that are only in a file of the class's name: in many languages the file and the class share a name. */
function ofClass(index: SymbolIndex, { query }: NameRequest, match: NameMatch): NameMatch {
	const owners = ownerClasses(index, query.owners);
	const symbols = match.symbols.filter(symbol => owners.some(owner => isMemberOf(index, symbol, owner)));
	return symbols.length === 0 ? match : { ...match, symbols };
}

/** The named classes that are in the named file. */
function ownersIn(index: SymbolIndex, { query, files }: NameRequest): CodeSymbol[] {
	return ownerClasses(index, query.owners).filter(owner => files?.has(owner.file) === true && owner.kind !== 'module');
}

function methodOfFile(index: SymbolIndex, { member }: WantedPlace): Match | undefined {
	return member?.files === undefined
		? undefined
		: firstSpelling(index, withoutOwners(member), request => {
				const match = matchName(index, request);
				return match?.distance.file === 0 ? methodElsewhere(index, member, match) : undefined;
			});
}

/**
 * A method that is not in the named class. If that class is in the named file too, a match counts only if it is the one
 * function of that name in the file; otherwise the class is to get a new method.
 */
function methodElsewhere(index: SymbolIndex, member: NameRequest, match: NameMatch): Match | undefined {
	const owners = ownersIn(index, member);
	const symbols = nearestClass(member, match.symbols);
	const isCertain = groupDefinitions(symbols).length === 1 && match.distance.kind === 0;
	if (owners.length > 0 && !isCertain) {
		return undefined;
	}
	const notes = matchNotes(index, member, {
		symbols,
		distance: { ...match.distance, owner: ownerOfNone(member), file: 0 },
	});
	return { symbols, notes: [...notes, ...takenNote(member, symbols)], classes: owners };
}

function ownerOfNone({ query }: NameRequest): number {
	return query.owners.length === 0 ? ownerDistance.direct : ownerDistance.elsewhere;
}

/** Of methods of several classes, those whose class has a name similar to the named one. */
function nearestClass({ query }: NameRequest, symbols: readonly CodeSymbol[]): readonly CodeSymbol[] {
	const [nearest] = nearNames(query.owners.at(-1) ?? '', new Set(symbols.map(containerName)), 1);
	return nearest === undefined ? symbols : symbols.filter(symbol => containerName(symbol) === nearest);
}

function takenNote({ query }: NameRequest, symbols: readonly CodeSymbol[]): string[] {
	const [first, ...others] = groupDefinitions(symbols);
	const isOther = query.owners.length > 0 && first !== undefined && others.length === 0;
	return isOther ? [`Read as ${symbolPlace(first.first)}.`] : [];
}

function classOfFile(index: SymbolIndex, wanted: WantedPlace): Match | undefined {
	return wanted.owner?.files === undefined ? undefined : classMatch(index, wanted, match => match.distance.file === 0);
}

function classAnywhere(index: SymbolIndex, wanted: WantedPlace): Match | undefined {
	// A function or a variable of that name is meant only if nothing else was given.
	return classMatch(index, wanted, match => match.distance.kind === 0 || wanted.files === undefined);
}

function classMatch(
	index: SymbolIndex,
	{ owner, member }: WantedPlace,
	isAllowed: (match: NameMatch) => boolean,
): Match | undefined {
	return owner === undefined
		? undefined
		: firstSpelling(index, owner, request => {
				const match = matchName(index, request);
				const isMeant = match !== undefined && isAllowed(match) && (match.distance.kind === 0 || member === undefined);
				return isMeant
					? {
							symbols: match.symbols,
							notes: [...notesOf(index, request, match), ...addedNotes(index, member, match)],
							...(member === undefined ? {} : { added: member.query.name }),
						}
					: undefined;
			});
}

const elsewhereListed = 3;

/** Notes that the method is new, and lists others of its name. */
function addedNotes(index: SymbolIndex, member: NameRequest | undefined, { symbols, distance }: NameMatch): string[] {
	const [owner] = symbols;
	if (member === undefined || owner === undefined) {
		return [];
	}
	const { name } = member.query;
	const others = groupDefinitions(index.named(name)).map(({ first }) => symbolPlace(first));
	const known = others.length === 0 ? '' : ` Others of that name: ${others.slice(0, elsewhereListed).join(', ')}.`;
	const missing = { symbols, distance: { ...distance, owner: ownerDistance.elsewhere, file: 0, kind: 0 } };
	return [...matchNotes(index, member, missing), `"${name}" is taken for a new method of ${owner.name}.${known}`];
}

function methodAnywhere(index: SymbolIndex, { member }: WantedPlace): Match | undefined {
	return member === undefined
		? undefined
		: firstSpelling(index, withoutOwners(member), request => {
				const match = matchName(index, request);
				const isLoose = member.query.owners.length === 0 && member.files === undefined;
				if (match === undefined || (!isLoose && match.symbols.every(symbol => family(symbol) === 'variable'))) {
					return undefined;
				}
				const symbols = nearestClass(member, match.symbols);
				const distance = { ...match.distance, owner: ownerOfNone(member) };
				return {
					symbols,
					notes: [...notesOf(index, member, { symbols, distance }), ...takenNote(member, symbols)],
				};
			});
}

function withoutOwners(request: NameRequest): NameRequest {
	return { ...request, query: { ...request.query, owners: [] } };
}

/** Matches the name as written, else names that differ only in case and underscores. */
function firstSpelling(
	index: SymbolIndex,
	request: NameRequest,
	find: (request: NameRequest) => Match | undefined,
): Match | undefined {
	const exact = find(request);
	if (exact !== undefined || index.named(request.query.name).length > 0) {
		return exact;
	}
	for (const other of respelledRequests(index, request)) {
		const found = find(other);
		if (found !== undefined) {
			const note = `Nothing is called "${request.query.name}"; read as ${other.query.name}.`;
			return { ...found, notes: [note, ...found.notes] };
		}
	}
	return undefined;
}

/** Notes of a match, except that it is in another file: the caller adds that. */
function notesOf(index: SymbolIndex, request: NameRequest, match: NameMatch): string[] {
	return matchNotes(index, request, { ...match, distance: { ...match.distance, file: 0 } });
}

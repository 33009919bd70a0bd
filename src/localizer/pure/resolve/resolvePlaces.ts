import { resolvePath } from '../../../code/pure/calls/resolvePath';
import { placeOfLines, placeOfSymbol } from '../../../code/pure/search/foundPlace';
import { type SearchContext, searchContext } from '../../../code/pure/search/searchContext';
import type { Workspace } from '../../../history/pure/workspace';
import type { ShownPlaces } from '../../../models/pure/loop/shownPlaces';
import type { IssueBrief } from '../../../runs/pure/model/brief';
import type { FoundPlace } from '../../../runs/pure/model/foundPlace';
import type { Issue } from '../../../runs/pure/model/issue';
import type { BugLocation, Evidence } from '../../../runs/pure/model/location';
import { placeText } from '../../../runs/pure/model/placeText';
import { type CodeSymbol, type LineRange, lastName, qualifiedName } from '../../../runs/pure/model/symbol';
import { FileUnreadableError } from '../../../system/pure/files';
import { listed } from '../../../system/pure/text/listed';
import { explainLocation } from '../explain/explainLocation';
import { focusOf } from '../explain/focusLines';
import { statedBehavior } from '../explain/intendedBehavior';
import { IssueText } from '../explain/issueText';
import { type SymbolName, SymbolNames } from '../explain/namedSymbol';
import type { IssueGround } from '../explain/subject';
import { type ContextPlace, contextPlaces } from './contextPlaces';
import { type CurrentSource, CurrentSources } from './currentSources';
import { linesId, mergeLocations } from './mergeLocations';
import type { NamedPlace } from './namedPlaces';
import { overlaps, type Piece, pieceOf } from './piece';
import { nameOf, type ResolvedPlace, resolvePlace, type UnresolvedPlace } from './resolvePlace';
import { readPlace, type WantedPlace } from './wantedPlace';

export interface ResolvedPlaces {
	/** Best first, each place once. */
	readonly locations: readonly BugLocation[];
	/** Code to show beside them. */
	readonly context: readonly ContextPlace[];
	readonly unresolved: readonly Unresolved[];
	/** The other named places, in their order. */
	readonly resolved: readonly Resolved[];
	/** Differences between the code found and the names given, a sentence each, for the model and the user. */
	readonly notes: readonly string[];
}

export interface Unresolved {
	readonly named: NamedPlace;
	/** The problem, and the existing names. */
	readonly problem: string;
	/** The same in a few words. */
	readonly reason: string;
}

/** A named place with the code found for it. */
export interface Resolved {
	readonly named: NamedPlace;
	readonly places: readonly FoundPlace[];
	/** It has another file, class or name than the named place. */
	readonly isOther: boolean;
	readonly notes: readonly string[];
	/** The note that lines were named which are not in the named code. */
	readonly outside?: string;
}

/**
 * Finds the code a model means by the places it named: AutoCodeRover's six levels, except that every level respects the
 * named file, all matching places are returned, and notes report how each was read. Nothing outside the workspace is
 * read.
 */
export async function resolvePlaces(
	named: readonly NamedPlace[],
	workspace: Workspace,
	given: NamingContext,
): Promise<ResolvedPlaces> {
	const names = new SymbolNames(workspace.index);
	const naming: Naming = { ...given, ground: groundOf(given, workspace, names) };
	const context = searchContext(workspace, naming.signal);
	const sources = new CurrentSources(workspace);
	const found: Found[] = [];
	const unresolved: Unresolved[] = [];
	for (const each of named.flatMap(eachMethod)) {
		naming.signal?.throwIfAborted();
		const outcome = await find(context, sources, { named: each, naming });
		if ('problem' in outcome) {
			unresolved.push({ named: each, problem: outcome.problem, reason: outcome.reason });
		} else {
			found.push(outcome);
		}
	}
	const { index } = workspace;
	const located = found.flatMap(({ symbols }) => symbols);
	const classes = found.flatMap(each => each.classes);
	return {
		locations: mergeLocations(found.flatMap(({ locations }) => locations)).map((location, at) =>
			withBehavior(location, { brief: naming.brief, isFirst: at === 0 }, names),
		),
		context: await contextPlaces({ index, sources }, located, classes),
		unresolved,
		resolved: found.map(({ locations, symbols: _symbols, classes: _classes, ...each }) => ({
			...each,
			places: locations,
		})),
		notes: [...new Set(found.flatMap(({ notes }) => notes))],
	};
}

interface Found extends Omit<Resolved, 'places'> {
	readonly locations: readonly Omit<BugLocation, 'score'>[];
	/** As the index knows them. */
	readonly symbols: readonly CodeSymbol[];
	readonly classes: readonly CodeSymbol[];
}

async function find(
	context: SearchContext,
	sources: CurrentSources,
	{ named, naming }: { named: NamedPlace; naming: Naming },
): Promise<Found | Pick<Unresolved, 'problem' | 'reason'>> {
	const wanted = await readPlace(context, named);
	const resolved = await resolvePlace(context, sources, wanted);
	if ('problem' in resolved) {
		return { ...resolved, reason: reasonOf(wanted, resolved) };
	}
	try {
		return await asLocations(sources, resolved, { wanted, naming });
	} catch (error) {
		if (error instanceof FileUnreadableError) {
			return { problem: `${error.message}.`, reason: 'the file cannot be read' };
		}
		throw error;
	}
}

function reasonOf({ files, owner, member }: WantedPlace, { isAmbiguous }: UnresolvedPlace): string {
	if (isAmbiguous === true) {
		return 'several places fit';
	}
	const what =
		files?.paths.length === 0 ? 'file' : member !== undefined ? 'method' : owner !== undefined ? 'class' : 'line';
	return `no such ${what}`;
}

async function asLocations(
	sources: CurrentSources,
	resolved: ResolvedPlace,
	{ wanted, naming }: { wanted: WantedPlace; naming: Naming },
): Promise<Found | Pick<Unresolved, 'problem' | 'reason'>> {
	const now = await Promise.all(resolved.pieces.map(piece => pieceNow(sources, piece)));
	const pieces = now.filter(piece => piece !== undefined);
	if (pieces.length === 0) {
		return { problem: resolved.pieces.map(goneText).join(' '), reason: 'it is gone' };
	}
	const context = { wanted, resolved: { ...resolved, pieces }, context: naming };
	const outside = outsideNote(wanted, pieces);
	return {
		named: wanted.named,
		isOther: resolved.isOther === true,
		locations: await Promise.all(
			pieces.map(async piece => locationOfPiece(piece, await sources.of(piece.file), context)),
		),
		symbols: resolved.pieces.flatMap(({ symbols }) => symbols),
		classes: resolved.classes ?? [],
		notes: [...resolved.notes, ...manyNote(pieces), ...(outside === undefined ? [] : [outside])],
		...(outside !== undefined && { outside }),
	};
}

/** The piece with the lines its file has now. */
async function pieceNow(sources: CurrentSources, piece: Piece): Promise<Piece | undefined> {
	const symbols = await Promise.all(piece.symbols.map(symbol => sources.find(symbol)));
	const known = symbols.filter(symbol => symbol !== undefined);
	return piece.symbols.length === 0 ? piece : known.length === 0 ? undefined : pieceOf(known);
}

function goneText({ file, symbols: [first] }: Piece): string {
	return `${first === undefined ? 'What was named' : qualifiedName(first)} is no longer in ${file}.`;
}

function manyNote(pieces: readonly Piece[]): string[] {
	const places = pieces.map(piece => placeText(piece));
	return pieces.length > 1 ? [`${pieces.length} places fit equally well: ${listed(places)}.`] : [];
}

/** Lines of the named file that are not in the code of the named class or method. */
function outsideNote({ lines, files }: WantedPlace, pieces: readonly Piece[]): string | undefined {
	const inFile = pieces.filter(({ file }) => files?.paths.includes(file));
	const [first] = inFile;
	if (lines === undefined || first === undefined || inFile.some(piece => overlaps(piece, lines))) {
		return undefined;
	}
	return `${placeText({ file: first.file, ...lines })} is outside of ${nameOf(first)} (${placeText(first)}).`;
}

const name = String.raw`[\p{L}_$~][\p{L}\p{N}_$.:#~]*(?:\(\))?`;
/** No list of names is longer. */
const methodLimit = 400;
const severalNames = new RegExp(String.raw`^\s*${name}(?:(?:\s*[,;]\s*(?:and\s+)?|\s+and\s+)${name})+\s*$`, 'u');

/** A place for each method if a model lists several in one: `save, load and close()`. */
export function eachMethod(named: NamedPlace): NamedPlace[] {
	const { method } = named;
	return method !== undefined && method.length <= methodLimit && severalNames.test(method)
		? method
				.trim()
				.split(/\s*[,;]\s*(?:and\s+)?|\s+and\s+/)
				.map(each => ({ ...named, method: each }))
		: [named];
}

export interface NamingContext {
	/** The run node of the answer that named the places. */
	readonly node: string;
	/** Rounds before it, oldest first. */
	readonly support?: readonly ShownPlaces[];
	/** Gives the intended behavior if the model gave none. */
	readonly brief?: IssueBrief;
	/** Its text shows which lines of a location matter. */
	readonly issue?: Issue;
	readonly signal?: AbortSignal;
}

interface Naming extends NamingContext {
	readonly ground: IssueGround | undefined;
}

function groundOf({ brief, issue }: NamingContext, { index }: Workspace, names: SymbolNames): IssueGround | undefined {
	if (brief === undefined || issue === undefined) {
		return undefined;
	}
	const paths = index.files().map(({ path }) => path);
	return {
		brief,
		text: new IssueText(brief.edited ?? issue.body, brief.title, brief.form),
		names,
		placeOfFrame: frame => {
			const [file] = resolvePath(paths, frame.file);
			return file === undefined ? undefined : { file, ...(frame.line !== undefined && { line: frame.line }) };
		},
		resolvePath: written => resolvePath(paths, written)[0],
		nFunctionsWith: () => Number.POSITIVE_INFINITY,
		nFunctions: 0,
	};
}

/** One piece, with the lines its file has now, as a location with its intended behavior and its evidence. */
function locationOfPiece(
	piece: Piece,
	source: CurrentSource,
	{ wanted, resolved, context }: { wanted: WantedPlace; resolved: ResolvedPlace; context: Naming },
): Omit<BugLocation, 'score'> {
	const { file, startLine, endLine } = piece;
	const [first] = piece.symbols;
	const { class: owner, method } = namesOf(piece, source);
	const place: FoundPlace = {
		file,
		startLine,
		endLine,
		...(owner === undefined ? {} : { class: owner }),
		...(method === undefined ? {} : { method }),
	};
	return {
		id: first === undefined ? linesId(piece) : `${file}#${qualifiedName(first)}`,
		...place,
		intendedBehavior: wanted.named.intendedBehavior.trim(),
		...(wanted.named.cause !== undefined && { cause: wanted.named.cause }),
		...focusOfPiece(piece, { place, source, wanted }, context),
		evidence: [namedBy(wanted, resolved, place, context), ...shownBy(place, context)],
	};
}

/** A file as a whole has no names, even if it is all one class. */
function namesOf(piece: Piece, { index, lines }: CurrentSource): Pick<FoundPlace, 'class' | 'method'> {
	const [first] = piece.symbols;
	if (first !== undefined) {
		return placeOfSymbol(index, first);
	}
	const isWhole = piece.startLine === 1 && piece.endLine >= lines.length;
	return isWhole ? {} : placeOfLines(index, piece.file, piece);
}

/** The lines that the model named, if they are not all of the code; else those that the issue is about. */
function focusOfPiece(
	{ symbols, startLine, endLine }: Piece,
	{ place, source, wanted }: { place: FoundPlace; source: CurrentSource; wanted: WantedPlace },
	{ ground }: Naming,
): Pick<BugLocation, 'focus' | 'isFocusNamed'> {
	const { lines } = wanted;
	if (lines !== undefined && overlaps(place, lines)) {
		const range = { startLine: Math.max(startLine, lines.startLine), endLine: Math.min(endLine, lines.endLine) };
		const isNarrower = range.startLine > startLine || range.endLine < endLine;
		if (isNarrower || symbols.length === 0) {
			return { focus: [range], isFocusNamed: true };
		}
	}
	const subject = { place, symbols, file: source.lines };
	return { focus: ground === undefined ? focusOf(subject, []) : explainLocation(subject, ground).focus };
}

/** Adds the issue's statement if the model stated nothing. */
function withBehavior(
	location: BugLocation,
	{ brief, isFirst }: { readonly brief: IssueBrief | undefined; readonly isFirst: boolean },
	names: SymbolNames,
): BugLocation {
	return location.intendedBehavior !== '' || brief === undefined
		? location
		: { ...location, ...statedBehavior(brief, { symbol: symbolOf(location), isFirst }, names) };
}

function symbolOf({ class: owner, method }: BugLocation): SymbolName | undefined {
	const named = method ?? owner;
	return named === undefined
		? undefined
		: {
				name: lastName(named),
				...(method === undefined || owner === undefined ? {} : { owner: lastName(owner) }),
				isClass: method === undefined,
			};
}

function namedBy(
	{ named, files }: WantedPlace,
	{ pieces, added }: ResolvedPlace,
	place: FoundPlace,
	{ node }: NamingContext,
): Evidence {
	const names = [named.class, named.method].filter(name => name !== undefined && name !== '').join('.');
	const label = names === '' ? named.file : `${names}${named.file ? ` in ${named.file}` : ''}`;
	const isElsewhere = files !== undefined && !files.paths.includes(place.file);
	const sentences = [
		`Named by the model as ${label}${isElsewhere ? ', found here' : ''}.`,
		...(added === undefined ? [] : [`"${added}" is to be added to it.`]),
		...(pieces.length > 1 ? [`One of ${pieces.length} places that fit.`] : []),
	];
	return { kind: 'model', text: sentences.join(' '), node };
}

/**
 * One piece of evidence for each round whose answers contained code of the place. A whole file or class does not count
 * as showing its content.
 */
function shownBy(place: FoundPlace, { support = [] }: NamingContext): Evidence[] {
	const isShown = (shown: FoundPlace) =>
		shown.file === place.file && (isWithin(shown, place) || (shown.method !== undefined && isWithin(place, shown)));
	return support
		.filter(({ places }) => places.some(isShown))
		.map(({ node }) => ({ kind: 'model', text: 'Its code was among the answers of this round.', node }));
}

function isWithin(inner: LineRange, outer: LineRange): boolean {
	return outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
}

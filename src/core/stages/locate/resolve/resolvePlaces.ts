import type { BugLocation } from '../../../model/location';
import { placeText } from '../../../model/placeText';
import { type CodeSymbol, qualifiedName } from '../../../model/symbol';
import { FileUnreadableError } from '../../../ports';
import { type SearchContext, searchContext } from '../../../search/searchContext';
import type { Workspace } from '../../../workspace';
import { listed } from '../outcomeText';
import type { NamedPlace } from '../reply/namedPlaces';
import { type ContextPlace, contextPlaces } from './contextPlaces';
import { CurrentSources } from './currentSources';
import { eachMethod } from './eachMethod';
import { locationOfPiece, type NamingContext } from './locationOfPiece';
import { mergeLocations } from './mergeLocations';
import { type Piece, pieceOf } from './piece';
import { type ResolvedPlace, resolvePlace, type UnresolvedPlace } from './resolvePlace';
import { readPlace, type WantedPlace } from './wantedPlace';

export interface ResolvedPlaces {
	/** Best first, each place once. */
	readonly locations: readonly BugLocation[];
	/** Code to show beside them. */
	readonly context: readonly ContextPlace[];
	readonly unresolved: readonly Unresolved[];
	/** How what was found differs from what was named, a sentence each, for the model and the person. */
	readonly notes: readonly string[];
}

export interface Unresolved {
	readonly named: NamedPlace;
	/** What is wrong and what there is instead. */
	readonly problem: string;
}

/**
 * Finds the code a model means with the places it named: AutoCodeRover's ladder of six levels, which here respects the
 * file named on each, shows every place that fits, and says how each was read. Nothing outside the workspace is read.
 */
export async function resolvePlaces(
	named: readonly NamedPlace[],
	workspace: Workspace,
	naming: NamingContext,
): Promise<ResolvedPlaces> {
	const context = searchContext(workspace, naming.signal);
	const sources = new CurrentSources(workspace);
	const found: Found[] = [];
	const unresolved: Unresolved[] = [];
	for (const each of named.flatMap(eachMethod)) {
		naming.signal?.throwIfAborted();
		const outcome = await find(context, sources, { named: each, naming });
		if ('problem' in outcome) {
			unresolved.push({ named: each, problem: outcome.problem });
		} else {
			found.push(outcome);
		}
	}
	const { index } = workspace;
	const located = found.flatMap(({ symbols }) => symbols);
	const classes = found.flatMap(each => each.classes);
	return {
		locations: mergeLocations(found.flatMap(({ locations }) => locations)),
		context: await contextPlaces({ index, sources }, located, classes),
		unresolved,
		notes: [...new Set(found.flatMap(({ notes }) => notes))],
	};
}

interface Found {
	readonly locations: readonly Omit<BugLocation, 'score'>[];
	/** As the index knows them. */
	readonly symbols: readonly CodeSymbol[];
	readonly classes: readonly CodeSymbol[];
	readonly notes: readonly string[];
}

async function find(
	context: SearchContext,
	sources: CurrentSources,
	{ named, naming }: { named: NamedPlace; naming: NamingContext },
): Promise<Found | UnresolvedPlace> {
	const wanted = await readPlace(context, named);
	const resolved = await resolvePlace(context, sources, wanted);
	if ('problem' in resolved) {
		return resolved;
	}
	try {
		return await asLocations(sources, resolved, { wanted, naming });
	} catch (error) {
		if (error instanceof FileUnreadableError) {
			return { problem: `${error.message}.` };
		}
		throw error;
	}
}

async function asLocations(
	sources: CurrentSources,
	resolved: ResolvedPlace,
	{ wanted, naming }: { wanted: WantedPlace; naming: NamingContext },
): Promise<Found | UnresolvedPlace> {
	const now = await Promise.all(resolved.pieces.map(piece => pieceNow(sources, piece)));
	const pieces = now.filter(piece => piece !== undefined);
	if (pieces.length === 0) {
		return { problem: resolved.pieces.map(goneText).join(' ') };
	}
	const context = { wanted, resolved: { ...resolved, pieces }, context: naming };
	return {
		locations: await Promise.all(
			pieces.map(async piece => locationOfPiece(piece, await sources.of(piece.file), context)),
		),
		symbols: resolved.pieces.flatMap(({ symbols }) => symbols),
		classes: resolved.classes ?? [],
		notes: [...resolved.notes, ...manyNote(pieces)],
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

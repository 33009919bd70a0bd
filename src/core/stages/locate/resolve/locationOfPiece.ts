import type { ShownPlaces } from '../../../agent/callRunner';
import type { IssueBrief } from '../../../model/brief';
import type { BugLocation, Evidence } from '../../../model/location';
import { placeName } from '../../../model/placeText';
import type { FoundPlace } from '../../../model/runEvent';
import { type LineRange, qualifiedName } from '../../../model/symbol';
import { placeOfLines, placeOfSymbol } from '../../../search/foundPlace';
import { intendedBehavior } from '../intendedBehavior';
import type { CurrentSource } from './currentSources';
import { linesId } from './mergeLocations';
import type { Piece } from './piece';
import type { ResolvedPlace } from './resolvePlace';
import type { WantedPlace } from './wantedPlace';

export interface NamingContext {
	/** The run node of the answer that named the places. */
	readonly node: string;
	/** Rounds before it, oldest first. */
	readonly support?: readonly ShownPlaces[];
	/** For what the code should do where the model did not say. */
	readonly brief?: IssueBrief;
	readonly signal?: AbortSignal;
}

/** One piece, its lines those of the file as it is now, as a location: what is said of it, and why it is believed. */
export function locationOfPiece(
	piece: Piece,
	source: CurrentSource,
	{ wanted, resolved, context }: { wanted: WantedPlace; resolved: ResolvedPlace; context: NamingContext },
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
		intendedBehavior: behavior(wanted, place, context),
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

function behavior({ named }: WantedPlace, place: FoundPlace, { brief }: NamingContext): string {
	const written = named.intendedBehavior.trim();
	return written === '' && brief !== undefined ? intendedBehavior(brief, `${placeName(place)} ${place.file}`) : written;
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

/** Each round whose answers held code of the place once; a file or a class as a whole shows none of what is in it. */
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

import { fileNotes } from '../../../search/nameNotes';
import type { SearchContext } from '../../../search/searchContext';
import { listed } from '../outcomeText';
import { withBodies } from './bodies';
import type { CurrentSources } from './currentSources';
import type { Fit } from './fit';
import { climb, namesAnywhere, namesInFile } from './ladder';
import { overlaps, type Piece, piecesOf } from './piece';
import { nothingFound, tooMany, tooManyFiles } from './placeProblem';
import { filePieces, linePieces, type TextPieces } from './textPieces';
import type { WantedPlace } from './wantedPlace';

/** What one named place stands for. */
export interface ResolvedPlace extends Pick<Fit, 'added' | 'classes' | 'notes'> {
	/** Up to three that fit equally well. */
	readonly pieces: readonly Piece[];
}

export interface UnresolvedPlace {
	readonly problem: string;
}

/** More than these cannot all be meant. */
const fitLimit = 3;

/** Climbs down from the names in the file named over the lines named and the names anywhere to the file alone. */
export async function resolvePlace(
	context: SearchContext,
	sources: CurrentSources,
	wanted: WantedPlace,
): Promise<ResolvedPlace | UnresolvedPlace> {
	const { files, lines, owner, member } = wanted;
	const { index } = context.workspace;
	if (files?.how === 'outside') {
		return { problem: fileNotes(files).join(' ') };
	}
	const there = climb(namesInFile, index, wanted);
	if (there !== undefined) {
		return chosen(context, wanted, there);
	}
	const isNamed = owner !== undefined || member !== undefined;
	const shown = lines === undefined ? undefined : await textOf(wanted, paths => linePieces(sources, paths, lines));
	if (shown !== undefined && (!isNamed || 'pieces' in shown)) {
		return isNamed && 'pieces' in shown ? { ...shown, notes: [nothingFound(context, wanted), ...shown.notes] } : shown;
	}
	const anywhere = isNamed ? climb(namesAnywhere, index, wanted) : undefined;
	if (anywhere !== undefined) {
		return chosen(context, wanted, anywhere);
	}
	const whole = isNamed ? undefined : await textOf(wanted, paths => filePieces(sources, paths));
	return whole ?? { problem: nothingFound(context, wanted) };
}

/** Lines of the files named; undefined where no file was. */
async function textOf(
	wanted: WantedPlace,
	read: (paths: readonly string[]) => Promise<TextPieces>,
): Promise<ResolvedPlace | UnresolvedPlace | undefined> {
	const paths = wanted.files?.paths ?? [];
	if (paths.length === 0) {
		return undefined;
	}
	if (paths.length > fitLimit || wanted.files?.how === 'folder') {
		return { problem: tooManyFiles(wanted) };
	}
	const { pieces, notes } = await read(paths);
	return pieces.length === 0
		? { problem: notes.join(' ') }
		: { pieces, notes: [...fileNotes(wanted.files), ...wanted.notes, ...notes] };
}

async function chosen(context: SearchContext, wanted: WantedPlace, fit: Fit): Promise<ResolvedPlace | UnresolvedPlace> {
	const isNamedFile = (piece: Piece) => wanted.files?.paths.includes(piece.file) ?? false;
	const all = piecesOf(fit.symbols);
	const isThere = all.some(isNamedFile);
	const { kept, notes } = isThere ? { kept: all, notes: [] } : withoutTests(context, all);
	const bodied = await withBodies(context, kept);
	const pieces = inLines(wanted, bodied);
	return pieces.length > fitLimit
		? { problem: tooMany(pieces) }
		: {
				...fit,
				pieces,
				notes: [...fileNotes(wanted.files), ...wanted.notes, ...fit.notes, ...notes, ...otherFile(wanted, fit, pieces)],
			};
}

/** Of several the ones the lines named are in. */
function inLines({ lines, files }: WantedPlace, pieces: readonly Piece[]): readonly Piece[] {
	const meant = pieces.filter(
		piece => lines !== undefined && overlaps(piece, lines) && (files?.paths.includes(piece.file) ?? true),
	);
	return meant.length > 0 ? meant : pieces;
}

/** The bug is in tests only where nothing else fits. */
function withoutTests(
	{ workspace: { index } }: SearchContext,
	pieces: readonly Piece[],
): { kept: readonly Piece[]; notes: string[] } {
	const tests = pieces.filter(({ file }) => index.file(file)?.isTest === true);
	if (tests.length === 0 || tests.length === pieces.length) {
		return { kept: pieces, notes: [] };
	}
	const places = [...new Set(tests.map(({ file, startLine }) => `${file}:${startLine}`))];
	return { kept: pieces.filter(piece => !tests.includes(piece)), notes: [`In test code as well: ${listed(places)}.`] };
}

/** That what was named is not in the file named. */
function otherFile({ files, member, owner }: WantedPlace, { added }: Fit, pieces: readonly Piece[]): string[] {
	if (files === undefined || pieces.every(({ file }) => files.paths.includes(file))) {
		return [];
	}
	const name = (added === undefined ? member : undefined)?.query.name ?? owner?.query.name;
	const where = files.paths.length > 0 && files.paths.length <= fitLimit ? listed(files.paths) : files.written;
	return [`"${name}" is not in ${where}: taken from ${listed([...new Set(pieces.map(({ file }) => file))])}.`];
}

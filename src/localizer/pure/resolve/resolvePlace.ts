import { stemOf, symbolPlace } from '../../../code/pure/calls/inheritance';
import type { SymbolIndex } from '../../../code/pure/index/symbolIndex';
import { fileNotes, missNotes, similarNames } from '../../../code/pure/search/names/nameNotes';
import { nearNames, plain } from '../../../code/pure/search/names/nearNames';
import type { SearchContext } from '../../../code/pure/search/searchContext';
import { placeText } from '../../../runs/pure/model/placeText';
import { type CodeSymbol, isCallable, isClassLike, qualifiedName } from '../../../runs/pure/model/symbol';
import { counted } from '../../../system/pure/text/counted';
import { listed } from '../../../system/pure/text/listed';
import type { CurrentSources } from './currentSources';
import type { Match } from './fit';
import { firstMatch, namesAnywhere, namesInFile } from './ladder';
import { overlaps, type Piece, piecesOf } from './piece';
import { filePieces, linePieces, type TextPieces } from './textPieces';
import type { WantedPlace } from './wantedPlace';

/** The code that one named place means. */
export interface ResolvedPlace extends Pick<Match, 'added' | 'classes' | 'notes'> {
	/** Up to three that match equally well. */
	readonly pieces: readonly Piece[];
	/** They have another file, class or name than the place. */
	readonly isOther?: boolean;
}

export interface UnresolvedPlace {
	readonly problem: string;
	/** It fits more places than can be meant; else it does not exist. */
	readonly isAmbiguous?: boolean;
}

/** More than these cannot all be meant. */
const matchLimit = 3;

/** Tries the names in the named file, then the named lines, then the names anywhere, then only the file. */
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
	const inFile = firstMatch(namesInFile, index, wanted);
	if (inFile !== undefined) {
		return chosen(context, wanted, inFile);
	}
	const isNamed = owner !== undefined || member !== undefined;
	const shown = lines === undefined ? undefined : await textOf(wanted, paths => linePieces(sources, paths, lines));
	if (shown !== undefined && (!isNamed || 'pieces' in shown)) {
		return isNamed && 'pieces' in shown
			? { ...shown, isOther: true, notes: [nothingFound(context, wanted), ...shown.notes] }
			: shown;
	}
	const anywhere = isNamed ? firstMatch(namesAnywhere, index, wanted) : undefined;
	if (anywhere !== undefined) {
		return chosen(context, wanted, anywhere);
	}
	const whole = isNamed ? undefined : await textOf(wanted, paths => filePieces(sources, paths));
	return whole ?? { problem: nothingFound(context, wanted) };
}

/** Lines of the named files; undefined if no file was named. */
async function textOf(
	wanted: WantedPlace,
	read: (paths: readonly string[]) => Promise<TextPieces>,
): Promise<ResolvedPlace | UnresolvedPlace | undefined> {
	const paths = wanted.files?.paths ?? [];
	if (paths.length === 0) {
		return undefined;
	}
	if (paths.length > matchLimit || wanted.files?.how === 'folder') {
		return { problem: tooManyFiles(wanted), isAmbiguous: true };
	}
	const { pieces, notes } = await read(paths);
	return pieces.length === 0
		? { problem: notes.join(' ') }
		: { pieces, notes: [...fileNotes(wanted.files), ...wanted.notes, ...notes] };
}

async function chosen(
	context: SearchContext,
	wanted: WantedPlace,
	match: Match,
): Promise<ResolvedPlace | UnresolvedPlace> {
	const isNamedFile = (piece: Piece) => wanted.files?.paths.includes(piece.file) ?? false;
	const all = piecesOf(match.symbols);
	const isInNamedFile = all.some(isNamedFile);
	const { kept, notes } = isInNamedFile ? { kept: all, notes: [] } : withoutTests(context, all);
	const bodied = await withBodies(context, kept);
	const pieces = inLines(wanted, bodied);
	return pieces.length > matchLimit
		? { problem: tooMany(pieces), isAmbiguous: true }
		: {
				...match,
				pieces,
				isOther:
					match.added !== undefined ||
					(wanted.files !== undefined && !isInNamedFile) ||
					!match.symbols.some(symbol => isNamedSo(context, wanted, symbol)),
				notes: [
					...fileNotes(wanted.files),
					...wanted.notes,
					...match.notes,
					...notes,
					...otherFile(wanted, match, pieces),
				],
			};
}

/** Whether a symbol has the name of a place and is in its class or module, spelling aside. */
function isNamedSo(
	{ workspace: { index } }: SearchContext,
	{ owner, member }: WantedPlace,
	symbol: CodeSymbol,
): boolean {
	const named = member ?? owner;
	const around = member?.query.owners.at(-1);
	const isAround = (name: string) =>
		[symbol.container.split('.'), stemOf(symbol.file)].some(names => names.some(each => plain(each) === plain(name)));
	return (
		named === undefined ||
		(plain(named.query.name) === plain(symbol.name) &&
			(around === undefined || isAround(around) || !index.named(around).some(isClassLike)))
	);
}

/** Of several pieces, those that overlap the named lines. */
function inLines({ lines, files }: WantedPlace, pieces: readonly Piece[]): readonly Piece[] {
	const meant = pieces.filter(
		piece => lines !== undefined && overlaps(piece, lines) && (files?.paths.includes(piece.file) ?? true),
	);
	return meant.length > 0 ? meant : pieces;
}

/** The bug is in tests only if nothing else matches. */
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

/** Notes that the named code is not in the named file. */
function otherFile({ files, member, owner }: WantedPlace, { added }: Match, pieces: readonly Piece[]): string[] {
	if (files === undefined || pieces.every(({ file }) => files.paths.includes(file))) {
		return [];
	}
	const name = (added === undefined ? member : undefined)?.query.name ?? owner?.query.name;
	const where = files.paths.length > 0 && files.paths.length <= matchLimit ? listed(files.paths) : files.written;
	return [`"${name}" is not in ${where}: taken from ${listed([...new Set(pieces.map(({ file }) => file))])}.`];
}

/**
 * The pieces that contain code: in languages that declare a function separately from its body, the body replaces the
 * declaration, even if only the declaration's file was named. A declaration without a body stays.
 */
async function withBodies(context: SearchContext, pieces: readonly Piece[]): Promise<readonly Piece[]> {
	const { index } = context.workspace;
	const kept: Piece[] = [];
	for (const piece of pieces) {
		const bodies = (await isDeclared(context, piece)) ? await bodiesOf(context, piece) : [];
		kept.push(...(bodies.length === 0 ? [piece] : bodies));
	}
	return unique(kept, index);
}

async function bodiesOf(context: SearchContext, piece: Piece): Promise<Piece[]> {
	const { index } = context.workspace;
	const [declared] = piece.symbols;
	if (declared === undefined) {
		return [];
	}
	const path = qualifiedName(declared);
	const others = index.named(declared.name).filter(other => isCallable(other) && qualifiedName(other) === path);
	const candidates = piecesOf(others.filter(other => other.file === piece.file || isApart(index, other)));
	const isBody = await Promise.all(candidates.map(async other => !(await isDeclared(context, other))));
	return candidates.filter((_, at) => isBody[at]);
}

/** Not in the body of a class: that would be another class's own. */
function isApart(index: SymbolIndex, symbol: CodeSymbol): boolean {
	const around = index.enclosing(symbol.file, symbol.startLine);
	return !around.some(outer => outer !== symbol && isClassLike(outer) && outer.kind !== 'module');
}

/** Ends with its header: `int run(int a);`. */
async function isDeclared({ texts }: SearchContext, { symbols }: Piece): Promise<boolean> {
	if (symbols.length === 0 || symbols.some(symbol => !isCallable(symbol) || symbol.endLine > symbol.headerEndLine)) {
		return false;
	}
	for (const { file, startLine, endLine } of symbols) {
		const text = (await texts.lines(file)).slice(startLine - 1, endLine).join('\n');
		if (!/;\s*$/.test(text) || /\{|=>/.test(text)) {
			return false;
		}
	}
	return true;
}

function unique(pieces: readonly Piece[], index: SymbolIndex): Piece[] {
	const keys = pieces.map(({ file, startLine, endLine }) => `${file}:${startLine}-${endLine}`);
	const isTest = (piece: Piece) => index.file(piece.file)?.isTest === true;
	const kept = pieces.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
	return kept.toSorted((a, b) => Number(isTest(a)) - Number(isTest(b)));
}

const placesListed = 8;

/** Why nothing was found, and the existing names: sentences for a model, only from the index. */
function nothingFound({ workspace: { index } }: SearchContext, wanted: WantedPlace): string {
	const { files, member, owner } = wanted;
	const sentences = [...fileNotes(files), ...wanted.notes];
	if (member !== undefined) {
		const isUnknown = index.named(member.query.name).length === 0;
		const missing = `Nothing in the workspace is called "${member.query.name}".`;
		const near = missNotes(index, member);
		const defined = near.length === 0 ? definedIn(index, wanted) : [];
		return [...sentences, ...(isUnknown ? [missing] : []), ...near, ...defined].join(' ');
	}
	if (owner !== undefined) {
		return [...sentences, ...classMissing(index, wanted, owner.query.name)].join(' ');
	}
	return files === undefined ? 'Neither a file nor a class nor a method is named.' : sentences.join(' ');
}

/** More definitions match than can be meant. */
function tooMany(pieces: readonly Piece[]): string {
	const files = new Set(pieces.map(({ file }) => file));
	const names = new Set(pieces.map(nameOf));
	const which = files.size > 1 ? 'its file' : names.size > 1 ? 'its class' : 'its lines';
	const places = pieces.map(piece => `${nameOf(piece)} (${placeText(piece)})`);
	return `${pieces.length} places fit equally well: ${listed(places, placesListed)}. Name ${which}.`;
}

/** A file name that matches a folder, or more files than can be meant. */
function tooManyFiles({ files }: WantedPlace): string {
	const paths = files?.paths ?? [];
	const relation = files?.how === 'folder' ? 'is a folder of' : 'matches';
	return `"${files?.written}" ${relation} ${counted(paths.length, 'file')}: ${listed(paths, placesListed)}. Name one of them.`;
}

/** The name of a piece: its definition, else its file. */
export function nameOf({ symbols: [first], file }: Piece): string {
	return first === undefined ? file : qualifiedName(first);
}

type Index = SearchContext['workspace']['index'];

/** The names in the one file that was meant. */
function definedIn(index: Index, { files }: WantedPlace): string[] {
	const [file, ...others] = files?.paths ?? [];
	const symbols = file === undefined || others.length > 0 ? [] : (index.file(file)?.symbols ?? []);
	const names = [...new Set(symbols.filter(({ container }) => container === '').map(symbol => symbol.name))];
	return names.length === 0 ? [] : [`${file} defines ${listed(names, placesListed)}.`];
}

/** The file's classes with similar names, else all of them; and similar names in other files. */
function classMissing(index: Index, { files }: WantedPlace, name: string): string[] {
	const inFile = (files?.paths ?? []).flatMap(path => index.file(path)?.symbols.filter(isClassLike) ?? []);
	const near = nearNames(name, new Set(inFile.map(symbol => symbol.name)));
	const nearest = near.flatMap(other => inFile.find(symbol => symbol.name === other) ?? []);
	const shown = (nearest.length > 0 ? nearest : inFile).map(symbol => symbolPlace(symbol));
	const where = files !== undefined && files.paths.length === 1 ? files.paths[0] : 'the files named';
	const similar = nearest.length > 0 ? '' : similarNames(index, name, isClassLike);
	return [
		`There is no class "${name}" in the workspace.`,
		...(inFile.length === 0
			? []
			: [`${nearest.length > 0 ? 'Nearest' : 'Classes'} in ${where}: ${listed(shown, placesListed)}.`]),
		...(similar === '' ? [] : [`Similar names: ${similar}.`]),
	];
}

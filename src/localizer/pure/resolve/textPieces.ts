import { isCallable, isClassLike, type LineRange } from '../../../runs/pure/model/symbol';
import { FileUnreadableError } from '../../../system/pure/files';
import type { CurrentSource, CurrentSources } from './currentSources';
import { type Piece, pieceOf } from './piece';

/** A file of up to this many lines is a location as a whole; of a longer one, its first lines are. */
const wholeFileLines = 200;

export interface TextPieces {
	readonly pieces: readonly Piece[];
	/** The parts left out, or why there are none; a sentence each. */
	readonly notes: readonly string[];
}

/**
 * Lines of files that were named: the innermost function around them, the definition they are, or just these lines.
 */
export function linePieces(sources: CurrentSources, paths: readonly string[], lines: LineRange): Promise<TextPieces> {
	return eachFile(sources, paths, (file, source) => {
		const nLines = source.lines.length;
		if (lines.startLine < 1 || lines.startLine > nLines) {
			return { pieces: [], notes: [`${file} has ${nLines} lines: there is no line ${lines.startLine}.`] };
		}
		const range = { startLine: lines.startLine, endLine: Math.min(lines.endLine, nLines) };
		const notes = range.endLine < lines.endLine ? [`${file} has only ${nLines} lines.`] : [];
		return { pieces: [pieceAround(file, source, range)], notes };
	});
}

/** Files that were named by themselves. */
export function filePieces(sources: CurrentSources, paths: readonly string[]): Promise<TextPieces> {
	return eachFile(sources, paths, (file, { lines }) => {
		const endLine = Math.max(1, Math.min(lines.length, wholeFileLines));
		const notes =
			lines.length > wholeFileLines
				? [
						`${file} has ${lines.length} lines, of which the first ${endLine} are used. Name its classes, methods or lines.`,
					]
				: [];
		return { pieces: [{ file, startLine: 1, endLine, symbols: [] }], notes };
	});
}

function pieceAround(file: string, { index }: CurrentSource, range: LineRange): Piece {
	const symbols = index.file(file)?.symbols.filter(symbol => isCallable(symbol) || isClassLike(symbol)) ?? [];
	const around = symbols.filter(symbol => symbol.startLine <= range.startLine && range.endLine <= symbol.endLine);
	const exact = around.find(symbol => symbol.startLine === range.startLine && symbol.endLine === range.endLine);
	// A range that starts with the doc comment of a function means the function.
	const begun = symbols.filter(symbol => range.startLine <= symbol.nameLine && symbol.nameLine <= range.endLine);
	const only =
		begun.length === 1 ? begun.find(symbol => isCallable(symbol) && range.endLine <= symbol.endLine) : undefined;
	const found = exact ?? around.findLast(isCallable) ?? only;
	return found === undefined ? { file, ...range, symbols: [] } : pieceOf([found]);
}

async function eachFile(
	sources: CurrentSources,
	paths: readonly string[],
	read: (file: string, source: CurrentSource) => TextPieces,
): Promise<TextPieces> {
	const all: TextPieces[] = [];
	for (const path of paths) {
		all.push(await readOne(sources, path, read));
	}
	return { pieces: all.flatMap(({ pieces }) => pieces), notes: all.flatMap(({ notes }) => notes) };
}

async function readOne(
	sources: CurrentSources,
	path: string,
	read: (file: string, source: CurrentSource) => TextPieces,
): Promise<TextPieces> {
	try {
		return read(path, await sources.of(path));
	} catch (error) {
		if (error instanceof FileUnreadableError) {
			return { pieces: [], notes: [`${error.message}.`] };
		}
		throw error;
	}
}

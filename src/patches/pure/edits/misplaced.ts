import { type CodeSymbol, qualifiedName } from '../../../runs/pure/model/symbol';
import type { DraftLine } from './draft';
import type { IsMethod, Match } from './matchers/match';

/** A file with its definitions. */
interface Source {
	readonly lines: readonly DraftLine[];
	readonly symbols: readonly CodeSymbol[];
}

/** Index of the line with a new method outside of a class. */
export function methodOutside(before: Source, after: Source, isMethod: IsMethod): number | undefined {
	const methods = (source: Source) => {
		const texts = source.lines.map(({ text }) => text);
		return source.symbols.filter(each => isMethod(each, texts));
	};
	const known = new Set(methods(before).map(({ name }) => name));
	const method = methods(after).find(({ name }) => !known.has(name));
	return method && method.nameLine - 1;
}

/**
 * Index of the first line behind an edit, if the rest of an existing definition becomes the rest of a new one, which
 * has lines of its own.
 */
export function takenLine(before: Source, after: Source, match: Match): number | undefined {
	const old = before.lines.findIndex(({ text }, index) => index >= match.end && text.trim() !== '');
	const at = old + after.lines.length - before.lines.length;
	const [from, by] = [innermost(before.symbols, old), innermost(after.symbols, at)];
	if (old < 0 || from === undefined || by === undefined || qualifiedName(from) === qualifiedName(by)) {
		return undefined;
	}
	const existing = new Set(before.lines);
	const isNew = (line: DraftLine | undefined) => line !== undefined && !existing.has(line) && line.text.trim() !== '';
	const isKept = after.symbols.some(each => qualifiedName(each) === qualifiedName(from));
	const hasOwn = after.lines.slice(by.headerEndLine, at).some(isNew);
	return isKept && isNew(after.lines[by.nameLine - 1]) && hasOwn ? at : undefined;
}

function innermost(symbols: readonly CodeSymbol[], at: number): CodeSymbol | undefined {
	return symbols.findLast(each => each.startLine - 1 <= at && at < each.endLine);
}

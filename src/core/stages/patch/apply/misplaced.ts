import { type CodeSymbol, qualifiedName } from '../../../model/symbol';
import type { DraftLine } from './draft';
import type { IsMethod, Match } from './matchers/match';

/** A file with its definitions. */
export interface Source {
	readonly lines: readonly DraftLine[];
	readonly symbols: readonly CodeSymbol[];
}

/**
 * The file with a new definition that takes the rest of an existing one put behind it. Undefined where the edit shows no
 * part of that one's body: what it adds may be meant to replace the body.
 */
export function behindRest(
	before: Source,
	after: Source,
	match: Match,
	taken: TakenLine,
): readonly DraftLine[] | undefined {
	if (match.end <= taken.from.headerEndLine) {
		return undefined;
	}
	const { lines } = after;
	const existing = new Set(before.lines);
	const start = lines
		.slice(0, taken.by.startLine - 1)
		.findLastIndex(line => existing.has(line) || line.text.trim() !== '');
	const end = lines.slice(0, taken.at).findLastIndex(line => !existing.has(line));
	const rest = [...lines.slice(0, start + 1), ...lines.slice(end + 1)];
	const last = before.lines[taken.from.endLine - 1];
	const at = last === undefined ? 0 : rest.indexOf(last) + 1;
	return [...rest.slice(0, at), ...lines.slice(start + 1, end + 1), ...rest.slice(at)];
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

/** The first line behind an edit, where a new definition takes it from an existing one. */
interface TakenLine {
	readonly at: number;
	readonly from: CodeSymbol;
	readonly by: CodeSymbol;
}

/** The rest of an existing definition that becomes the rest of a new one, which has lines of its own. */
export function takenLine(before: Source, after: Source, match: Match): TakenLine | undefined {
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
	return isKept && isNew(after.lines[by.nameLine - 1]) && hasOwn ? { at, from, by } : undefined;
}

function innermost(symbols: readonly CodeSymbol[], at: number): CodeSymbol | undefined {
	return symbols.findLast(each => each.startLine - 1 <= at && at < each.endLine);
}

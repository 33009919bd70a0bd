import {
	type CodeSymbol,
	isCallable,
	isClassLike,
	type LineRange,
	qualifiedName,
} from '../../../runs/pure/model/symbol';

const fieldLineLimit = 3;
const docLineLimit = 10;

/** The lines that are shown of a definition: it, and the comment above it. A docstring is in the definition. */
export function linesWithDoc(symbol: CodeSymbol): readonly LineRange[] {
	return [...docAbove(symbol), symbol];
}

/** Returns the doc comment above a definition, which often states facts a caller must know; of a long one the end. */
export function docAbove({ doc, startLine }: CodeSymbol): readonly LineRange[] {
	return doc === undefined || doc.endLine >= startLine
		? []
		: [{ startLine: Math.max(doc.startLine, doc.endLine - docLineLimit + 1), endLine: startLine - 1 }];
}

/**
 * Returns the lines that make up a class's signature: header, name, first line of its doc, fields, and the header of
 * everything defined in it, nested classes with theirs. `symbols` are the file's symbols, `lines` its text.
 */
export function classOutline(
	owner: CodeSymbol,
	symbols: readonly CodeSymbol[],
	lines: readonly string[],
): readonly LineRange[] {
	return [header(owner), ...docLine(owner, lines), ...membersOf(owner, symbols).map(memberLines), ...nameBehind(owner)];
}

/** The headers of everything a file defines at its top, for a file shown as a whole. */
export function fileOutline(symbols: readonly CodeSymbol[]): readonly LineRange[] {
	return symbols.filter(symbol => symbol.container === '').map(memberLines);
}

/** The definitions in a class or in the classes nested in it, in source order; none that are inside a function. */
export function membersOf(owner: CodeSymbol, symbols: readonly CodeSymbol[]): CodeSymbol[] {
	const owners = new Set([qualifiedName(owner)]);
	const members: CodeSymbol[] = [];
	for (const symbol of symbols) {
		if (symbol === owner || !owners.has(symbol.container) || isOfNamesake(symbol, owner, symbols)) {
			continue;
		}
		members.push(symbol);
		if (isClassLike(symbol)) {
			owners.add(qualifiedName(symbol));
		}
	}
	return members;
}

/** True for a member inside another definition of the same qualified name (two branches of a condition). */
function isOfNamesake(member: CodeSymbol, owner: CodeSymbol, symbols: readonly CodeSymbol[]): boolean {
	if (contains(owner, member)) {
		return false;
	}
	const path = qualifiedName(owner);
	return symbols.some(other => other !== owner && qualifiedName(other) === path && contains(other, member));
}

function contains(outer: LineRange, inner: LineRange): boolean {
	return outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
}

function memberLines(member: CodeSymbol): LineRange {
	return isClassLike(member) || isCallable(member)
		? header(member)
		: { startLine: member.startLine, endLine: Math.min(member.endLine, member.startLine + fieldLineLimit - 1) };
}

function header(symbol: CodeSymbol): LineRange {
	return { startLine: symbol.startLine, endLine: symbol.headerEndLine };
}

/** The name of a class that has it behind its block. */
function nameBehind({ nameLine, headerEndLine }: CodeSymbol): LineRange[] {
	return nameLine > headerEndLine ? [{ startLine: nameLine, endLine: nameLine }] : [];
}

function docLine({ doc }: CodeSymbol, lines: readonly string[]): LineRange[] {
	if (doc === undefined) {
		return [];
	}
	for (let line = doc.startLine; line <= doc.endLine; line++) {
		if (/[\p{L}\p{N}]/u.test(lines[line - 1] ?? '')) {
			return [{ startLine: line, endLine: line }];
		}
	}
	return [];
}

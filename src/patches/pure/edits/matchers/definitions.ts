import { type CodeSymbol, isCallable, isClassLike, qualifiedName } from '../../../../runs/pure/model/symbol';
import { isCode, isComment, isElision } from './elision';
import { indentOf } from './indentation';
import type { IsMethod, ReadSymbols } from './match';

/** A function, or a class without any, as a model wrote it. */
export interface WrittenDefinition {
	readonly symbol: CodeSymbol;
	readonly name: string;
	/** With the comments right in front of it, with the indentation as written. */
	readonly lines: readonly string[];
	/** Index of its first line in the text. */
	readonly at: number;
	/** Whether it is indented, or can only be a method, though the class around it is not written. */
	readonly isMember: boolean;
}

export interface WrittenDefinitions {
	readonly all: readonly WrittenDefinition[];
	/** Code that belongs to none of them and is not the head of a class around them, with its line's index. */
	readonly rest: readonly { readonly text: string; readonly at: number; readonly isInClass: boolean }[];
	/** First lines of the classes around them. */
	readonly heads: readonly string[];
}

/** The definitions that a piece of code holds, methods of a class each by itself. */
export async function writtenDefinitions(
	lines: readonly string[],
	{ read, isMethod }: { readonly read: ReadSymbols; readonly isMethod: IsMethod },
): Promise<WrittenDefinitions> {
	const symbols = (await read(dedented(lines).join('\n'))).filter(each => isCallable(each) || isClassLike(each));
	const holdsOthers = (symbol: CodeSymbol) => symbols.some(each => each !== symbol && isWithin(each, symbol));
	const leaves = symbols.filter(each => !isInCallable(each, symbols) && (isCallable(each) || !holdsOthers(each)));
	const around = symbols.filter(each => !leaves.includes(each) && !isInCallable(each, symbols));
	const all = leaves.map(symbol => definitionAt(lines, symbol, isMethod));
	const taken = new Set(all.flatMap(({ at, lines: own }) => own.map((_, ahead) => at + ahead)));
	const headLines = new Set(around.flatMap(each => range(each.startLine, each.headerEndLine).map(line => line - 1)));
	const rest = lines
		.map((text, at) => ({ text, at, isInClass: around.some(each => each.startLine <= at && at < each.endLine) }))
		.filter(({ text, at }) => !taken.has(at) && !headLines.has(at) && isShown(text));
	return { all, rest, heads: around.map(each => lines[each.nameLine - 1]?.trim() ?? '') };
}

function isShown(text: string): boolean {
	return isCode(text) && !isElision(text);
}

function definitionAt(lines: readonly string[], symbol: CodeSymbol, isMethod: IsMethod): WrittenDefinition {
	const { startLine, doc } = symbol;
	const comment = doc === undefined || doc.endLine >= startLine ? [] : lines.slice(doc.startLine - 1, doc.endLine);
	let at = startLine - 1;
	const indent = indentOf(lines[at] ?? '');
	at = doc === undefined || comment.length === 0 || comment.some(isElision) ? at : doc.startLine - 1;
	const isFront = (text: string) => isComment(text) && !isElision(text) && indentOf(text) === indent;
	while (isFront(lines[at - 1] ?? '')) {
		at--;
	}
	const isMember = indent !== '' || isMethod(symbol, lines);
	return { symbol, name: qualifiedName(symbol), lines: lines.slice(at, symbol.endLine), at, isMember };
}

function isInCallable(symbol: CodeSymbol, symbols: readonly CodeSymbol[]): boolean {
	return symbols.some(each => each !== symbol && isCallable(each) && isWithin(symbol, each));
}

function isWithin(inner: CodeSymbol, outer: CodeSymbol): boolean {
	return outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
}

/** Without the indentation that all lines share, as they would not be code by themselves with it. */
function dedented(lines: readonly string[]): readonly string[] {
	const indents = lines.filter(line => line.trim() !== '').map(indentOf);
	const shared = indents.reduce((least, each) => (each.length < least.length ? each : least), indents[0] ?? '');
	return lines.map(line => (line.startsWith(shared) ? line.slice(shared.length) : line.trimStart()));
}

function range(first: number, last: number): number[] {
	return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}

import { type CodeSymbol, isCallable, isClassLike, qualifiedName } from '../../../../model/symbol';
import type { DraftLine } from '../draft';
import type { WrittenDefinition } from './definitions';
import { indentOf, indentWidth } from './indentation';
import { inFileStyle } from './inFileStyle';

export interface InsertionRequest {
	readonly lines: readonly DraftLine[];
	readonly symbols: readonly CodeSymbol[];
	readonly definition: WrittenDefinition;
	/** What the edit defines right before it. */
	readonly sibling?: CodeSymbol;
	readonly isNamed: (name: string) => boolean;
	/** Whether it may go to the end of the file or of a class only spoken of. */
	readonly mayStandAlone: boolean;
}

export interface Insertion {
	/** Index of the line it goes in front of. */
	readonly at: number;
	/** Index of a line of what it becomes a part of; where that is the file, the same as `at`. */
	readonly within: number;
	readonly lines: readonly DraftLine[];
}

/**
 * Where a definition that the file has not belongs: behind its sibling, at the end of the class it is written in, or
 * that the model speaks of, or that is the only one; what is written at file level at the end of the file. Several where
 * several classes may be meant.
 */
export function insertionPlace(request: InsertionRequest): Insertion[] {
	const { definition, sibling, symbols, lines } = request;
	const { container } = definition.symbol;
	if (sibling !== undefined && (container === '' || sibling.container.endsWith(container))) {
		return [behind(request, sibling)];
	}
	if (container !== '') {
		const owners = symbols.filter(each => isClassLike(each) && `.${qualifiedName(each)}`.endsWith(`.${container}`));
		return owners.map(owner => atEndOf(request, owner));
	}
	if (!request.mayStandAlone) {
		return [];
	}
	const isMember = indentOf(definition.lines[0] ?? '') !== '';
	return isMember ? meantClasses(request).map(owner => atEndOf(request, owner)) : [atEndOfFile(request, lines)];
}

/** Classes that the model speaks of, or else all. */
function meantClasses({ symbols, isNamed }: InsertionRequest): CodeSymbol[] {
	const classes = symbols.filter(isClassLike);
	const named = classes.filter(({ name }) => isNamed(name));
	return named.length > 0 ? named : classes;
}

function behind({ lines, definition }: InsertionRequest, sibling: CodeSymbol): Insertion {
	const there = lines.slice(sibling.startLine - 1, sibling.endLine);
	const at = sibling.endLine;
	const within = sibling.container === '' ? at : sibling.startLine - 1;
	return { at, within, lines: [{ text: '' }, ...inFileStyle(definition.lines, there)] };
}

function atEndOf({ lines, symbols, definition }: InsertionRequest, owner: CodeSymbol): Insertion {
	const member = symbols.find(each => each.container === qualifiedName(owner) && isCallable(each));
	const inside = lines.slice(owner.headerEndLine, owner.endLine).filter(({ text }) => text.trim() !== '');
	const there = member === undefined ? inside : lines.slice(member.startLine - 1, member.endLine);
	const own = inFileStyle(definition.lines, there);
	const [head, last] = [owner.nameLine, owner.endLine].map(line => widthAt(lines, line));
	// A last line no further in than the first one closes the class.
	const at = owner.endLine > owner.headerEndLine && (last ?? 0) <= (head ?? 0) ? owner.endLine - 1 : owner.endLine;
	return { at, within: owner.startLine - 1, lines: [{ text: '' }, ...own] };
}

function widthAt(lines: readonly DraftLine[], line: number): number {
	return indentWidth(indentOf(lines[line - 1]?.text ?? ''));
}

function atEndOfFile({ definition, symbols }: InsertionRequest, lines: readonly DraftLine[]): Insertion {
	const at = lines.findLastIndex(({ text }) => text.trim() !== '') + 1;
	const blank = Array.from({ length: at === 0 ? 0 : blankLinesBetween(symbols, lines) }, () => ({ text: '' }));
	return {
		at,
		within: at,
		lines: [...blank, ...definition.lines.map(text => ({ text: text.trim() === '' ? '' : text }))],
	};
}

/** As many as stand in front of the last definition at file level. */
function blankLinesBetween(symbols: readonly CodeSymbol[], lines: readonly DraftLine[]): number {
	const last = symbols.findLast(each => each.container === '' && (isCallable(each) || isClassLike(each)));
	let n = 0;
	while (last !== undefined && n < 3 && lines[last.startLine - 2 - n]?.text.trim() === '') {
		n++;
	}
	return Math.max(1, n);
}

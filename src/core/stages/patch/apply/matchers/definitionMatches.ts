import { type CodeSymbol, isCallable, isClassLike, qualifiedName } from '../../../../model/symbol';
import type { DraftLine } from '../draft';
import { type ReadSymbols, type WrittenDefinition, type WrittenDefinitions, writtenDefinitions } from './definitions';
import { holdsNoCode, isComment, isElision } from './elision';
import { indentOf, indentWidth, inFileStyle } from './indentation';
import type { Match, Mismatch, SearchBlock } from './match';

export interface DefinitionRequest {
	readonly lines: readonly DraftLine[];
	readonly block: SearchBlock;
	readonly read: ReadSymbols;
	/** Whether the model mentions something by this name outside the edit. */
	readonly isNamed: (name: string) => boolean;
	/** Whether the model means its definitions to replace the existing ones without showing these. */
	readonly isWhole: boolean;
}

/**
 * This share of a definition, as the original shows it, must be in the file under its name; and this share of the
 * file's definition must be in what is written, or code that the model has never seen would be lost.
 */
const enough = 0.5;

/**
 * Matches an edit by the names of what it defines, if its lines alone do not match. An existing function or method is
 * replaced as a whole; a new one is added to the class it is written in, next to its sibling or, if the original
 * contains no code, at the end of the class or file. Code before them, such as imports, goes before what surrounds the
 * first one. Undefined if a definition has no place, or several.
 */
export async function definitionMatches(request: DefinitionRequest): Promise<Match | Mismatch | undefined> {
	const { block, read, lines } = request;
	const patched = await writtenDefinitions(block.patched, read);
	const original = await writtenDefinitions(block.original, read);
	const front = newFront(original, patched, lines);
	if (patched.all.length === 0 || front === undefined || !sameHeads(original, patched)) {
		return undefined;
	}
	const symbols = await read(lines.map(({ text }) => text).join('\n'));
	const changes = new DefinitionChanges(request, symbols, original);
	const steps = patched.all.map(definition => changes.steps(definition)).filter(each => each !== undefined);
	const isPlaced = steps.length > 0 && steps.every(each => each.length === 1);
	return isPlaced ? matchOf(request, symbols, front, steps.flat()) : undefined;
}

/** A part of the file and its replacement. */
interface Step {
	readonly start: number;
	readonly end: number;
	/** Index of a line of what it is a part of. */
	readonly within: number;
	readonly lines: readonly DraftLine[];
	readonly score: number;
	readonly isElided?: boolean;
}

class DefinitionChanges {
	private last: CodeSymbol | undefined;

	constructor(
		private readonly request: DefinitionRequest,
		private readonly symbols: readonly CodeSymbol[],
		private readonly original: WrittenDefinitions,
	) {}

	/** The places for a definition in the file; undefined if it is unchanged. */
	steps(definition: WrittenDefinition): Step[] | undefined {
		const shown = this.original.all.find(each => each.name === definition.name);
		const [target, ...others] = this.targets(definition);
		this.last = others.length === 0 && target !== undefined ? target : this.last;
		if (shown !== undefined && shown.lines.join('\n') === definition.lines.join('\n')) {
			return undefined;
		}
		if (target === undefined) {
			return shown === undefined ? this.addition(definition) : [];
		}
		return others.length === 0 && isCallable(target) ? this.replacement(definition, target, shown) : [];
	}

	/** What the file has by that name, in a class of that name. */
	private targets({ symbol }: WrittenDefinition): CodeSymbol[] {
		return this.symbols.filter(
			each =>
				each.name === symbol.name &&
				isClassLike(each) === isClassLike(symbol) &&
				isCallable(each) === isCallable(symbol) &&
				(symbol.container === '' || `.${each.container}`.endsWith(`.${symbol.container}`)),
		);
	}

	private replacement(definition: WrittenDefinition, target: CodeSymbol, shown: WrittenDefinition | undefined): Step[] {
		// Decorators that the model does not write stay.
		const isBare = definition.symbol.startLine === definition.symbol.nameLine;
		const start = (isBare ? target.nameLine : target.startLine) - 1;
		const existing = this.request.lines.slice(start, target.endLine);
		const score = this.request.isWhole ? 1 : shareKept(definition, shown, textsOf(existing));
		const isElided = definition.lines.some(isElision);
		const texts = definition.lines.slice(0).filter((text, at) => at > 0 || text.trim() !== '');
		const step = { start, end: target.endLine, within: start, lines: inFileStyle(texts, existing), score, isElided };
		return score < enough ? [] : [step];
	}

	private addition(definition: WrittenDefinition): Step[] {
		const { lines, block } = this.request;
		const place = insertionPlace({
			...{ lines, symbols: this.symbols, definition, isNamed: this.request.isNamed },
			...(this.last !== undefined && { sibling: this.last }),
			mayBeAppended: holdsNoCode(block.original),
		});
		return place.map(({ at, within, lines: added }) => ({ start: at, end: at, within, lines: added, score: 1 }));
	}
}

/** Code before the first definition that the original does not have; undefined if other code changes as well. */
function newFront(
	original: WrittenDefinitions,
	patched: WrittenDefinitions,
	lines: readonly DraftLine[],
): readonly string[] | undefined {
	const key = ({ text }: { text: string }) => text.trim();
	const [old, now] = [new Set(original.rest.map(key)), new Set(patched.rest.map(key))];
	const existing = new Set(lines.map(key));
	// What a class repeats of itself before a method only shows where the method belongs.
	const isNew = (line: { text: string; isInClass: boolean }) => !(line.isInClass && existing.has(key(line)));
	const added = patched.rest.filter(line => !old.has(key(line)) && isNew(line));
	const first = patched.all[0]?.at ?? 0;
	const isPlain =
		original.rest.every(line => now.has(key(line))) && added.every(({ at, isInClass }) => at < first && !isInClass);
	return isPlain ? added.map(({ text }) => text) : undefined;
}

/** The head of a class around a definition only serves to name it. */
function sameHeads(original: WrittenDefinitions, patched: WrittenDefinitions): boolean {
	return original.heads.length === 0 || patched.heads.every(head => original.heads.includes(head));
}

/** The lower of two shares: how much of the existing code the model knows, and how much of what it shows exists. */
function shareKept(
	definition: WrittenDefinition,
	shown: WrittenDefinition | undefined,
	existing: readonly string[],
): number {
	const isKnown = shareOf(existing, [...definition.lines, ...(shown?.lines ?? [])]);
	return shown === undefined ? isKnown : Math.min(isKnown, shareOf(shown.lines, existing));
}

function textsOf(lines: readonly DraftLine[]): string[] {
	return lines.map(({ text }) => text);
}

/** The share of the words of some code, without its first line and comments, that occur in other code. */
function shareOf(shown: readonly string[], existing: readonly string[]): number {
	const words = (texts: readonly string[]) =>
		new Set(texts.filter(text => !isComment(text)).flatMap(text => text.match(/\w+/g) ?? []));
	const present = words(existing);
	const wanted = [...words(shown.filter(text => !isComment(text)).slice(1))];
	return wanted.length === 0 ? 1 : wanted.filter(word => present.has(word)).length / wanted.length;
}

function matchOf(
	{ lines, block }: DefinitionRequest,
	symbols: readonly CodeSymbol[],
	front: readonly string[],
	unsorted: readonly Step[],
): Match | Mismatch {
	const steps = [...unsorted].sort((a, b) => a.start - b.start);
	const [first, last] = [steps[0], steps.at(-1)];
	if (first === undefined || last === undefined || steps.some(({ isElided }) => isElided)) {
		return { problem: 'elided', start: first?.start ?? 0, end: last?.end ?? 0 };
	}
	const outer = front.length === 0 ? first.start : outermostStart(first.within, symbols);
	const rewrite: DraftLine[] = [];
	let at = outer;
	for (const step of steps) {
		rewrite.push(...lines.slice(at, step.start), ...step.lines);
		at = step.end;
	}
	if (front.length > 0) {
		const blank = rewrite.findIndex(({ text }) => text.trim() !== '');
		rewrite.splice(blank, 0, ...front.map(text => ({ text: text.trim() })), { text: '' });
	}
	const score = Math.min(...steps.map(each => each.score));
	const isInsertion = holdsNoCode(block.original) && steps.every(({ start, end }) => start === end);
	return {
		...{ start: outer, end: at, changed: [first.start, last.end] },
		...{ kind: isInsertion ? 'insertion' : 'definition', score, rewrites: [rewrite] },
	};
}

/** Index of the first line of what a place lies in, at file level. */
function outermostStart(at: number, symbols: readonly CodeSymbol[]): number {
	const around = symbols.filter(each => each.startLine - 1 <= at && at < each.endLine);
	return Math.min(at, ...around.map(({ startLine }) => startLine - 1));
}

interface InsertionRequest {
	readonly lines: readonly DraftLine[];
	readonly symbols: readonly CodeSymbol[];
	readonly definition: WrittenDefinition;
	/** What the edit defines right before it. */
	readonly sibling?: CodeSymbol;
	readonly isNamed: (name: string) => boolean;
	/** Whether it may go to the end of the file or of a class that is only mentioned. */
	readonly mayBeAppended: boolean;
}

interface Insertion {
	/** Index of the line it is inserted before. */
	readonly at: number;
	/** Index of a line of what it becomes a part of; where that is the file, the same as `at`. */
	readonly within: number;
	readonly lines: readonly DraftLine[];
}

/**
 * Where a new definition belongs: after its sibling; else at the end of the class that it is written in, that the model
 * mentions, or that is the only one; at file level, at the end of the file. Several if several classes may be meant.
 */
function insertionPlace(request: InsertionRequest): Insertion[] {
	const { definition, sibling, symbols, lines } = request;
	const { container } = definition.symbol;
	if (sibling !== undefined && (container === '' || sibling.container.endsWith(container))) {
		return [after(request, sibling)];
	}
	if (container !== '') {
		const owners = symbols.filter(each => isClassLike(each) && `.${qualifiedName(each)}`.endsWith(`.${container}`));
		return owners.map(owner => atEndOf(request, owner));
	}
	if (!request.mayBeAppended) {
		return [];
	}
	const isMember = indentOf(definition.lines[0] ?? '') !== '';
	return isMember ? meantClasses(request).map(owner => atEndOf(request, owner)) : [atEndOfFile(request, lines)];
}

/** Classes that the model mentions, or else all. */
function meantClasses({ symbols, isNamed }: InsertionRequest): CodeSymbol[] {
	const classes = symbols.filter(isClassLike);
	const named = classes.filter(({ name }) => isNamed(name));
	return named.length > 0 ? named : classes;
}

function after({ lines, definition }: InsertionRequest, sibling: CodeSymbol): Insertion {
	const existing = lines.slice(sibling.startLine - 1, sibling.endLine);
	const at = sibling.endLine;
	const within = sibling.container === '' ? at : sibling.startLine - 1;
	return { at, within, lines: [{ text: '' }, ...inFileStyle(definition.lines, existing)] };
}

function atEndOf({ lines, symbols, definition }: InsertionRequest, owner: CodeSymbol): Insertion {
	const member = symbols.find(each => each.container === qualifiedName(owner) && isCallable(each));
	const inside = lines.slice(owner.headerEndLine, owner.endLine).filter(({ text }) => text.trim() !== '');
	const existing = member === undefined ? inside : lines.slice(member.startLine - 1, member.endLine);
	const own = inFileStyle(definition.lines, existing);
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

/** As many as precede the last definition at file level. */
function blankLinesBetween(symbols: readonly CodeSymbol[], lines: readonly DraftLine[]): number {
	const last = symbols.findLast(each => each.container === '' && (isCallable(each) || isClassLike(each)));
	let n = 0;
	while (last !== undefined && n < 3 && lines[last.startLine - 2 - n]?.text.trim() === '') {
		n++;
	}
	return Math.max(1, n);
}

import { diffArrays } from 'diff';
import { type CodeSymbol, isCallable, isClassLike, qualifiedName } from '../../../../runs/pure/model/symbol';
import type { DraftLine } from '../draft';
import { classesIn, mentions } from '../editHints';
import { type WrittenDefinition, type WrittenDefinitions, writtenDefinitions } from './definitions';
import { holdsNoCode, isCode, isElision } from './elision';
import { indentOf, indentWidth, inFileStyle } from './indentation';
import { type Found, type MatchRequest, type Mismatch, squeezed } from './match';

/**
 * Matches an edit by the names of its definitions. An existing function or method is replaced as a whole, if the edit
 * shows all of it. A new one is added behind its sibling, to the class that it is written in or that the answer names,
 * or to the file; the last two only if the original contains no code. Code before them, such as imports, goes before
 * the code around the first one. None if a definition has no place, or several.
 */
export async function definitionMatches(request: MatchRequest): Promise<readonly Found[]> {
	const { block } = request;
	const patched = await writtenDefinitions(block.patched, request);
	const original = await writtenDefinitions(block.original, request);
	const front = newFront(original, patched, request.lines);
	if (patched.all.length === 0 || front === undefined || !sameHeads(original, patched)) {
		return [];
	}
	const symbols = await request.symbols();
	const changes = new DefinitionChanges(request, original, symbols);
	const steps = patched.all.flatMap(definition => changes.steps(definition));
	const mismatch = steps.find((each): each is Mismatch => each !== undefined && 'problem' in each);
	const placed = steps.filter((each): each is Step => each !== undefined && 'within' in each);
	if (mismatch !== undefined || placed.length === 0 || placed.length < steps.length || overlap(placed)) {
		return mismatch === undefined ? [] : [mismatch];
	}
	return [matchOf(request, symbols, front, placed)];
}

/** A part of the file and its replacement. */
interface Step {
	readonly start: number;
	readonly end: number;
	/** Index of a line of its container; if that is the file, the same as `start`. */
	readonly within: number;
	readonly lines: readonly DraftLine[];
}

/** Calls in a chain share lines. */
function overlap(steps: readonly Step[]): boolean {
	const sorted = [...steps].sort((a, b) => a.start - b.start || a.end - b.end);
	return sorted.some(({ start }, at) => start < (sorted[at - 1]?.end ?? 0));
}

class DefinitionChanges {
	private sibling: CodeSymbol | undefined;

	constructor(
		private readonly request: MatchRequest,
		private readonly original: WrittenDefinitions,
		private readonly symbols: readonly CodeSymbol[],
	) {}

	/** The changes of a definition: none if it is unchanged, `undefined` if it has no certain place. */
	steps(definition: WrittenDefinition): (Step | Mismatch | undefined)[] {
		const shown = this.original.all.find(each => each.name === definition.name);
		const [target, ...others] = this.targets(definition);
		const isOne = target !== undefined && others.length === 0;
		const sibling = this.sibling;
		this.sibling = isOne ? target : sibling;
		if (shown?.lines.join('\n') === definition.lines.join('\n')) {
			return [];
		}
		if (target === undefined && shown === undefined) {
			return [this.addition(definition, sibling)];
		}
		return [isOne && isCallable(target) ? this.replacement(definition, target, shown) : undefined];
	}

	/** The file's symbols of that name, in a class of that name. */
	private targets({ symbol }: WrittenDefinition): CodeSymbol[] {
		return this.symbols.filter(
			each =>
				each.name === symbol.name &&
				isClassLike(each) === isClassLike(symbol) &&
				isCallable(each) === isCallable(symbol) &&
				(symbol.container === '' || `.${each.container}`.endsWith(`.${symbol.container}`)),
		);
	}

	/** No line may be lost that the edit shows nowhere, or that the model was not given. */
	private replacement(
		definition: WrittenDefinition,
		target: CodeSymbol,
		shown: WrittenDefinition | undefined,
	): Step | Mismatch {
		const { lines, edit, hints } = this.request;
		// Decorators that the model does not write stay.
		const isBare = definition.symbol.startLine === definition.symbol.nameLine;
		const hasComment = definition.at < definition.symbol.startLine - 1;
		const first = hasComment ? Math.min(target.startLine, target.doc?.startLine ?? target.startLine) : target.startLine;
		const [start, end] = [(isBare && !hasComment ? target.nameLine : first) - 1, target.endLine];
		if (definition.lines.some(isElision)) {
			return { problem: 'elided', start, end };
		}
		const existing = lines.slice(start, end);
		const code = existing.map(({ text }) => squeezed(text)).filter(isCode);
		const isGiven = hints.places.some(each => each.startLine <= target.nameLine && target.endLine <= each.endLine);
		const seen = new Set([...definition.lines, ...(shown?.lines ?? [])].map(squeezed));
		const isLost =
			edit.form === 'code' ? !isGiven && losesLines(code, definition.lines) : !code.every(each => seen.has(each));
		return isLost
			? { problem: 'hidden', start, end }
			: { start, end, within: start, lines: inFileStyle(definition.lines, existing) };
	}

	private addition(definition: WrittenDefinition, sibling: CodeSymbol | undefined): Step | undefined {
		const { container } = definition.symbol;
		const isBeside =
			container === ''
				? sibling?.container === '' || definition.isMember
				: `.${sibling?.container}`.endsWith(`.${container}`);
		if (sibling !== undefined && isBeside) {
			return this.behind(sibling, definition);
		}
		if (container === '' && !holdsNoCode(this.request.block.original)) {
			return undefined;
		}
		const owners = container === '' && !definition.isMember ? [undefined] : this.ownersOf(definition);
		return owners.length === 1 ? this.atEndOf(owners[0], definition) : undefined;
	}

	/** The class that a member is written in, that the answer names, or the only one; several if all may be meant. */
	private ownersOf({ symbol: { container } }: WrittenDefinition): CodeSymbol[] {
		const { hints, edit } = this.request;
		const classes = this.symbols.filter(isClassLike);
		if (container !== '') {
			return classes.filter(each => `.${qualifiedName(each)}`.endsWith(`.${container}`));
		}
		const text = `${hints.prose}\n${edit.original}`;
		const called = classesIn(text);
		const named = classes.filter(({ name }) => (called.length > 0 ? called.includes(name) : mentions(text, name)));
		return named.length + called.length > 0 ? named : classes;
	}

	/** Behind the last definition of a class, or of the file, that is not inside of anything else; a class has one. */
	private atEndOf(owner: CodeSymbol | undefined, definition: WrittenDefinition): Step | undefined {
		const { lines } = this.request;
		const container = owner === undefined ? '' : qualifiedName(owner);
		const widthOf = ({ startLine }: CodeSymbol) => indentWidth(indentOf(lines[startLine - 1]?.text ?? ''));
		const inside = this.symbols.filter(each => each.container === container && (isCallable(each) || isClassLike(each)));
		const least = owner === undefined ? 0 : Math.min(...inside.map(widthOf));
		const last = inside.findLast(each => widthOf(each) === least);
		if (last !== undefined || owner !== undefined) {
			return last && this.behind(last, definition);
		}
		const at = lines.findLastIndex(({ text }) => text.trim() !== '') + 1;
		const added = inFileStyle(definition.lines, []);
		return { start: at, end: at, within: at, lines: at > 0 ? [{ text: '' }, ...added] : added };
	}

	private behind(sibling: CodeSymbol, { lines }: WrittenDefinition): Step {
		const { lines: all } = this.request;
		const existing = all.slice(sibling.startLine - 1, sibling.endLine);
		const front = all.slice(0, sibling.startLine - 1).findLastIndex(({ text }) => text.trim() !== '');
		const nBlank = Math.min(3, Math.max(1, sibling.startLine - 2 - front));
		const blank = Array.from({ length: nBlank }, () => ({ text: '' }));
		const at = sibling.endLine;
		const within = sibling.container === '' ? at : sibling.startLine - 1;
		return { start: at, end: at, within, lines: [...blank, ...inFileStyle(lines, existing)] };
	}
}

/** Whether there are fewer lines anywhere than there were: lines that are only changed may be known from elsewhere. */
function losesLines(code: readonly string[], written: readonly string[]): boolean {
	let nMissing = 0;
	const losses = diffArrays([...code], written.map(squeezed).filter(isCode)).map(({ removed, added, count }) => {
		const nLost = added ? 0 : nMissing;
		nMissing = removed ? count : added ? nMissing - count : 0;
		return nLost;
	});
	return [...losses, nMissing].some(nLost => nLost > 0);
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
	// Class lines repeated before a method only show the method's place.
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

function matchOf(
	{ lines, block }: MatchRequest,
	symbols: readonly CodeSymbol[],
	front: readonly string[],
	unsorted: readonly Step[],
): Found {
	const steps = [...unsorted].sort((a, b) => a.start - b.start);
	const first = Math.min(...steps.map(({ start }) => start));
	const start = front.length === 0 ? first : outermostStart(steps[0]?.within ?? first, symbols);
	const rewrite: DraftLine[] = [];
	let end = start;
	for (const step of steps) {
		rewrite.push(...lines.slice(end, step.start), ...step.lines);
		end = step.end;
	}
	if (front.length > 0) {
		const blank = rewrite.findIndex(({ text }) => text.trim() !== '');
		rewrite.splice(blank, 0, ...front.map(text => ({ text: text.trim() })), { text: '' });
	}
	const isInsertion = holdsNoCode(block.original) && steps.every(step => step.start === step.end);
	return { start, end, kind: isInsertion ? 'insertion' : 'definition', score: 1, rewrites: [rewrite] };
}

/** Index of the first line of the code a place lies in, at file level. */
function outermostStart(at: number, symbols: readonly CodeSymbol[]): number {
	const around = symbols.filter(each => each.startLine - 1 <= at && at < each.endLine);
	return Math.min(at, ...around.map(({ startLine }) => startLine - 1));
}

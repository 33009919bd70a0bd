import type { Workspace } from '../../../history/pure/workspace';
import { type CodeSymbol, isCallable } from '../../../runs/pure/model/symbol';
import { type Draft, type DraftLine, draftText } from './draft';
import { type EditHints, mentions } from './editHints';
import { alignLines } from './matchers/alignLines';
import { holdsNoCode } from './matchers/elision';
import type { IsMethod, Match, Mismatch } from './matchers/match';
import { matchEdit } from './matchers/matchEdit';
import { methodOutside, takenLine } from './misplaced';
import { type Refusal, refusal, sourceLines } from './refusal';
import { draftErrors } from './syntaxCheck';
import type { WrittenEdit } from './writtenEdit';

export interface EditRequest {
	readonly workspace: Workspace;
	readonly edit: WrittenEdit;
	readonly hints: EditHints;
}

/** A draft after one more edit, and the lines that it replaced. */
export interface EditedDraft {
	readonly draft: Draft;
	readonly match: Match;
	readonly startLine: number;
	readonly endLine: number;
}

/**
 * Applies one edit at the only place of a file that it matches; otherwise returns the refusal, with the current code.
 */
export async function applyEdit(draft: Draft, { workspace, edit, hints }: EditRequest): Promise<EditedDraft | Refusal> {
	const { lines, path } = draft;
	const read = (text: string) => readSymbols(workspace, path, text);
	let definitions: Promise<readonly CodeSymbol[]> | undefined;
	const symbols = () => {
		definitions ??= read(draftText(draft));
		return definitions;
	};
	const isMethod = methodTest(workspace, path);
	const block = { original: linesOf(edit.original), patched: edit.isBlankLine ? [''] : linesOf(edit.patched) };
	const { matches, mismatch } = await matchEdit({ lines, symbols, edit, block, hints, read, isMethod });
	if (matches.length === 0) {
		return mismatch === undefined ? noMatch(draft, edit) : mismatchRefusal(draft, mismatch);
	}
	const { nearLine } = edit;
	const around = matches.length > 1 ? await symbols() : [];
	const chosen = chooseMatch({ draft, matches, hints, symbols: around, ...(nearLine !== undefined && { nearLine }) });
	const [match, ...others] = chosen;
	if (match === undefined || others.length > 0) {
		return ambiguous(draft, chosen);
	}
	const edited = await applyAt(draft, { workspace, edit, match, symbols });
	// Only a new definition can take lines from another, or be outside of its class.
	if (!(await read(edit.patched)).some(isCallable)) {
		return edited;
	}
	const before = { lines, symbols: await symbols() };
	const after = { lines: edited.draft.lines, symbols: await read(draftText(edited.draft)) };
	const misplaced = methodOutside(before, after, isMethod) ?? takenLine(before, after, match);
	if (misplaced === undefined) {
		return edited;
	}
	const source = sourceLines(after.lines, misplaced - contextLines * 2, misplaced + contextLines * 2);
	return refusal('misplaced', path, { source });
}

function linesOf(text: string): string[] {
	return text === '' ? [] : text.split(/\r?\n/);
}

/** By the name of its first parameter, in languages that have such names. */
function methodTest({ languages }: Workspace, path: string): IsMethod {
	const names = languages.of(path)?.receivers?.parameters ?? [];
	const pattern = new RegExp(`^[^(]*\\(\\s*(?:${names.join('|')})\\b`);
	return ({ nameLine, headerEndLine, container, kind }, lines) =>
		names.length > 0 &&
		container === '' &&
		isCallable({ kind }) &&
		pattern.test(lines.slice(nameLine - 1, headerEndLine).join(' '));
}

interface Place {
	readonly workspace: Workspace;
	readonly edit: WrittenEdit;
	readonly match: Match;
	readonly symbols: () => Promise<readonly CodeSymbol[]>;
}

/** Of several results, uses the first that adds no syntax error. */
async function applyAt(draft: Draft, { workspace, edit, match, symbols }: Place): Promise<EditedDraft> {
	const { start, end } = match;
	const ending = edit.endsWithNewline !== undefined && end >= draft.lines.length ? edit.endsWithNewline : undefined;
	const isInFront = match.rewrites.some(rewrite => headIn(rewrite, draft.lines, match) > 0);
	const definitions = isInFront ? await symbols() : [];
	const results = match.rewrites
		.flatMap(rewrite => resultsWith(rewrite, draft.lines, match, definitions))
		.map(lines => ({ ...draft, lines, ...(ending !== undefined && { endsWithNewline: ending }) }));
	let best = results[0] ?? draft;
	if (results.length > 1) {
		const limit = (await draftErrors(workspace, draft)).length;
		for (const each of results) {
			if ((await draftErrors(workspace, each)).length <= limit) {
				best = each;
				break;
			}
		}
	}
	const startLine = originLine(draft, start);
	return { draft: best, match, startLine, endLine: Math.max(startLine, originLine(draft, Math.max(start, end - 1))) };
}

/**
 * The lines of a file with a rewrite; also with additions in front of a definition moved in front of its decorators.
 */
function resultsWith(
	rewrite: readonly DraftLine[],
	lines: readonly DraftLine[],
	match: Match,
	symbols: readonly CodeSymbol[],
): (readonly DraftLine[])[] {
	const { start, end } = match;
	const tail = lines.slice(end);
	const results = [[...lines.slice(0, start), ...rewrite, ...tail]];
	const front = symbols.find(each => each.nameLine === start + 1 && each.startLine < each.nameLine)?.startLine;
	const head = headIn(rewrite, lines, match);
	if (front !== undefined && head > 0) {
		const decorators = lines.slice(front - 1, start);
		results.push([
			...lines.slice(0, front - 1),
			...rewrite.slice(0, head),
			...decorators,
			...rewrite.slice(head),
			...tail,
		]);
	}
	return results;
}

/** The position in a rewrite of the first line it replaces. */
function headIn(rewrite: readonly DraftLine[], lines: readonly DraftLine[], { start }: Match): number {
	return rewrite.findIndex(({ text }) => text === lines[start]?.text);
}

function mismatchRefusal({ path, lines }: Draft, { problem, start, end }: Mismatch): Refusal {
	const [from, to] = problem === 'hidden' ? [start, end] : [start - 5, end + 15];
	return refusal(problem, path, { source: sourceLines(lines, from, to) });
}

const contextLines = 3;

function ambiguous(draft: Draft, matches: readonly Match[]): Refusal {
	const shown = matches
		.slice(0, 5)
		.map(({ start, end }) => sourceLines(draft.lines, start - contextLines, Math.min(end, start + 6) + contextLines));
	const candidates = matches.map(({ start, end }) => ({
		file: draft.path,
		startLine: originLine(draft, start),
		endLine: originLine(draft, Math.max(start, end - 1)),
	}));
	return refusal('ambiguous', draft.path, { source: shown.join('\n'), candidates });
}

/** Shows the lines nearest to the original, or the end of the file if there is nothing to compare. */
function noMatch({ path, lines }: Draft, edit: WrittenEdit): Refusal {
	const texts = lines.map(({ text }) => text);
	const original = edit.original.split(/\r?\n/);
	const [best] = alignLines(
		original.map(text => text.trim()),
		texts,
		1,
	);
	const isAnywhere = edit.form === 'code' || edit.form === 'definition' || holdsNoCode(original);
	const first = best?.spans[0]?.from ?? texts.length - contextLines * 4;
	const last = best?.spans.at(-1)?.to ?? texts.length;
	const source = sourceLines(lines, first - contextLines, Math.max(last, first + original.length) + contextLines);
	return refusal(isAnywhere ? 'noAnchor' : 'notFound', path, { source });
}

/** The definitions of a text, read in the language of a file; none if that is not known. */
async function readSymbols(workspace: Workspace, path: string, text: string): Promise<readonly CodeSymbol[]> {
	const language = workspace.languages.of(path, text);
	return language === undefined ? [] : (await workspace.parser.symbols(language, path, text)).symbols;
}

interface Choice {
	readonly draft: Draft;
	readonly matches: readonly Match[];
	readonly hints: EditHints;
	readonly nearLine?: number;
	readonly symbols: readonly CodeSymbol[];
}

/**
 * Of several places, the one that is meant, by hints other than the text: the line number of a diff, the locations the
 * model was given, the function or class it mentions. All of them if no hint decides.
 */
function chooseMatch(choice: Choice): readonly Match[] {
	const { matches, hints } = choice;
	const rules = [
		(match: Match) => isNearest(choice, match),
		(match: Match) => isInPlace(choice, match),
		(match: Match) => innermost(choice, match).some(name => mentions(hints.prose, name)),
		(match: Match) => aroundOf(choice, match).some(name => mentions(hints.prose, name)),
	];
	for (const rule of rules) {
		const chosen = matches.filter(rule);
		if (chosen.length === 1) {
			return chosen;
		}
	}
	return matches;
}

/** Line numbers in models' diffs are often wrong: the nearest place counts only if it is much nearer than any other. */
function isNearest({ draft, matches, nearLine }: Choice, match: Match): boolean {
	if (nearLine === undefined) {
		return false;
	}
	const distance = (each: Match) => Math.abs(originLine(draft, each.start) - nearLine);
	const others = matches.filter(each => each !== match).map(distance);
	return others.every(other => distance(match) * 2 < other);
}

/** The number of a line before any edit; for a new line, the number of the line before it. */
function originLine({ lines }: Draft, index: number): number {
	for (let at = Math.min(index, lines.length - 1); at >= 0; at--) {
		const line = lines[at]?.line;
		if (line !== undefined) {
			return line;
		}
	}
	return 1;
}

function isInPlace({ draft, hints }: Choice, match: Match): boolean {
	const line = originLine(draft, match.start);
	return hints.places.some(
		({ file, startLine, endLine }) => file === draft.path && startLine <= line && line <= endLine,
	);
}

/** Names of all definitions around a place. */
function aroundOf({ symbols }: Choice, match: Match): string[] {
	const { start } = match;
	return symbols.filter(each => each.startLine - 1 <= start && start < each.endLine).map(({ name }) => name);
}

function innermost(choice: Choice, match: Match): string[] {
	return aroundOf(choice, match).slice(-1);
}

import type { CodeSymbol } from '../../../model/symbol';
import type { Workspace } from '../../../workspace';
import { type Draft, type DraftLine, draftText } from './draft';
import { type EditHints, mentions } from './editHints';
import { alignLines } from './matchers/alignLines';
import { holdsNoCode } from './matchers/elision';
import type { Match, Mismatch } from './matchers/match';
import { matchEdit } from './matchers/matchEdit';
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
 * Applies one edit at the only place of a file where it matches; otherwise returns the refusal, with the current code.
 */
export async function applyEdit(draft: Draft, request: EditRequest): Promise<EditedDraft | Refusal> {
	const { workspace, edit, hints } = request;
	const read = (text: string) => readSymbols(workspace, draft.path, text);
	const { matches, mismatch } = await matchEdit({ lines: draft.lines, edit, read, hints });
	if (matches.length === 0) {
		return mismatch === undefined ? noMatch(draft, edit) : mismatchRefusal(draft, mismatch);
	}
	const { nearLine } = edit;
	const symbols = matches.length > 1 ? await read(draftText(draft)) : [];
	const chosen = chooseMatch({ draft, matches, hints, symbols, ...(nearLine !== undefined && { nearLine }) });
	const [match, ...others] = chosen;
	return match === undefined || others.length > 0 ? ambiguous(draft, chosen) : applyAt(draft, request, match);
}

function withMatch(draft: Draft, { start, end }: Match, rewrite: readonly DraftLine[]): Draft {
	return { ...draft, lines: [...draft.lines.slice(0, start), ...rewrite, ...draft.lines.slice(end)] };
}

/** Of several indentations, uses the first that adds no syntax error. */
async function applyAt(draft: Draft, { workspace, edit }: EditRequest, match: Match): Promise<EditedDraft> {
	const drafts = match.rewrites.map(rewrite => withEnd(withMatch(draft, match, rewrite), edit, match, draft));
	const [start, end] = match.changed ?? [match.start, match.end];
	const startLine = originLine(draft, start);
	const endLine = Math.max(startLine, originLine(draft, Math.max(start, end - 1)));
	let best = drafts[0] ?? draft;
	if (drafts.length > 1) {
		const limit = (await draftErrors(workspace, draft)).length;
		for (const each of drafts) {
			if ((await draftErrors(workspace, each)).length <= limit) {
				best = each;
				break;
			}
		}
	}
	return { draft: best, match, startLine, endLine };
}

/** A diff's remark on the end of the file counts only if the edit reaches it. */
function withEnd(draft: Draft, { endsWithNewline }: WrittenEdit, match: Match, before: Draft): Draft {
	return endsWithNewline === undefined || match.end < before.lines.length ? draft : { ...draft, endsWithNewline };
}

function mismatchRefusal({ path, lines }: Draft, { problem, start, end }: Mismatch): Refusal {
	const [from, to] = problem === 'hidden' ? [start, end] : [start - 5, end + 15];
	return refusal(problem, path, { source: sourceLines(lines, from, to) });
}

const contextLines = 3;

function ambiguous(draft: Draft, matches: readonly Match[]): Refusal {
	const shown = matches.slice(0, 5).map(({ start, end, changed }) => {
		const [from, to] = changed ?? [start, end];
		return sourceLines(draft.lines, from - contextLines, Math.min(to, from + 6) + contextLines);
	});
	const candidates = matches.map(({ start, end, changed }) => ({
		file: draft.path,
		startLine: originLine(draft, (changed ?? [start])[0]),
		endLine: originLine(draft, Math.max(start, (changed?.[1] ?? end) - 1)),
	}));
	return refusal('ambiguous', draft.path, { source: shown.join('\n'), candidates });
}

/** Shows what is nearest to the original, or the end of the file where there is nothing to compare. */
function noMatch({ path, lines }: Draft, edit: WrittenEdit): Refusal {
	const texts = lines.map(({ text }) => text);
	const original = edit.original.split(/\r?\n/);
	const [best] = alignLines(
		original.map(text => text.trim()),
		texts,
		1,
	);
	const isAnywhere = edit.form === 'code' || holdsNoCode(original);
	const first = best?.spans[0]?.from ?? texts.length - contextLines * 4;
	const last = best?.spans.at(-1)?.to ?? texts.length;
	const source = sourceLines(lines, first - contextLines, Math.max(last, first + original.length) + contextLines);
	return refusal(isAnywhere ? 'noAnchor' : 'notFound', path, { source });
}

/** The definitions of a text, read in the language of a file; none where that is not known. */
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
 * Of several places, the one that is meant, by hints besides the text: the line number of a diff, the locations the
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

/** The number of a line before any edit; for a new line, that of the line before it. */
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
	const start = match.changed?.[0] ?? match.start;
	return symbols.filter(each => each.startLine - 1 <= start && start < each.endLine).map(({ name }) => name);
}

function innermost(choice: Choice, match: Match): string[] {
	return aroundOf(choice, match).slice(-1);
}

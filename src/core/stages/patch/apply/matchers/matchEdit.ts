import { isCallable, isClassLike } from '../../../../model/symbol';
import type { DraftLine } from '../draft';
import { type EditHints, mentions } from '../editHints';
import type { WrittenEdit } from '../writtenEdit';
import { definitionMatches } from './definitionMatches';
import type { ReadSymbols } from './definitions';
import { elidedMatches } from './elidedMatches';
import { holdsNoCode, isElision } from './elision';
import type { Match, Mismatch, SearchBlock } from './match';
import { mergeLines } from './mergeLines';
import { nearMatches } from './nearMatches';
import { windowMatches } from './windowMatches';

export interface MatchRequest {
	readonly lines: readonly DraftLine[];
	readonly edit: WrittenEdit;
	readonly read: ReadSymbols;
	readonly hints: EditHints;
}

/**
 * All places where an edit matches a file, by the strictest matcher that finds any; otherwise why the nearest match
 * fails.
 */
export async function matchEdit(request: MatchRequest): Promise<{ matches: readonly Match[]; mismatch?: Mismatch }> {
	const { lines, edit } = request;
	if (edit.form === 'whole') {
		return { matches: [wholeMatch(lines, edit.patched.replace(/\r?\n$/, '').split(/\r?\n/))] };
	}
	const block: SearchBlock = { original: linesOf(edit.original), patched: linesOf(edit.patched) };
	const isEmpty = lines.every(({ text }) => text.trim() === '');
	if (isEmpty && holdsNoCode(block.original)) {
		return { matches: [wholeMatch(lines, block.patched)] };
	}
	if (edit.form === 'code') {
		const whole = await wholeFileMatch(lines, block.patched, request.read);
		return split(whole === undefined ? await matchesByName(request, block) : [whole]);
	}
	const mismatches: (Match | Mismatch)[] = [];
	for (const matcher of [windowMatches, elidedMatches, nearMatches]) {
		const found = matcher(lines, block);
		if (found.some(isMatch)) {
			return split(found);
		}
		mismatches.push(...found);
	}
	const byName = await matchesByName(request, block);
	return split([...byName, ...mismatches]);
}

function linesOf(text: string): string[] {
	return text === '' ? [] : text.split(/\r?\n/);
}

async function matchesByName(
	{ lines, edit, read, hints }: MatchRequest,
	block: SearchBlock,
): Promise<(Match | Mismatch)[]> {
	const isNamed = (name: string) => mentions(hints.prose, name);
	const found = await definitionMatches({ lines, block, read, isNamed, isWhole: edit.form === 'code' });
	return found === undefined ? [] : [found];
}

function isMatch(found: Match | Mismatch): found is Match {
	return 'rewrites' in found;
}

function split(found: readonly (Match | Mismatch)[]): { matches: readonly Match[]; mismatch?: Mismatch } {
	const mismatch = found.find((each): each is Mismatch => !isMatch(each));
	return { matches: found.filter(isMatch), ...(mismatch !== undefined && { mismatch }) };
}

/** This share of a file's lines must be in a text that is to be the whole file, if neither defines anything. */
const enough = 0.5;

/**
 * Treats code as the whole file if it defines all that the file defines at file level or, if the file defines nothing,
 * contains most of its lines. Code that leaves lines out is never a whole file.
 */
async function wholeFileMatch(
	lines: readonly DraftLine[],
	patched: readonly string[],
	read: ReadSymbols,
): Promise<Match | undefined> {
	if (patched.some(isElision)) {
		return undefined;
	}
	const [existing, written] = [
		await topNames(
			lines.map(({ text }) => text),
			read,
		),
		await topNames(patched, read),
	];
	const texts = new Set(patched.map(text => text.trim()));
	const code = lines.filter(({ text }) => text.trim() !== '');
	const nKept = code.filter(({ text }) => texts.has(text.trim())).length;
	const isWhole =
		existing.size > 0
			? [...existing].every(name => written.has(name)) && existing.size > 1
			: nKept >= code.length * enough;
	return isWhole ? wholeMatch(lines, patched) : undefined;
}

/** Replaces the whole content of a file; lines that stay keep their line ends. */
function wholeMatch(lines: readonly DraftLine[], patched: readonly string[]): Match {
	const original = lines.map(({ text }) => text);
	const spans = original.map((_, at) => ({ from: at, to: at + 1 }));
	const merged = mergeLines({ original, patched }, { spans, lines }, text => text);
	const rewrite = Array.isArray(merged) ? merged : patched.map(text => ({ text }));
	return { start: 0, end: lines.length, kind: 'whole', score: 1, rewrites: [rewrite] };
}

async function topNames(texts: readonly string[], read: ReadSymbols): Promise<Set<string>> {
	const symbols = await read(texts.join('\n'));
	return new Set(
		symbols.filter(each => each.container === '' && (isCallable(each) || isClassLike(each))).map(({ name }) => name),
	);
}

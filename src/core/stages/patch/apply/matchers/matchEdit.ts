import { isCallable, isClassLike } from '../../../../model/symbol';
import type { DraftLine } from '../draft';
import { type EditHints, speaksOf } from '../editHints';
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

/** All places where an edit matches a file, by the strictest way that finds any; or else why it nearly matches. */
export async function matchEdit(request: MatchRequest): Promise<{ matches: readonly Match[]; mismatch?: Mismatch }> {
	const { lines, edit } = request;
	if (edit.form === 'whole') {
		return { matches: [wholeMatch(lines, edit.patched.replace(/\r?\n$/, '').split(/\r?\n/))] };
	}
	const searchBlock: SearchBlock = { original: linesOf(edit.original), patched: linesOf(edit.patched) };
	const isEmpty = lines.every(({ text }) => text.trim() === '');
	if (isEmpty && holdsNoCode(searchBlock.original)) {
		return { matches: [wholeMatch(lines, searchBlock.patched)] };
	}
	if (edit.form === 'code') {
		const whole = await wholeFileMatch(lines, searchBlock.patched, request.read);
		return split(whole === undefined ? await matchesByName(request, searchBlock) : [whole]);
	}
	const mismatches: (Match | Mismatch)[] = [];
	for (const way of [windowMatches, elidedMatches, nearMatches]) {
		const found = way(lines, searchBlock);
		if (found.some(isMatch)) {
			return split(found);
		}
		mismatches.push(...found);
	}
	const byName = await matchesByName(request, searchBlock);
	return split([...byName, ...mismatches]);
}

function linesOf(text: string): string[] {
	return text === '' ? [] : text.split(/\r?\n/);
}

async function matchesByName(
	{ lines, edit, read, hints }: MatchRequest,
	searchBlock: SearchBlock,
): Promise<(Match | Mismatch)[]> {
	const isNamed = (name: string) => speaksOf(hints.prose, name);
	const found = await definitionMatches({ lines, searchBlock, read, isNamed, isWhole: edit.form === 'code' });
	return found === undefined ? [] : [found];
}

function isMatch(found: Match | Mismatch): found is Match {
	return 'rewrites' in found;
}

function split(found: readonly (Match | Mismatch)[]): { matches: readonly Match[]; mismatch?: Mismatch } {
	const mismatch = found.find((each): each is Mismatch => !isMatch(each));
	return { matches: found.filter(isMatch), ...(mismatch !== undefined && { mismatch }) };
}

/** So many of a file's lines must be in a text that is to be the whole file, where neither defines anything. */
const enough = 0.5;

/**
 * Takes code for the whole file if it defines all that the file defines at file level, or, where the file defines
 * nothing, if it holds most of its lines. Code that leaves lines out is never a whole file.
 */
async function wholeFileMatch(
	lines: readonly DraftLine[],
	patched: readonly string[],
	read: ReadSymbols,
): Promise<Match | undefined> {
	if (patched.some(isElision)) {
		return undefined;
	}
	const [there, written] = [
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
		there.size > 0 ? [...there].every(name => written.has(name)) && there.size > 1 : nKept >= code.length * enough;
	return isWhole ? wholeMatch(lines, patched) : undefined;
}

/** Puts a text in the place of all that a file holds; lines that stay keep their ends. */
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

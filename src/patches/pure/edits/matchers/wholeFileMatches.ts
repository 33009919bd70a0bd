import type { CodeSymbol } from '../../../../runs/pure/model/symbol';
import { isCallable, isClassLike } from '../../../../runs/pure/model/symbol';
import { holdsNoCode, isElision } from './elision';
import type { Match, MatchRequest } from './match';
import { mergeLines } from './mergeLines';

/** A file without content becomes the new text if the original shows none. */
export function emptyFileMatches({ lines, block }: MatchRequest): Match[] {
	const isEmpty = lines.every(({ text }) => text.trim() === '');
	return isEmpty && holdsNoCode(block.original) ? [wholeMatch(lines, block.patched)] : [];
}

/** This share of a file's lines must be in a text that is to be the whole file, if neither defines anything. */
const enough = 0.5;

/**
 * Treats code as the whole file if it is meant so, if it defines all that the file defines at file level or, if the file
 * defines nothing, if it contains most of its lines. Code that leaves lines out is a whole file only if it is meant so.
 */
export async function wholeFileMatches({ lines, symbols, edit, block, read }: MatchRequest): Promise<Match[]> {
	if (edit.form === 'whole') {
		return [wholeMatch(lines, edit.patched.replace(/\r?\n$/, '').split(/\r?\n/))];
	}
	if (block.patched.some(isElision)) {
		return [];
	}
	const [existing, written] = [topNames(await symbols()), topNames(await read(block.patched.join('\n')))];
	const texts = new Set(block.patched.map(text => text.trim()));
	const code = lines.filter(({ text }) => text.trim() !== '');
	const isWhole =
		existing.size > 0
			? existing.size > 1 && [...existing].every(name => written.has(name))
			: code.filter(({ text }) => texts.has(text.trim())).length >= code.length * enough;
	return isWhole ? [wholeMatch(lines, block.patched)] : [];
}

/** Replaces the whole content of a file; lines that stay keep their line ends. */
function wholeMatch(lines: MatchRequest['lines'], patched: readonly string[]): Match {
	const original = lines.map(({ text }) => text);
	const spans = original.map((_, at) => ({ from: at, to: at + 1 }));
	const merged = mergeLines({ original, patched }, { spans, lines }, text => text);
	const rewrite = Array.isArray(merged) ? merged : patched.map(text => ({ text }));
	return { start: 0, end: lines.length, kind: 'whole', score: 1, rewrites: [rewrite] };
}

function topNames(symbols: readonly CodeSymbol[]): Set<string> {
	const top = symbols.filter(each => each.container === '' && (isCallable(each) || isClassLike(each)));
	return new Set(top.map(({ name }) => name));
}

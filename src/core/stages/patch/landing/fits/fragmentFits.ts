import type { DraftLine } from '../draft';
import { isElision } from './elision';
import type { Fit, Sought } from './fit';
import { indentOf, reindenter } from './indentation';
import { inLikelyOrder } from './windowFits';

const shortest = 4;
const longest = 4000;
const fitLimit = 20;

/**
 * Places where the original begins or ends in the middle of a line, or is broken into other lines. Blanks and line ends
 * between its words count as one blank.
 */
export function fragmentFits(lines: readonly DraftLine[], { original, patched }: Sought): Fit[] {
	const sought = original.join('\n').trim();
	if (sought.replaceAll(/\s/g, '').length < shortest || sought.length > longest || patched.some(isElision)) {
		return [];
	}
	const text = lines.map(line => line.text).join('\n');
	const starts = lineStarts(lines);
	const fits: Fit[] = [];
	for (const found of text.matchAll(wordPattern(sought))) {
		const [from, to] = [found.index, found.index + found[0].length];
		const [start, last] = [lineAt(starts, from), lineAt(starts, to - 1)];
		const front = text.slice(starts[start], from);
		const behind = text.slice(to, (starts[last] ?? 0) + (lines[last]?.text.length ?? 0));
		const rewrites = inLikelyOrder(lines, { start, end: last + 1 }, rewritesOf({ front, behind, original, patched }));
		fits.push({ start, end: last + 1, match: 'fragment', score: 1, rewrites });
		if (fits.length === fitLimit) {
			break;
		}
	}
	return fits;
}

/** The words of a text with any blanks between; a word is never found inside a longer one. */
function wordPattern(text: string): RegExp {
	const words = text.split(/\s+/).map(word => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
	const before = /^\w/.test(text) ? '(?<!\\w)' : '';
	const after = /\w$/.test(text) ? '(?!\\w)' : '';
	return new RegExp(before + words.join('\\s+') + after, 'g');
}

function lineStarts(lines: readonly DraftLine[]): number[] {
	const starts: number[] = [];
	let at = 0;
	for (const { text } of lines) {
		starts.push(at);
		at += text.length + 1;
	}
	return starts;
}

/** Index of the line that holds a position. */
function lineAt(starts: readonly number[], position: number): number {
	let [low, high] = [0, starts.length - 1];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if ((starts[middle] ?? 0) <= position) {
			low = middle;
		} else {
			high = middle - 1;
		}
	}
	return low;
}

interface Cut {
	readonly front: string;
	readonly behind: string;
	readonly original: readonly string[];
	readonly patched: readonly string[];
}

/** Further lines move as far as the first one did, or stay as they were written. */
function rewritesOf({ front, behind, original, patched }: Cut): DraftLine[][] {
	const given = indentOf(original.find(line => line.trim() !== '') ?? '');
	const moved = patched.map(reindenter([{ given, actual: indentOf(front) }]));
	return [moved, patched].map(lines => {
		const [first = '', ...rest] = lines.join('\n').trim().split('\n');
		const texts = [front + withoutRepeat(first, front, original), ...rest];
		texts[texts.length - 1] += behind;
		return texts.filter((text, at) => at > 0 || texts.length > 1 || text.trim() !== '').map(text => ({ text }));
	});
}

/** A model that leaves out the beginning of a line in the original may write it in what is to stand there. */
function withoutRepeat(first: string, front: string, original: readonly string[]): string {
	const repeated = front.trim();
	const isRepeated = repeated !== '' && first.startsWith(repeated) && !original.join('\n').trim().startsWith(repeated);
	return isRepeated ? first.slice(repeated.length).trimStart() : first;
}

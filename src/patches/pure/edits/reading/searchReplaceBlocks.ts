import type { FoundEdit } from '../writtenEdit';
import { pathInLine } from './pathInLine';

const head = /^[ \t]*<{5,9} ?(?:SEARCH|ORIGINAL|HEAD)\b(.*)$/gm;
const divider = /^[ \t]*={5,9}[ \t]*$/gm;
const foot = /^[ \t]*>{5,9} ?(?:REPLACE|UPDATED)\b.*$/gm;

/**
 * Blocks between `<<<<<<< SEARCH`, `=======` and `>>>>>>> REPLACE`. The file is named on the first line, or above it,
 * or it is the file of the block before. Code that holds such a line itself makes a block unclear.
 */
export function searchReplaceBlocks(text: string): FoundEdit[] {
	const found: FoundEdit[] = [];
	let file = '';
	for (const match of text.matchAll(head)) {
		const last = found.at(-1);
		if (last !== undefined && match.index < last.end) {
			continue;
		}
		file = pathInLine(match[1] ?? '') ?? pathAbove(text.slice(last?.end ?? 0, match.index)) ?? file;
		found.push(readBlock(text, file, match.index, match.index + match[0].length + 1));
	}
	return found;
}

function readBlock(text: string, file: string, start: number, inside: number): FoundEdit {
	const close = firstFrom(foot, text, inside);
	if (close === undefined) {
		return { start, end: text.length, edit: { file, form: 'replace', original: '', patched: '', flaw: 'cutOff' } };
	}
	const end = close.index + close[0].length;
	const body = text.slice(inside, close.index);
	const dividers = [...body.matchAll(divider)];
	const [middle] = dividers;
	if (middle === undefined || dividers.length > 1 || body.search(head) >= 0 || hasStrayFoot(text, end)) {
		return { start, end, edit: { file, form: 'replace', original: '', patched: '', flaw: 'mixedUp' } };
	}
	const original = withoutEnd(body.slice(0, middle.index));
	const patched = withoutEnd(body.slice(middle.index + middle[0].length + 1));
	return { start, end, edit: { file, form: 'replace', original, patched } };
}

/** A foot without a head after a block shows that the line read as the block's foot was one of its lines. */
function hasStrayFoot(text: string, end: number): boolean {
	const [nextHead, nextFoot] = [firstFrom(head, text, end), firstFrom(foot, text, end)];
	return nextFoot !== undefined && (nextHead === undefined || nextFoot.index < nextHead.index);
}

function firstFrom(pattern: RegExp, text: string, from: number): RegExpExecArray | undefined {
	const own = new RegExp(pattern);
	own.lastIndex = from;
	return own.exec(text) ?? undefined;
}

function withoutEnd(body: string): string {
	return body.endsWith('\n') ? body.slice(0, -1) : body;
}

/** The last of the three lines above that is a path. */
function pathAbove(text: string): string | undefined {
	const lines = text.split('\n').filter(line => line.trim() !== '' && !/^\s*(?:```|~~~)\s*(?:\w+\s*)?$/.test(line));
	return lines
		.slice(-3)
		.reverse()
		.map(pathInLine)
		.find(path => path !== undefined);
}

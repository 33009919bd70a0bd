import type { FoundEdit } from '../writtenEdit';

/**
 * `<file>`, `<original>` and `<patched>`, fenced or not. A file may be followed by several pairs. Code that holds one
 * of these tags itself makes the end of a part unclear: such an edit is marked, never guessed.
 */
export function triples(text: string): FoundEdit[] {
	const found: FoundEdit[] = [];
	let file = '';
	let at = 0;
	for (let part = nextPart(text, at); part !== undefined; part = nextPart(text, at)) {
		at = part.end;
		if (part.name === 'file') {
			file = part.body.trim();
		} else if (part.name === 'original') {
			const pair = readPair(text, file, part);
			found.push(pair);
			at = pair.end;
		}
	}
	return found;
}

interface Part {
	readonly name: string;
	readonly body: string;
	readonly start: number;
	readonly end: number;
	readonly isClosed: boolean;
}

/** No path is longer; if its closing tag is missing, the whole text need not be searched for it. */
const pathLimit = 4000;
const anyTag = /<\/?(?:file|original|patched)>/;

function nextPart(text: string, from: number): Part | undefined {
	const opening = /<(file|original|patched)>/g;
	opening.lastIndex = from;
	const open = opening.exec(text);
	if (open === null) {
		return undefined;
	}
	const name = open[1] ?? '';
	const inside = open.index + open[0].length;
	const within = name === 'file' ? text.slice(inside, inside + pathLimit) : text;
	const found = within.indexOf(`</${name}>`, name === 'file' ? 0 : inside);
	const isClosed = found >= 0;
	const close = name === 'file' ? inside + found : found;
	const end = isClosed ? close + name.length + 3 : endOfLineOrText(text, inside, name);
	return { name, body: text.slice(inside, isClosed ? close : end), start: open.index, end, isClosed };
}

/** A path ends with its line at the latest. */
function endOfLineOrText(text: string, inside: number, name: string): number {
	const lineEnd = text.indexOf('\n', inside);
	return name === 'file' && lineEnd >= 0 ? lineEnd : text.length;
}

function readPair(text: string, file: string, original: Part): FoundEdit {
	const patched = nextPart(text, original.end);
	const isPair = patched?.name === 'patched' && !anyTag.test(text.slice(original.end, patched.start));
	const end = isPair ? patched.end : original.end;
	const isWhole = isPair && original.isClosed && patched.isClosed;
	const flaw = isWhole ? flawOf(text, end, [original.body, patched.body]) : isAtEnd(text, end) ? 'cutOff' : 'mixedUp';
	const bodies = { original: inner(original.body), patched: isPair ? inner(patched.body) : '' };
	return { start: original.start, end, edit: { file, form: 'replace', ...bodies, ...(flaw && { flaw }) } };
}

/** Tags inside, or a closing tag left over after them, show that a part ended too early or too late. */
function flawOf(text: string, end: number, bodies: readonly string[]): 'mixedUp' | undefined {
	const tags = new RegExp(anyTag, 'g');
	tags.lastIndex = end;
	const next = tags.exec(text)?.[0] ?? '';
	const second = next === '' ? '' : (tags.exec(text)?.[0] ?? '');
	const isLeftOver = next.startsWith('</') || (second.startsWith('</') && second.slice(2) !== next.slice(1));
	return isLeftOver || bodies.some(body => anyTag.test(body)) ? 'mixedUp' : undefined;
}

function isAtEnd(text: string, end: number): boolean {
	return !/\S/.test(text.slice(end));
}

/** The tags may be on separate lines. */
function inner(body: string): string {
	return body.replace(/^[ \t]*\n/, '').replace(/\n[ \t]*$/, '');
}

import type { RememberedPart } from '../../model/run/memoryEvents';
import { fileOf, linesShown } from '../context/codeAbove';
import { tokensOfCharacters } from '../tokenEstimate';

/**
 * The parts of a tool's answer that can be closed alone: each piece of code with its header, each commit, and the texts
 * between and after them; what the answer begins with belongs to its first piece. Together they are the whole answer but
 * for blank lines.
 */
export function answerParts(text: string): RememberedPart[] {
	const lines = linesOf(text);
	const starts = lines.flatMap((_line, at) => (beginsPart(lines, at) ? [at] : []));
	return (starts.length === 0 ? [0] : starts).flatMap((first, at) => {
		const part = lines.slice(first, starts[at + 1] ?? lines.length);
		const [piece, rest] = splitCode(part);
		const begin = at === 0 ? (lines[0]?.start ?? 0) : (part[0]?.start ?? 0);
		return [partOf(piece, begin), ...(isBlank(rest) ? [] : [partOf(rest)])];
	});
}

function isBlank(lines: readonly Line[]): boolean {
	return lines.every(({ text }) => text.trim() === '');
}

interface Line {
	readonly text: string;
	readonly start: number;
}

function linesOf(text: string): Line[] {
	let start = 0;
	return text.split('\n').map(line => {
		const found = { text: line, start };
		start += line.length + 1;
		return found;
	});
}

function beginsPart(lines: readonly Line[], at: number): boolean {
	const { text = '' } = lines[at] ?? {};
	return commitOf(text) !== undefined || isCodeHeader(lines, at);
}

function isCodeHeader(lines: readonly Line[], at: number): boolean {
	return lines[at + 1]?.text === '<code>' && fileOf(lines[at]?.text ?? '') !== undefined;
}

/** Code ends with the remarks below it, before the next blank line. */
function splitCode(lines: readonly Line[]): readonly [readonly Line[], readonly Line[]] {
	if (!isCodeHeader(lines, 0)) {
		return [lines, []];
	}
	const close = lines.findIndex(({ text }) => text === '</code>');
	const end = close === -1 ? -1 : lines.findIndex(({ text }, at) => at > close && text === '');
	return end === -1 ? [lines, []] : [lines.slice(0, end), lines.slice(end)];
}

function partOf(lines: readonly Line[], begin?: number): RememberedPart {
	const [first = { text: '', start: 0 }] = lines;
	const { text: last, start: lastStart } = lines.findLast(({ text }) => text.trim() !== '') ?? first;
	const [start, end] = [begin ?? first.start, lastStart + last.length];
	const size = { start, end, tokens: Math.ceil(tokensOfCharacters(end - start)) };
	const commit = commitOf(first.text);
	if (commit !== undefined) {
		return { kind: 'commit', name: commit, ...size };
	}
	const file = isCodeHeader(lines, 0) ? fileOf(first.text) : undefined;
	const shown = lines.flatMap(({ text }) => linesShown(text) ?? []);
	const [top, bottom] = [shown.at(0), shown.at(-1)];
	return file === undefined || top === undefined || bottom === undefined
		? { kind: 'text', name: '', ...size }
		: { kind: 'code', name: nameIn(first.text), place: { file, startLine: top.first, endLine: bottom.last }, ...size };
}

/** `Class.method`, as the header of a piece of code names it. */
function nameIn(header: string): string {
	const named = (tag: string) => new RegExp(`<${tag}>([^<]{1,1000})</${tag}>`).exec(header)?.[1];
	return [named('class'), named('func')].filter(name => name !== undefined).join('.');
}

/** The commit that a line begins the description of. */
function commitOf(line: string): string | undefined {
	return /^<commit>([\da-f]{7,64})<\/commit>/.exec(line)?.[1];
}

import type { FileDiff, Hunk } from '../../../../runs/pure/diff/fileDiff';
import { findDiffs } from '../../../../runs/pure/diff/parseDiff';
import type { RequestedCall } from '../../../../runs/pure/model/chat';
import { jsonIn } from '../../../../system/pure/text/jsonText';
import type { FoundEdit, WrittenEdit } from '../writtenEdit';
import { definitionBlocks } from './definitionBlocks';
import { pathInLine } from './pathInLine';
import { searchReplaceBlocks } from './searchReplaceBlocks';
import { triples } from './triples';

/** The changes that a model's answer requests. */
export interface PatchAnswer {
	/** In the order of the answer. */
	readonly edits: readonly WrittenEdit[];
	/** The answer without the edits. */
	readonly prose: string;
}

/**
 * Reads the edits out of an answer, in any written form: triples of file, original and patched; search and replace
 * blocks; named definitions; unified diffs; the arguments of edit tools as JSON; and, if there is none of these, whole
 * functions or files in fences that name a path. Fences around the first four do not matter.
 */
export function readAnswer(answer: string): PatchAnswer {
	const inJson = editsInJson(answer);
	if (inJson !== undefined) {
		return { edits: inJson, prose: '' };
	}
	const text = answer.replaceAll('\r\n', '\n');
	const marked = outermost([triples, searchReplaceBlocks, definitionBlocks, diffBlocks].flatMap(read => read(text)));
	const found = marked.length > 0 ? marked : codeBlocks(text);
	return { edits: found.map(({ edit }) => edit), prose: without(text, found) };
}

/** In the order of the text. The code of an edit may look like edits itself, which do not count. */
function outermost(found: readonly FoundEdit[]): FoundEdit[] {
	const outer: FoundEdit[] = [];
	for (const each of [...found].sort((a, b) => a.start - b.start)) {
		const last = outer.at(-1);
		// The hunks of one file share their place.
		if (last === undefined || each.start >= last.end || each.start === last.start) {
			outer.push(each);
		}
	}
	return outer;
}

/** Replaces the parts that were read by blanks. */
function without(text: string, found: readonly FoundEdit[]): string {
	const pieces: string[] = [];
	let at = 0;
	for (const { start, end } of found) {
		pieces.push(text.slice(at, start), text.slice(Math.max(at, start), end).replaceAll(/[^\n]/g, ' '));
		at = Math.max(at, end);
	}
	return pieces.join('') + text.slice(at);
}

/**
 * Fenced code with a path: in the line that opens the fence, in the line above it, or in the first line of the code as a
 * comment. A fence without a path is an example, not an edit.
 */
function codeBlocks(text: string): FoundEdit[] {
	const found: FoundEdit[] = [];
	const opening = /^([ \t]*)(`{3,}|~{3,}(?!~))([^\r\n\u2028\u2029`]*)\n/gm;
	for (let open = opening.exec(text); open !== null; open = opening.exec(text)) {
		const block = readBlock(text, open);
		opening.lastIndex = block.end;
		const named = pathOf(text, open, block.body);
		if (named !== undefined) {
			const flaw = block.isClosed ? {} : ({ flaw: 'cutOff' } as const);
			const edit = { file: named.path, form: 'code', original: '', patched: named.body, ...flaw } as const;
			found.push({ start: open.index, end: block.end, edit });
		}
	}
	return found;
}

interface Block {
	readonly body: string;
	readonly end: number;
	readonly isClosed: boolean;
}

/** A fence ends at the next line that holds only its mark, at most as far in. */
function readBlock(text: string, open: RegExpExecArray): Block {
	const [line, indent = '', mark = ''] = open;
	const inside = open.index + line.length;
	const closing = new RegExp(`^[ \\t]{0,${indent.length}}${mark.charAt(0)}{${mark.length},}[ \\t]*$`, 'gm');
	closing.lastIndex = inside;
	const close = closing.exec(text);
	return close === null
		? { body: text.slice(inside), end: text.length, isClosed: false }
		: {
				body: text.slice(inside, Math.max(inside, close.index - 1)),
				end: close.index + close[0].length,
				isClosed: true,
			};
}

function pathOf(text: string, open: RegExpExecArray, body: string): { path: string; body: string } | undefined {
	const inInfo = (open[3] ?? '')
		.trim()
		.split(/[\s:=,"']+/)
		.map(pathInLine)
		.find(path => path !== undefined);
	const path = inInfo ?? pathInLine(lineAbove(text, open.index));
	if (path !== undefined) {
		return { path, body };
	}
	const [first = '', ...rest] = body.split('\n');
	const commented = /^\s*(?:#|\/\/|--|;|<!--|\/\*)/.test(first) ? pathInLine(first) : undefined;
	return commented === undefined ? undefined : { path: commented, body: rest.join('\n') };
}

/** The last line before a position that is not blank; empty if only a distant one is. */
function lineAbove(text: string, at: number): string {
	const near = text.slice(Math.max(0, at - 2000), at).trimEnd();
	return near.slice(near.lastIndexOf('\n') + 1);
}

/** Unified diffs: each hunk is an edit, its line number only a hint. */
function diffBlocks(text: string): FoundEdit[] {
	return findDiffs(text).flatMap(({ diff, start, end }) => editsOf(diff).map(edit => ({ start, end, edit })));
}

function editsOf(diff: FileDiff): FoundEdit['edit'][] {
	const { oldPath, newPath, hunks, named } = diff;
	if (newPath === undefined) {
		return [{ file: oldPath ?? '', form: 'delete', original: '', patched: '' }];
	}
	if (oldPath === undefined) {
		const patched = hunks.map(hunk => sideOf(hunk, '+ ')).join('\n');
		return [{ file: newPath, form: 'whole', original: '', patched, isNew: true, ...endOf(hunks.at(-1)) }];
	}
	const change = (file: string) => hunks.map(hunk => replacement(file, hunk));
	const move = (form: 'rename' | 'copy') => ({ file: oldPath, form, to: newPath, original: '', patched: '' });
	switch (named) {
		case 'renamed':
			// Line numbers refer to the old file.
			return [...change(oldPath), move('rename')];
		case 'copied':
			return [move('copy'), ...change(newPath)];
		default:
			return change(oldPath);
	}
}

function replacement(file: string, whole: Hunk): FoundEdit['edit'] {
	const hunk = withoutLoneBlank(whole);
	const fresh = hunk.lines.filter(line => /^[ +]/.test(line));
	return {
		...{ file, form: 'replace' },
		...{ original: sideOf(hunk, ' -'), patched: sideOf(hunk, ' +') },
		...(hunk.oldStart !== undefined && { nearLine: hunk.oldStart }),
		...endOf(hunk),
		// A single empty line would be read as no line.
		...(fresh.length === 1 && fresh[0]?.trim() === '+' && { flaw: 'mixedUp' as const }),
	};
}

/** Drops an empty line of context if it is all that remains: as a text that would be no line at all. */
function withoutLoneBlank({ oldStart, lines }: Hunk): Hunk {
	const staying = lines.filter(line => /^[ +]/.test(line));
	const [only] = staying;
	if (staying.length !== 1 || only === undefined || !/^ \r?$/.test(only) || lines.length === 1) {
		return { ...(oldStart !== undefined && { oldStart }), lines };
	}
	const start = oldStart === undefined || lines[0] !== only ? oldStart : oldStart + 1;
	return { ...(start !== undefined && { oldStart: start }), lines: lines.filter(line => line !== only) };
}

function sideOf({ lines }: Hunk, marks: string): string {
	return lines
		.filter(line => marks.includes(line.charAt(0)))
		.map(line => line.slice(1))
		.join('\n');
}

/** Applies the remark on a missing line end to the new file. */
function endOf(hunk: Hunk | undefined): { readonly endsWithNewline?: boolean } {
	const lines = hunk?.lines ?? [];
	const marks = lines.flatMap((line, at) => (line.startsWith('\\') ? [lines[at - 1]?.charAt(0)] : []));
	if (marks.some(mark => mark === '+' || mark === ' ')) {
		return { endsWithNewline: false };
	}
	return marks.includes('-') ? { endsWithNewline: true } : {};
}

/** Names that tools and models use for the same argument. */
const argumentNames = {
	file: ['path', 'file_path', 'file', 'filename', 'file_name'],
	original: ['old_text', 'old_string', 'old_str', 'original', 'search', 'old'],
	patched: ['new_text', 'new_string', 'new_str', 'patched', 'replace', 'replacement', 'new'],
	whole: ['content', 'file_text', 'contents'],
} as const;

/** The edits that native calls of an edit tool ask for: `{ path, old_text, new_text }` or `{ path, content }`. */
export function toolCallEdits(calls: readonly RequestedCall[]): WrittenEdit[] {
	return calls.flatMap(call => editsIn(jsonIn(call.arguments, () => true)));
}

/** The edits of an answer that is JSON: one edit, a list, or calls as an endpoint gives them. Undefined for other text. */
function editsInJson(answer: string): WrittenEdit[] | undefined {
	const isJson = /^\s*[[{]/.test(answer);
	const edits = isJson ? editsIn(parse(answer)) : [];
	return edits.length === 0 ? undefined : edits;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// An answer that only begins like JSON is read as text.
		return undefined;
	}
}

function editsIn(value: unknown): WrittenEdit[] {
	if (Array.isArray(value)) {
		return value.flatMap(editsIn);
	}
	if (typeof value === 'string') {
		return /^\s*[[{]/.test(value) ? editsIn(parse(value)) : [];
	}
	if (typeof value !== 'object' || value === null) {
		return [];
	}
	const fields = new Map(Object.entries(value));
	const edit = editOf(fields);
	const nested = ['edits', 'tool_calls', 'calls', 'function', 'arguments', 'input', 'modifications'];
	return edit
		? [edit]
		: nested.flatMap(name => withFile(editsIn(fields.get(name)), textOf(fields, argumentNames.file)));
}

function editOf(fields: ReadonlyMap<string, unknown>): WrittenEdit | undefined {
	const file = textOf(fields, argumentNames.file) ?? '';
	const [original, patched] = [textOf(fields, argumentNames.original), textOf(fields, argumentNames.patched)];
	if (patched !== undefined) {
		return { file, form: 'replace', original: original ?? '', patched };
	}
	const whole = textOf(fields, argumentNames.whole);
	return whole === undefined || file === '' ? undefined : { file, form: 'whole', original: '', patched: whole };
}

/** Several edits of one file name it once. */
function withFile(edits: readonly WrittenEdit[], file: string | undefined): WrittenEdit[] {
	return edits.map(edit => (edit.file === '' && file !== undefined ? { ...edit, file } : edit));
}

function textOf(fields: ReadonlyMap<string, unknown>, names: readonly string[]): string | undefined {
	return names.map(name => fields.get(name)).find(value => typeof value === 'string');
}

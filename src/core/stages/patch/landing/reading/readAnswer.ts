import type { FoundEdit, WrittenEdit } from '../writtenEdit';
import { codeBlocks } from './codeBlocks';
import { diffBlocks } from './diffBlocks';
import { searchReplaceBlocks } from './searchReplaceBlocks';
import { editsInJson } from './toolCallEdits';
import { triples } from './triples';

/** What a model's answer asks to change. */
export interface PatchAnswer {
	/** In the order of the answer. */
	readonly edits: readonly WrittenEdit[];
	/** The answer without the edits. */
	readonly prose: string;
}

/**
 * Reads the edits out of an answer, in whatever form they are written: triples of file, original and patched; search and
 * replace blocks; unified diffs; the arguments of edit tools as JSON; and, where there is none of these, whole functions
 * or files in fences that name a path. Fences around the first three do not matter.
 */
export function readAnswer(answer: string): PatchAnswer {
	const inJson = editsInJson(answer);
	if (inJson !== undefined) {
		return { edits: inJson, prose: '' };
	}
	const text = answer.replaceAll('\r\n', '\n');
	const marked = outermost([triples, searchReplaceBlocks, diffBlocks].flatMap(read => read(text)));
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

/** Blanks in place of what was read. */
function without(text: string, found: readonly FoundEdit[]): string {
	let rest = text;
	for (const { start, end } of found) {
		rest = rest.slice(0, start) + rest.slice(start, end).replaceAll(/[^\n]/g, ' ') + rest.slice(end);
	}
	return rest;
}

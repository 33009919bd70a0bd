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
	const found: FoundEdit[] = [];
	for (const read of [triples, searchReplaceBlocks, diffBlocks]) {
		found.push(...read(without(text, found)));
	}
	if (found.length === 0) {
		found.push(...codeBlocks(text));
	}
	found.sort((a, b) => a.start - b.start);
	return { edits: withProse(text, found), prose: without(text, found) };
}

function withProse(text: string, found: readonly FoundEdit[]): WrittenEdit[] {
	return found.map(({ edit, start }, at) => ({ ...edit, said: text.slice(found[at - 1]?.end ?? 0, start) }));
}

/** Blanks in place of what was read, so that it is not read twice; lines stay where they are. */
function without(text: string, found: readonly FoundEdit[]): string {
	let rest = text;
	for (const { start, end } of found) {
		rest = rest.slice(0, start) + rest.slice(start, end).replaceAll(/[^\n]/g, ' ') + rest.slice(end);
	}
	return rest;
}

import type { AppliedEdit, ApplyResult } from '../../src/patches/pure/edits/applyResult';
import { isCode, isElision } from '../../src/patches/pure/edits/matchers/elision';
import { readAnswer } from '../../src/patches/pure/edits/reading/readAnswer';
import type { WrittenEdit } from '../../src/patches/pure/edits/writtenEdit';
import type { Files } from '../../src/system/pure/files';

/** An answer is counted under the first of these reasons that one of its edits has. */
const order = [
	'names a file that does not exist',
	'shows code of which no line is in the file',
	'shows code of which only a part is in the file',
	'does not show where to insert its code',
	'matches several places',
	'omits code that would be lost',
	'has a syntax error',
	'ends in the middle of an edit, or has its marks mixed up',
	'changes only tests',
	'changes nothing',
	'contains no edit',
] as const;

export type WhyNot = (typeof order)[number];

/** Why an answer does not apply, as a short description. */
export async function whyNot(raw: string, applied: ApplyResult, files: Files): Promise<WhyNot> {
	const written = readAnswer(raw).edits;
	const reasons = await Promise.all(applied.edits.map((edit, at) => reasonOf(edit, written[at], files)));
	const first = order.find(reason => reasons.includes(reason));
	return first ?? (applied.edits.length === 0 ? 'contains no edit' : 'changes nothing');
}

async function reasonOf(
	edit: AppliedEdit,
	written: WrittenEdit | undefined,
	files: Files,
): Promise<WhyNot | undefined> {
	switch (edit.reason) {
		case undefined:
			return undefined;
		case 'noFile':
		case 'severalFiles':
		case 'outside':
		case 'unreadable':
		case 'exists':
			return 'names a file that does not exist';
		case 'notFound':
		case 'absent':
			return (await hasLineIn(written?.original ?? '', edit.file, files))
				? 'shows code of which only a part is in the file'
				: 'shows code of which no line is in the file';
		case 'noAnchor':
			return 'does not show where to insert its code';
		case 'ambiguous':
			return 'matches several places';
		case 'hidden':
		case 'misplaced':
		case 'elided':
			return 'omits code that would be lost';
		case 'syntax':
			return 'has a syntax error';
		case 'cutOff':
		case 'mixedUp':
			return 'ends in the middle of an edit, or has its marks mixed up';
		case 'testFile':
			return 'changes only tests';
	}
}

/** Shorter lines, such as `else:` and `return x`, occur in any file. */
const shortest = 12;

async function hasLineIn(original: string, path: string, files: Files): Promise<boolean> {
	const there = new Set((await files.readText(path)).split(/\r?\n/).map(line => line.trim()));
	const shown = original.split('\n').map(line => line.trim());
	return shown.some(line => line.length >= shortest && isCode(line) && !isElision(line) && there.has(line));
}

import type { Files } from '../../src/core/ports';
import type { AppliedEdit, ApplyResult } from '../../src/core/stages/patch/apply/applyResult';
import { isCode, isElision } from '../../src/core/stages/patch/apply/matchers/elision';
import { readAnswer } from '../../src/core/stages/patch/apply/reading/readAnswer';
import type { WrittenEdit } from '../../src/core/stages/patch/apply/writtenEdit';

/** In this order, the first that one of its edits gives is why an answer does not apply. */
const order = [
	'names a file that is not there',
	'shows code of which no line stands in the file',
	'shows code of which only a part stands in the file',
	'does not say where to add what it adds',
	'matches several places',
	'leaves out what would be lost',
	'brings a syntax error of its own',
	'ends in the middle of an edit, or has its marks mixed up',
	'changes only tests',
	'changes nothing',
	'holds no edit',
] as const;

export type WhyNot = (typeof order)[number];

/** Why an answer does not apply, in the words of a person who looks at what it shows. */
export async function whyNot(raw: string, applied: ApplyResult, files: Files): Promise<WhyNot> {
	const written = readAnswer(raw).edits;
	const reasons = await Promise.all(applied.edits.map((edit, at) => reasonOf(edit, written[at], files)));
	const first = order.find(reason => reasons.includes(reason));
	return first ?? (applied.edits.length === 0 ? 'holds no edit' : 'changes nothing');
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
			return 'names a file that is not there';
		case 'notFound':
		case 'absent':
			return (await hasLineIn(written?.original ?? '', edit.file, files))
				? 'shows code of which only a part stands in the file'
				: 'shows code of which no line stands in the file';
		case 'noAnchor':
			return 'does not say where to add what it adds';
		case 'ambiguous':
			return 'matches several places';
		case 'hidden':
		case 'elided':
			return 'leaves out what would be lost';
		case 'syntax':
			return 'brings a syntax error of its own';
		case 'cutOff':
		case 'mixedUp':
			return 'ends in the middle of an edit, or has its marks mixed up';
		case 'testFile':
			return 'changes only tests';
	}
}

/** Shorter lines, such as `else:` and `return x`, stand in any file. */
const shortest = 12;

async function hasLineIn(original: string, path: string, files: Files): Promise<boolean> {
	const there = new Set((await files.readText(path)).split(/\r?\n/).map(line => line.trim()));
	const shown = original.split('\n').map(line => line.trim());
	return shown.some(line => line.length >= shortest && isCode(line) && !isElision(line) && there.has(line));
}

import type { FileDiff, Hunk } from '../../../../diff/fileDiff';
import { findDiffs } from '../../../../diff/parseDiff';
import type { FoundEdit } from '../writtenEdit';

/** Unified diffs: each hunk is an edit, its line number only a hint. */
export function diffBlocks(text: string): FoundEdit[] {
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
			// Where lines stand is said of the old file.
			return [...change(oldPath), move('rename')];
		case 'copied':
			return [move('copy'), ...change(newPath)];
		default:
			return change(oldPath);
	}
}

function replacement(file: string, whole: Hunk): FoundEdit['edit'] {
	const hunk = withoutLoneBlank(whole);
	return {
		...{ file, form: 'replace' },
		...{ original: sideOf(hunk, ' -'), patched: sideOf(hunk, ' +') },
		...(hunk.oldStart !== undefined && { nearLine: hunk.oldStart }),
		...endOf(hunk),
	};
}

/** Without an empty line of context if nothing else is to stand there: as a text that would be no line at all. */
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

/** What the remark on a missing line end says of the file as it should be. */
function endOf(hunk: Hunk | undefined): { readonly endsWithNewline?: boolean } {
	const lines = hunk?.lines ?? [];
	const marks = lines.flatMap((line, at) => (line.startsWith('\\') ? [lines[at - 1]?.charAt(0)] : []));
	if (marks.some(mark => mark === '+' || mark === ' ')) {
		return { endsWithNewline: false };
	}
	return marks.includes('-') ? { endsWithNewline: true } : {};
}

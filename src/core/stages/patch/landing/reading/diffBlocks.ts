import type { FileDiff, Hunk } from '../../../../diff/fileDiff';
import { parseDiff } from '../../../../diff/parseDiff';
import type { FoundEdit } from '../writtenEdit';

/** Unified diffs: each hunk is an edit, its line number only a hint. */
export function diffBlocks(text: string): FoundEdit[] {
	const starts = [...text.matchAll(/^(?:diff --git .*|--- \S.*(?=\n\+\+\+ ))$/gm)].map(({ index }) => index);
	const own = starts.filter((start, at) => at === 0 || !isWithinHeader(text.slice(starts[at - 1] ?? 0, start)));
	return own.flatMap((start, at) => {
		const end = own[at + 1] ?? text.length;
		return parseDiff(text.slice(start, end)).flatMap(diff => editsOf(diff).map(edit => ({ start, end, edit })));
	});
}

/** The `---` line of a file that `diff --git` has begun. */
function isWithinHeader(between: string): boolean {
	return between.startsWith('diff --git ') && !/^@@/m.test(between);
}

function editsOf(diff: FileDiff): FoundEdit['edit'][] {
	const { oldPath, newPath, hunks } = diff;
	if (newPath === undefined) {
		return [{ file: oldPath ?? '', form: 'delete', original: '', patched: '' }];
	}
	if (oldPath === undefined) {
		const patched = hunks.map(hunk => sideOf(hunk, '+ ')).join('\n');
		return [{ file: newPath, form: 'whole', original: '', patched, isNew: true, ...endOf(hunks.at(-1)) }];
	}
	// A file that moves as well: what it holds is changed first, where it is.
	return hunks.map(hunk => ({
		...{ file: oldPath, form: 'replace' },
		...{ original: sideOf(hunk, ' -'), patched: sideOf(hunk, ' +') },
		...(hunk.oldStart !== undefined && { nearLine: hunk.oldStart }),
		...endOf(hunk),
	}));
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

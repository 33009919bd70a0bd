import { formatPatch, type StructuredPatch, type StructuredPatchHunk, structuredPatch } from 'diff';
import { compareText } from '../../../system/pure/text/compareText';
import type { PatchedFile } from '../model/patch';

/** Lines around a change, as git prints them. */
const usualContext = 3;
/** More changed lines than this are printed as one block: computing the shortest difference takes quadratic time. */
const editLimit = 4000;

/**
 * A unified diff as git writes and applies it: `a/` and `b/` paths, headers for new and deleted files, and the mark for
 * a missing line end. Files are sorted by path; unchanged files are left out. `context`: lines around a change.
 */
export function printDiff(changes: readonly PatchedFile[], context = usualContext): string {
	return [...changes]
		.filter(({ before, after }) => before !== after)
		.sort((a, b) => compareText(a.path, b.path))
		.map(change => formatPatch(structured(change, context)))
		.join('');
}

function structured({ path, before, after }: PatchedFile, context: number): StructuredPatch {
	return {
		oldFileName: before === undefined ? '/dev/null' : `a/${path}`,
		newFileName: after === undefined ? '/dev/null' : `b/${path}`,
		...{ oldHeader: undefined, newHeader: undefined },
		hunks: hunksOf(before ?? '', after ?? '', context),
		...{ isGit: true, isCreate: before === undefined, isDelete: after === undefined },
	};
}

function hunksOf(before: string, after: string, context: number): StructuredPatchHunk[] {
	const options = { context, maxEditLength: editLimit };
	return structuredPatch('', '', before, after, '', '', options)?.hunks ?? [oneBlock(before, after, context)];
}

/** Replaces everything from the first to the last difference. */
function oneBlock(before: string, after: string, context: number): StructuredPatchHunk {
	const [old, fresh] = [diffLines(before), diffLines(after)];
	const shorter = Math.min(old.length, fresh.length);
	let head = 0;
	while (head < shorter && old[head] === fresh[head]) {
		head++;
	}
	let tail = 0;
	while (tail < shorter - head && old.at(-1 - tail) === fresh.at(-1 - tail)) {
		tail++;
	}
	const first = Math.max(0, head - context);
	const above = old.slice(first, head);
	const below = old.slice(old.length - tail).slice(0, context);
	const [gone, come] = [old.slice(head, old.length - tail), fresh.slice(head, fresh.length - tail)];
	const nContext = above.length + below.length;
	return {
		...{ oldStart: first + 1, oldLines: gone.length + nContext },
		...{ newStart: first + 1, newLines: come.length + nContext },
		lines: [...marked(' ', above), ...marked('-', gone), ...marked('+', come), ...marked(' ', below)],
	};
}

const missingEnd = '\n\\ No newline at end of file';

/** The lines of a hunk, with the `\` remark after a last line without an end. */
function diffLines(text: string): string[] {
	const lines = text.split('\n');
	const last = lines.pop() ?? '';
	return last === '' ? lines : [...lines, last + missingEnd];
}

function marked(mark: string, lines: readonly string[]): string[] {
	return lines.flatMap(line => (mark + line).split('\n'));
}

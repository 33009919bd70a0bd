import { applyPatch, type StructuredPatch } from 'diff';
import type { FileDiff, Hunk } from './fileDiff';

/**
 * Applies a diff to a file. Hunks must match exactly, although their line numbers may be off; otherwise the result is
 * undefined. An absent file is passed as undefined, and a deleted one is returned as ''.
 */
export function applyDiff(before: string | undefined, diff: FileDiff): string | undefined {
	const patched = applyPatch(before ?? '', structured(diff), { autoConvertLineEndings: false });
	return patched === false ? undefined : patched;
}

function structured({ oldPath, newPath, hunks }: FileDiff): StructuredPatch {
	let shift = 0;
	return {
		...{ oldFileName: oldPath, newFileName: newPath, oldHeader: undefined, newHeader: undefined },
		hunks: hunks.map(hunk => {
			const counted = withCounts(hunk, shift);
			shift += counted.newLines - counted.oldLines;
			return counted;
		}),
	};
}

/** The package counts an empty side from the line after it, git from the line before it. */
function withCounts({ oldStart = 1, lines }: Hunk, shift: number): StructuredPatch['hunks'][number] {
	const count = (marks: string) => lines.filter(line => marks.includes(line.charAt(0))).length;
	const [oldLines, newLines] = [count(' -'), count(' +')];
	const from = oldLines === 0 ? oldStart + 1 : oldStart;
	return { oldStart: from, oldLines, newStart: from + shift, newLines, lines: [...lines] };
}

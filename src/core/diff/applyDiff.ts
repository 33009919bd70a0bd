import { applyPatch, type StructuredPatch } from 'diff';
import type { FileDiff, Hunk } from './fileDiff';

/**
 * What a diff makes of a file. Undefined where a hunk does not fit exactly; line numbers may be off. An absent file is
 * given as undefined; a deleted one is answered as ''.
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

/** The package counts an empty side from the line behind it, git from the line in front. */
function withCounts({ oldStart = 1, lines }: Hunk, shift: number): StructuredPatch['hunks'][number] {
	const count = (marks: string) => lines.filter(line => marks.includes(line.charAt(0))).length;
	const [oldLines, newLines] = [count(' -'), count(' +')];
	const from = oldLines === 0 ? oldStart + 1 : oldStart;
	return { oldStart: from, oldLines, newStart: from + shift, newLines, lines: [...lines] };
}

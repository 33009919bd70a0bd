import { applyDiff } from './applyDiff';
import type { FileDiff, Hunk } from './fileDiff';

/** The text of a file before a diff that led to `after`; undefined if it did not. A deleted file is passed as ''. */
export function beforeDiff(after: string, diff: FileDiff): string | undefined {
	return applyDiff(after, { hunks: reversed(diff.hunks) });
}

function reversed(hunks: readonly Hunk[]): Hunk[] {
	let shift = 0;
	return hunks.map(({ oldStart = 1, lines }) => {
		const count = (mark: string) => lines.filter(line => line.startsWith(mark)).length;
		// git counts an empty side from the line before it.
		const isAdded = count('+') === lines.length;
		const isRemoved = count('-') === lines.length;
		const start = oldStart + shift + (isAdded ? 1 : 0) - (isRemoved ? 1 : 0);
		shift += count('+') - count('-');
		return { oldStart: Math.max(0, start), lines: lines.map(opposite) };
	});
}

function opposite(line: string): string {
	const mark = line.charAt(0);
	return (mark === '+' ? '-' : mark === '-' ? '+' : mark) + line.slice(1);
}

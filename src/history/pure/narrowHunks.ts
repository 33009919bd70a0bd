import type { CommitHunk } from '../../runs/pure/model/commit';

/** A hunk with fewer unchanged lines: one for each group of changes that are close to each other. */
export function narrowHunks(hunk: CommitHunk, nContext: number): CommitHunk[] {
	const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@(.*)$/s.exec(hunk.head);
	if (head === null) {
		return [hunk];
	}
	const [, oldStart, nOld, newStart, nNew, rest = ''] = head;
	let [oldLine, newLine] = [nextLine(oldStart, nOld), nextLine(newStart, nNew)];
	const isKept = keptLines(hunk.lines, nContext);
	const pieces: Piece[] = [];
	for (const [at, line] of hunk.lines.entries()) {
		const sign = line.charAt(0);
		const isOld = sign !== '+' && sign !== '\\';
		const isNew = sign !== '-' && sign !== '\\';
		if (isKept[at] === true) {
			if (isKept[at - 1] !== true) {
				pieces.push({ oldLine, newLine, nOld: 0, nNew: 0, lines: [] });
			}
			const piece = pieces.at(-1);
			piece?.lines.push(line);
			if (piece !== undefined) {
				piece.nOld += isOld ? 1 : 0;
				piece.nNew += isNew ? 1 : 0;
			}
		}
		oldLine += isOld ? 1 : 0;
		newLine += isNew ? 1 : 0;
	}
	return pieces.map(piece => ({
		head: `@@ -${rangeText(piece.oldLine, piece.nOld)} +${rangeText(piece.newLine, piece.nNew)} @@${rest}`,
		lines: piece.lines,
	}));
}

interface Piece {
	readonly oldLine: number;
	readonly newLine: number;
	nOld: number;
	nNew: number;
	readonly lines: string[];
}

function keptLines(lines: readonly string[], nContext: number): boolean[] {
	const isKept = lines.map(() => false);
	for (const [at, line] of lines.entries()) {
		if (/^[+-]/.test(line)) {
			isKept.fill(true, Math.max(0, at - nContext), at + nContext + 1);
		}
	}
	return isKept;
}

/** Git names the line before an empty range. */
function nextLine(start = '1', count = '1'): number {
	return count === '0' ? Number(start) + 1 : Number(start);
}

function rangeText(start: number, count: number): string {
	return count === 0 ? `${start - 1},0` : count === 1 ? `${start}` : `${start},${count}`;
}

import { hunksBetween, type TextHunk } from '../../runs/pure/diff/hunksBetween';
import type { LineRange } from '../../runs/pure/model/symbol';
import { plainLineEnds } from '../../system/pure/text/plainLineEnds';

/** Maps the lines of a user's file to lines of its committed text. */
export class CommittedLines {
	private readonly hunks: readonly TextHunk[];

	constructor(committed: string, current: string) {
		this.hunks = hunksBetween(plainLineEnds(committed), plainLineEnds(current));
	}

	/** The committed line that a line is; undefined for one that is not committed. */
	committed(line: number): number | undefined {
		let shift = 0;
		for (const { baseline, current } of this.hunks) {
			if (line < current.startLine) {
				break;
			}
			if (line < current.startLine + current.nLines) {
				return undefined;
			}
			shift = baseline.startLine + baseline.nLines - (current.startLine + current.nLines);
		}
		return line + shift;
	}

	/** From the first to the last committed one of some lines; undefined if none is. */
	committedRange({ startLine, endLine }: LineRange): LineRange | undefined {
		let [first, last]: [number | undefined, number | undefined] = [undefined, undefined];
		for (let line = startLine; line <= endLine; line++) {
			const here = this.committed(line);
			first ??= here;
			last = here ?? last;
		}
		return first === undefined || last === undefined ? undefined : { startLine: first, endLine: last };
	}
}

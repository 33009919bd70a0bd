import type { ExecutedLines } from './testCoverage';

/** The executed lines according to a file. */
export interface ReportedLines {
	readonly lines: ExecutedLines;
	/** Why some may be missing, in words that follow the name of the file. */
	readonly problem?: string | undefined;
}

export const cutOff = 'is cut off';

/** Far more than the lines of a project that one test executes: the limit for a hostile file. */
const mostLines = 4_000_000;

/** Collects executed lines by file, as foreign files list them. */
export class LineCollector {
	private readonly byFile = new Map<string, Set<number>>();
	private nLeft = mostLines;

	/** `isWhole`: the file has an end. */
	reported(isWhole: boolean): ReportedLines {
		const tooMany = this.nLeft <= 0 ? `has more than ${mostLines} lines` : undefined;
		return { lines: this.byFile, problem: isWhole ? tooMany : cutOff };
	}

	/** Does nothing for an invalid range of lines. */
	add(file: string, firstLine: number, lastLine = firstLine): void {
		if (!(firstLine >= 1 && lastLine >= firstLine && Number.isSafeInteger(firstLine + lastLine))) {
			return;
		}
		const known = this.byFile.get(file) ?? new Set<number>();
		this.byFile.set(file, known);
		for (let line = firstLine; line <= lastLine && this.nLeft > 0; line++) {
			known.add(line);
			this.nLeft--;
		}
	}
}

import type { ExecutedLines } from './testCoverage';

/** Far more than the lines of a project that one test executes: what a hostile file may cost. */
const mostLines = 4_000_000;

/** Collects executed lines by file, as foreign files list them. */
export class LineCollector {
	private readonly byFile = new Map<string, Set<number>>();
	private nLeft = mostLines;

	get lines(): ExecutedLines {
		return this.byFile;
	}

	/** Does nothing for what is no range of lines. */
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

import type { ExecutedLines } from './testCoverage';

/** Joins executed lines that come in many pieces. */
export class JoinedLines {
	private readonly byFile = new Map<string, Set<number>>();

	get lines(): ExecutedLines {
		return this.byFile;
	}

	add(lines: ExecutedLines): void {
		for (const [path, own] of lines) {
			this.addTo(path, own);
		}
	}

	addTo(path: string, lines: Iterable<number>): void {
		const known = this.byFile.get(path) ?? new Set<number>();
		this.byFile.set(path, known);
		for (const line of lines) {
			known.add(line);
		}
	}
}

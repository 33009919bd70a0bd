import type { TestOutcome } from '../../../runs/pure/model/testing/testReport';

/** The lines that something executed, by workspace path: 1-based, each once. */
export type ExecutedLines = ReadonlyMap<string, ReadonlySet<number>>;

/** The lines one test executed, including its setup and cleanup; or one file of tests, if nothing finer is known. */
export interface TestCoverage {
	/** As in a report of tests: `tests/test_a.py::test_b`. */
	readonly id: string;
	/** Its workspace path, if it is a file of tests. */
	readonly file?: string;
	/** As observed. */
	readonly outcome: TestOutcome;
	readonly lines: ExecutedLines;
}

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

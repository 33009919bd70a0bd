import { LineCollector } from './lineCollector';
import type { ExecutedLines } from './testCoverage';

/**
 * The executed lines of a tracefile of lcov, the common form of gcov, llvm-cov and many others (`man geninfo`): `SF:` is
 * a file, `DA:` a line of it and how often it was executed. Paths are as written. Other lines are ignored.
 */
export function readLcov(text: string): ExecutedLines {
	const collector = new LineCollector();
	let file = '';
	for (const line of text.split('\n')) {
		if (line.startsWith('SF:')) {
			file = line.slice('SF:'.length).trim();
		} else if (line.startsWith('DA:')) {
			const [at, count] = line.slice('DA:'.length).split(',', 2).map(Number);
			if (count !== undefined && count > 0) {
				collector.add(file, at ?? 0);
			}
		}
	}
	return collector.lines;
}

import { LineCollector } from './lineCollector';
import type { ExecutedLines } from './testCoverage';

/**
 * The executed lines of a profile of `go test -coverprofile`: `FILE:LINE.COLUMN,LINE.COLUMN STATEMENTS COUNT` for each
 * block (golang.org/x/tools/cover). The path of a file begins with that of its module. Other lines are ignored.
 */
export function readGoCover(text: string): ExecutedLines {
	const collector = new LineCollector();
	for (const line of text.split('\n')) {
		const [place = '', , count] = line.trimEnd().split(' ', 3);
		const colon = place.lastIndexOf(':');
		const [start, end] = place.slice(colon + 1).split(',', 2);
		const [first, last] = [start, end].map(position => Number(position?.split('.', 1)[0]));
		if (Number(count) > 0 && colon > 0) {
			collector.add(place.slice(0, colon), first ?? 0, last ?? 0);
		}
	}
	return collector.lines;
}

import { LineCollector, type ReportedLines } from './lineCollector';

/**
 * The executed lines of a tracefile of lcov, the common form of gcov, llvm-cov and many others (`man geninfo`): `SF:` is
 * a file, `DA:` a line of it and how often it was executed. Paths are as written. Other lines are ignored.
 */
export function readLcov(text: string): ReportedLines {
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
	return collector.reported(text.trimEnd().endsWith('end_of_record'));
}

/**
 * The executed lines of a profile of `go test -coverprofile`: `FILE:LINE.COLUMN,LINE.COLUMN STATEMENTS COUNT` for each
 * block (golang.org/x/tools/cover). The path of a file begins with the path of its module. Other lines are ignored.
 */
export function readGoCover(text: string): ReportedLines {
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
	return collector.reported(text.endsWith('\n'));
}

/**
 * The executed lines in the text that gcov writes (`man gcov`): `COUNT:LINE:` for each line, in which a count may end
 * in `*` and lines that were not executed have none; `-:0:Source:PATH` begins a file. Other lines are ignored.
 */
export function readGcov(text: string): ReportedLines {
	const collector = new LineCollector();
	let file = '';
	for (const line of text.split('\n')) {
		const [count = '', at = '', tag, ...rest] = line.split(':');
		if (Number(at) === 0 && tag === 'Source') {
			file = rest.join(':').trim();
		} else if (file !== '' && Number.parseInt(count, 10) > 0) {
			collector.add(file, Number(at));
		}
	}
	return collector.reported(text.endsWith('\n'));
}

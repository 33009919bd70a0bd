import type { ExecutedFunction } from '../../execution/executedFunctions';
import { type Fields, fieldsOf } from '../../util/fields';
import { LineCollector } from './lineCollector';
import type { ExecutedLines } from './testCoverage';

/** What one test executed, as a program of Faultline's own records it. */
export interface WrittenTestLines {
	/** As in the report of the same run. */
	readonly test: string;
	/** What measured it, as users know it. */
	readonly by?: string;
	readonly lines: ExecutedLines;
	/** The functions that were called, where they are recorded. */
	readonly called?: readonly ExecutedFunction[];
}

/**
 * Reads a line of JSON for each test: `{ "test": ID, "by": WHAT, "files": { PATH: [[FIRST, LAST], ...] } }`. Lines in another form are
 * left out: the tests could have written it.
 */
export function readTestLines(text: string): readonly WrittenTestLines[] {
	return text.split('\n').flatMap(line => readTest(line) ?? []);
}

function readTest(line: string): WrittenTestLines | undefined {
	const { test, by, files } = parsed(line);
	if (typeof test !== 'string' || typeof files !== 'object' || files === null) {
		return undefined;
	}
	const collector = new LineCollector();
	for (const [file, ranges] of Object.entries(files)) {
		for (const range of Array.isArray(ranges) ? ranges : []) {
			const [first, last] = Array.isArray(range) ? range : [];
			collector.add(file, Number(first), Number(last));
		}
	}
	return { test, ...(typeof by === 'string' && { by }), lines: collector.lines };
}

function parsed(line: string): Fields {
	try {
		return fieldsOf(JSON.parse(line));
	} catch {
		return {};
	}
}

import type { ExecutedFunction } from '../../../sandbox/pure/execution/executedFunctions';
import { type Fields, fieldsOf } from '../../../system/pure/fields';
import { cutOff, LineCollector, type ReportedLines } from './lineCollector';

/** The lines one test executed, as a program of Faultline's own records it. */
export interface WrittenTestLines extends ReportedLines {
	/** As in the report of the same run. */
	readonly test: string;
	/** The tool that measured it, as users know it. */
	readonly by?: string;
	/** The functions that were called, if they are recorded. */
	readonly called?: readonly ExecutedFunction[];
}

/**
 * Reads a line of JSON for each test: `{ "test": ID, "by": WHAT, "files": { PATH: [[FIRST, LAST], ...] } }`. JSON in another
 * form is left out: the tests could have written it. Text that is not JSON counts as cut off.
 */
export function readTestLines(text: string): readonly WrittenTestLines[] {
	return text.split('\n').flatMap(line => readTest(line) ?? []);
}

function readTest(line: string): WrittenTestLines | undefined {
	const given = parsed(line);
	if (given === undefined) {
		return { test: '', lines: new Map(), problem: cutOff };
	}
	const { test, by, files } = given;
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
	return { test, ...(typeof by === 'string' && { by }), ...collector.reported(true) };
}

/** Undefined for text that is not JSON. */
function parsed(line: string): Fields | undefined {
	try {
		return line === '' ? {} : fieldsOf(JSON.parse(line));
	} catch {
		return undefined;
	}
}

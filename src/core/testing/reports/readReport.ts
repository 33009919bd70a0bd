import { type Checkout, FileUnreadableError } from '../../ports';
import type { ReportData } from '../runnerData';
import { readJsonLines } from './jsonLines';
import { readJunit } from './junitReport';
import { readLines } from './linesReport';
import type { TestResults } from './testResults';

/** Where a report is. */
export interface ReportPlace {
	readonly checkout: Checkout;
	/** Of the report, as a workspace path. */
	readonly path: string;
	/** All that the runner printed to stdout, where the report is in it. */
	readonly printed: string;
	readonly results: TestResults;
}

/** Reads what a run reported into its results. Returns why that is not possible, in words that follow its name. */
export async function readReport(data: ReportData, place: ReportPlace): Promise<string | undefined> {
	const { checkout, path, printed, results } = place;
	switch (data.format) {
		case 'lines':
			return readLines(printed, data, results);
		case 'jsonLines': {
			const text = data.inOutput ? printed : await textOf(checkout, path);
			return typeof text === 'string' ? readJsonLines(text, data, results) : text.unreadable;
		}
		case 'junit': {
			const text = await textOf(checkout, path);
			return typeof text === 'string' ? readJunit(text, data, results) : text.unreadable;
		}
	}
}

async function textOf({ files }: Checkout, path: string): Promise<string | { readonly unreadable: string }> {
	try {
		return await files.readText(path);
	} catch (error) {
		if (!(error instanceof FileUnreadableError)) {
			throw error;
		}
		return { unreadable: error.reason === 'missing' ? 'wrote no report' : `wrote a report that is ${error.reason}` };
	}
}

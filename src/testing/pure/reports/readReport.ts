import type { JunitReport, ReportData, TrxReport } from '../../../code/pure/languages/runnerData';
import type { Checkout } from '../../../sandbox/pure/execution/checkouts';
import { FileUnreadableError } from '../../../system/pure/files';
import { readJsonLines } from './jsonLines';
import { readJunit } from './junitReport';
import { readLines } from './linesReport';
import type { TestResults } from './testResults';
import { readTrx } from './trxReport';

/** The place of a report. */
export interface ReportPlace {
	readonly checkout: Checkout;
	/** Of the report, as a workspace path. */
	readonly path: string;
	/** All that the runner printed to stdout, if the report is in it. */
	readonly printed: string;
	readonly results: TestResults;
	/** The project's folder as the beginning of workspace paths. */
	readonly start: string;
}

/** Reads a run's report into its results. Returns why that is not possible, in words that follow its name. */
export async function readReport(data: ReportData, place: ReportPlace): Promise<string | undefined> {
	const { checkout, path, printed, results, start } = place;
	switch (data.format) {
		case 'lines':
			return readLines(printed, data, results);
		case 'jsonLines': {
			const text = data.inOutput ? printed : await textOf(checkout, path);
			return typeof text === 'string' ? readJsonLines(text, data, results) : text.unreadable;
		}
		case 'trx':
		case 'junit': {
			const paths = data.files === undefined ? [path] : await checkout.find(`${start}${data.files}`);
			const problems: (string | undefined)[] = paths.length === 0 ? ['wrote no report'] : [];
			for (const each of paths) {
				const text = await textOf(checkout, each);
				const problem = typeof text === 'string' ? readXmlReport(text, data, results) : text.unreadable;
				problems.push(
					problem && typeof text === 'string' && data.files !== undefined ? `${problem} (${each})` : problem,
				);
			}
			return problems.find(problem => problem !== undefined);
		}
	}
}

function readXmlReport(text: string, data: JunitReport | TrxReport, results: TestResults): string | undefined {
	return data.format === 'trx' ? readTrx(text, results) : readJunit(text, data, results);
}

async function textOf({ files }: Checkout, path: string): Promise<string | { readonly unreadable: string }> {
	try {
		return await files.readText(path);
	} catch (error) {
		if (!(error instanceof FileUnreadableError)) {
			throw error;
		}
		const isMissing = error.reason === 'missing';
		return { unreadable: isMissing ? 'wrote no report' : `wrote a report that is not read (${error.message})` };
	}
}

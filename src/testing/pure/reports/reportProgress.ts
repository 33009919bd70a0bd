import type { JsonLinesReport } from '../../../code/pure/languages/runnerData';
import { readIfText } from '../../../code/pure/texts/readIfText';
import type { Checkout } from '../../../sandbox/pure/execution/checkouts';
import type { Command } from '../../../sandbox/pure/execution/runner';
import type { Progress } from '../../../system/pure/progress';
import { readJsonLines } from './jsonLines';
import { TestResults } from './testResults';

/** Between two looks at a report. */
const pauseMs = 500;

/** A report that is written while the tests run. */
export interface GrowingReport {
	readonly checkout: Pick<Checkout, 'files'>;
	/** Its workspace path. */
	readonly path: string;
	readonly data: JsonLinesReport;
}

/** Counts the tests that have ended when the runner prints something, and passes the output on. */
export function withProgress(
	{ checkout, path, data }: GrowingReport,
	onProgress: (progress: Progress) => void,
	onOutput: Command['onOutput'],
): NonNullable<Command['onOutput']> {
	let isLooking = false;
	const look = async () => {
		const results = new TestResults({ folder: '', start: '' });
		readJsonLines(await readIfText(checkout.files, path), data, results);
		const done = results.tests.length;
		if (done > 0) {
			onProgress({ done, total: results.nPlanned, message: results.tests.at(-1)?.id ?? '' });
		}
		await new Promise(resolve => setTimeout(resolve, pauseMs));
		isLooking = false;
	};
	return (stream, text) => {
		onOutput?.(stream, text);
		if (!isLooking) {
			isLooking = true;
			// The next output looks again.
			look().catch(() => undefined);
		}
	};
}

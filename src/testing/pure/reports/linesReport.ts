import type { LinesReport } from '../../../code/pure/languages/runnerData';
import { fillText } from '../../../sandbox/pure/execution/placeholders';
import type { ReportedTest, TestResults } from './testResults';

/** Of the output of one test. */
const mostLines = 400;
const longestLine = 2000;
const messageLines = 4;

/**
 * Reads the lines of an output that name tests. A test's own output is between a line for its failure and the next one,
 * or an empty line that is followed by none.
 */
export function readLines(text: string, data: LinesReport, results: TestResults): undefined {
	const { outcomes, id } = data;
	const [test, group, failure, end] = [data.test, data.group, data.failure, data.end].map(
		pattern => pattern && new RegExp(pattern),
	);
	let around: Readonly<Record<string, string>> = {};
	let shown: { readonly id: string; readonly lines: string[] } | undefined;
	const failed = new Map<string, readonly string[]>();
	const reported: ReportedTest[] = [];
	for (const whole of text.split('\n')) {
		const line = whole.slice(0, longestLine).trimEnd();
		const match = (pattern: RegExp | '' | undefined) => (pattern ? pattern.exec(line) : null)?.groups;
		const [named, ofFailure, ofGroup] = [match(test), match(failure), match(group)];
		const event = named && outcomes[named.outcome ?? ''];
		if (ofGroup !== undefined) {
			around = withoutUndefined(ofGroup);
			shown = undefined;
		} else if (ofFailure !== undefined) {
			shown = { id: fillText(id, { ...around, ...ofFailure }), lines: [] };
			failed.set(shown.id, shown.lines);
		} else if (named !== undefined && event !== undefined && event !== 'finished' && event !== 'planned') {
			const found = fillText(id, { ...around, ...named });
			reported.push({ event, id: found });
			shown = failure === undefined ? { id: found, lines: [] } : undefined;
			if (shown !== undefined) {
				failed.set(found, shown.lines);
			}
		} else if (match(end) !== undefined) {
			results.isFinished = true;
			shown = undefined;
		} else if (shown !== undefined && shown.lines.length < mostLines) {
			shown.lines.push(line);
		}
	}
	for (const each of reported) {
		const lines = failed.get(each.id) ?? [];
		const message = lines.filter(line => line.trim() !== '').slice(0, messageLines);
		results.add({ ...each, ...(message.length > 0 && { message: message.join('\n'), trace: lines.join('\n') }) });
	}
	return undefined;
}

/** A group of an expression that took no part in the match is empty. */
function withoutUndefined(groups: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
	return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, text ?? '']));
}

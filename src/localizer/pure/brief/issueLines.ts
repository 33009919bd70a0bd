import type { Issue } from '../../../runs/pure/model/issue';
import { withoutEscapes } from '../../../system/pure/text/terminalText';
import { withoutComments } from '../../../system/pure/text/withoutComments';
import { crashExcerpt } from './crashes/crashExcerpt';
import type { CrashFormats } from './crashes/crashFormats';

/** One line of an issue's text and how it was classified. */
export interface IssueLine {
	readonly text: string;
	kind: LineKind;
}

/**
 * `left`: carries no meaning itself: template headings, environment listings, runners' counts. `values`: the expected
 * and actual values that a runner prints. `crash`: of a crash report, or of the log around it.
 */
export type LineKind = 'prose' | 'code' | 'trace' | 'values' | 'crash' | 'left';

/** Longer issues keep their beginning, their first crash report and their end. */
const sizeLimit = 250_000;
/** Longer lines are cut: no handwritten sentence, frame or statement is that long. */
export const lineLimit = 1000;

/** The prefix that build servers write on each line. */
const logTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,9}Z /gm;

/**
 * The text of an issue without HTML comments, as lines of bounded length and number, all initially classified as prose.
 */
export function issueLines(issue: Issue, crashes: CrashFormats): IssueLine[] {
	const text = withoutEscapes(crashExcerpt(issue.body, sizeLimit, crashes))
		.replaceAll(/\r\n?|\u2028|\u2029/g, '\n')
		.replaceAll(logTime, '')
		.replaceAll(/[\u200b-\u200f\u2060\ufeff]/g, '');
	return withoutComments(text)
		.split('\n')
		.map(line => ({ text: line.slice(0, lineLimit).trimEnd(), kind: 'prose' }));
}

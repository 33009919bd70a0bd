import type { Issue } from '../../model/issue';
import { withoutEscapes } from '../../util/terminalText';
import { withoutComments } from '../../util/withoutComments';

/** One line of an issue's text and how it was classified. */
export interface IssueLine {
	readonly text: string;
	kind: LineKind;
}

/**
 * `left`: carries no meaning itself: template headings, environment listings, what runners count. `values`: the expected
 * and actual values that a runner prints.
 */
export type LineKind = 'prose' | 'code' | 'trace' | 'values' | 'left';

/** Longer issues keep their beginning and their end: reports come first, error messages last. */
const sizeLimit = { start: 200_000, end: 50_000 };
/** Longer lines are cut: no handwritten sentence, frame or statement is that long. */
export const lineLimit = 1000;

/** What build servers write in front of each line. */
const logTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,9}Z /gm;

/**
 * The text of an issue without HTML comments, as lines of bounded length and number, all initially classified as prose.
 */
export function issueLines(issue: Issue): IssueLine[] {
	const text = withoutEscapes(clip(issue.body))
		.replaceAll(/\r\n?|\u2028|\u2029/g, '\n')
		.replaceAll(logTime, '')
		.replaceAll(/[\u200b-\u200f\u2060\ufeff]/g, '');
	return withoutComments(text)
		.split('\n')
		.map(line => ({ text: line.slice(0, lineLimit).trimEnd(), kind: 'prose' }));
}

function clip(text: string): string {
	return text.length <= sizeLimit.start + sizeLimit.end
		? text
		: `${text.slice(0, sizeLimit.start)}\n${text.slice(-sizeLimit.end)}`;
}

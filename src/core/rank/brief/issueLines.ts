import type { Issue } from '../../model/issue';
import { withoutComments } from '../../util/withoutComments';

/** One line of an issue's text and how it was classified. */
export interface IssueLine {
	readonly text: string;
	kind: LineKind;
}

/** `left`: carries no meaning itself: template headings, environment listings, HTML comments. */
export type LineKind = 'prose' | 'code' | 'trace' | 'left';

/** Longer issues keep their beginning and their end: reports come first, error messages last. */
const sizeLimit = { start: 200_000, end: 50_000 };
/** Longer lines are cut: no handwritten sentence, frame or statement is that long. */
const lineLimit = 1000;

/**
 * The text of an issue without HTML comments, as lines of bounded length and number, all initially classified as prose.
 */
export function issueLines(issue: Issue): IssueLine[] {
	const text = clip(issue.body)
		.replaceAll(/\r\n?|\u2028|\u2029/g, '\n')
		.replaceAll(/[\u200b-\u200f\u2060\ufeff]/g, '');
	const lines = withoutComments(text).split('\n');
	if (lines[0]?.trim() === issue.title.trim()) {
		lines.shift();
	}
	return lines.map(line => ({ text: line.slice(0, lineLimit).trimEnd(), kind: 'prose' }));
}

function clip(text: string): string {
	return text.length <= sizeLimit.start + sizeLimit.end
		? text
		: `${text.slice(0, sizeLimit.start)}\n${text.slice(-sizeLimit.end)}`;
}

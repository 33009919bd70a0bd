import type { Issue, IssueSource } from './issue';

const titleLength = 200;

/**
 * An issue from pasted or typed text: its first meaningful line is the title (a `#` heading or not), and the whole text
 * is the body. Undefined if there is nothing but blanks, rules and HTML comments.
 */
export function issueFromText(text: string, source: IssueSource): Issue | undefined {
	const lines = text.replace(/<!--[\s\S]*?(-->|$)/g, '').split(/\r\n?|[\n\u2028\u2029]/);
	const title = lines.map(withoutMarks).find(line => /[\p{L}\p{N}]/u.test(line));
	return title === undefined ? undefined : { title: shorten(title), body: text, source };
}

/** Without the marks of a heading or a quotation. */
function withoutMarks(line: string): string {
	return line
		.replace(/^[\s>]*(#+\s+)?/, '')
		.replace(/(?<!\s)\s+#+\s*$/, '')
		.trim();
}

function shorten(title: string): string {
	return title.length <= titleLength ? title : `${title.slice(0, titleLength - 1).trimEnd()}…`;
}

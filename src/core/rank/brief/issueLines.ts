import type { Issue } from '../../model/issue';

/** One line of an issue's text and what it was recognised as. */
export interface IssueLine {
	readonly text: string;
	kind: LineKind;
}

/** `left`: carries no meaning of its own: template headings, environment listings, HTML comments. */
export type LineKind = 'prose' | 'code' | 'trace' | 'left';

/** Longer issues keep their beginning and their end: reports are told in front, error messages stand at the end. */
const sizeLimit = { start: 200_000, end: 50_000 };
/** Longer lines are cut: no sentence, frame or statement a person wrote is that long. */
const lineLimit = 1000;

/** The text of an issue without HTML comments, as lines of bounded length and number. All of them count as prose yet. */
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

/** A comment that is never closed is text. */
function withoutComments(text: string): string {
	const kept: string[] = [];
	let at = 0;
	for (let open = text.indexOf('<!--'); open >= 0; open = text.indexOf('<!--', at)) {
		const close = text.indexOf('-->', open);
		if (close < 0) {
			break;
		}
		kept.push(text.slice(at, open));
		at = close + '-->'.length;
	}
	return kept.join('') + text.slice(at);
}

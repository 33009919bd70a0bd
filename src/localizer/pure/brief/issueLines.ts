import type { Issue } from '../../../runs/pure/model/issue';
import { issueFromText } from '../../../runs/pure/model/issueFromText';
import { withoutEscapes } from '../../../system/pure/text/terminalText';
import { withoutComments } from '../../../system/pure/text/withoutComments';
import { crashExcerpt } from './crashes/crashExcerpt';
import type { CrashFormats } from './crashes/crashFormats';
import type { TraceLines } from './unwrap/traceLines';
import { unwrapText } from './unwrap/unwrapText';

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

/** Colors of a terminal whose first character was lost on the way, or is written as something else. */
const colorRemains = /(?:(?:\^\[|\\x1b|\\u001b|\\033|\\e|␛)\[[\d;]{0,16}|\[(?:[0134]?\d|9\d)(?:;\d{1,3}){0,4})m/gi;
/** Places where a page or a chat may break a word, directions of writing, and the mark of an encoding. */
const hiddenSigns = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;
const hardBlanks = /[\u00a0\u2007\u202f]/g;
/** Links that mailers and chats make of file names: `a.py<http://a.py>`, `<http://a.py|a.py>`, `[a.py](http://a.py)`. */
const addedLinks =
	/(?<=\S)<(?:https?:\/\/|mailto:)[^<>|\s]{1,300}>|<https?:\/\/([^<>|\s]{1,300})\|\1>|\[([^\]\s]{1,300})\]\(https?:\/\/\2\)/g;

/**
 * The text of an issue without HTML comments and without the wrapping of its traces, as lines of bounded length and
 * number, all initially classified as prose; and its title, which is the first line of the text if it was before.
 */
export function issueLines(issue: Issue, crashes: CrashFormats, traces: TraceLines): ReadLines {
	const text = withoutEscapes(crashExcerpt(issue.body, sizeLimit, crashes)).replaceAll(/\r\n?|\u2028|\u2029/g, '\n');
	const plain = withoutComments(withoutRemains(text));
	const unwrapped = unwrapText(plain, traces);
	const isFirstLine = unwrapped !== plain && issueFromText(issue.body, issue.source)?.title === issue.title;
	const title =
		(isFirstLine ? issueFromText(unwrapped, issue.source)?.title : undefined) ?? withoutRemains(issue.title);
	return {
		title,
		text: unwrapped,
		isTitleWrapped: title !== issue.title,
		lines: unwrapped.split('\n').map(line => ({ text: line.slice(0, lineLimit).trimEnd(), kind: 'prose' })),
	};
}

function withoutRemains(text: string): string {
	return text
		.replaceAll(colorRemains, '')
		.replaceAll(hiddenSigns, '')
		.replaceAll(hardBlanks, ' ')
		.replaceAll(addedLinks, '$1$2');
}

export interface ReadLines {
	readonly title: string;
	/** The text of the lines. */
	readonly text: string;
	/** The title is a line of a log or a quotation, without its prefix. */
	readonly isTitleWrapped: boolean;
	readonly lines: IssueLine[];
}

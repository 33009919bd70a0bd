import { isStopWord } from '../../../code/pure/index/words/stopWords';
import type { Crash, Traceback } from '../../../runs/pure/model/brief';
import type { Issue } from '../../../runs/pure/model/issue';
import { TraceFormats } from '../../../testing/pure/traces/traceFormats';
import { markCode } from './codeLines';
import { crashExcerpt } from './crashes/crashExcerpt';
import { CrashFormats } from './crashes/crashFormats';
import { markCrashes } from './crashes/markCrashes';
import { type IssueLine, issueLines, lineLimit } from './issueLines';
import { type LineTest, markTemplate, type SectionKind } from './templateSections';
import { markNoise, markTracebacks } from './tracebacks';
import { firstError, isLogged } from './traceError';
import { type OutputLanguage, TraceLines } from './unwrap/traceLines';

/** The lines of an issue, classified, and the programs' reports in them. */
export interface ReadIssue {
	readonly lines: readonly IssueLine[];
	readonly sections: readonly SectionKind[];
	readonly blocks: readonly IssueLine[][];
	readonly tracebacks: readonly Traceback[];
	readonly crashes: readonly Crash[];
	readonly title: ChosenTitle;
	/** The number of words of prose, without the names of tests in the output of a runner. */
	readonly nWords: number;
}

export interface ChosenTitle {
	readonly text: string;
	/** It is a line of the output of a program. */
	readonly isError: boolean;
}

/**
 * At most `limit` characters of a text that is to be an issue: its beginning, its first crash report and its end.
 */
export function issueExcerpt(text: string, limit: number, languages: readonly OutputLanguage[]): string {
	return text.length <= limit ? text : crashExcerpt(text, limit, new CrashFormats(languages));
}

/** Classifies the lines of an issue, and reads the stack traces and crash reports. `isOfForm`: of the project's own form. */
export function readOutput(given: Issue, languages: readonly OutputLanguage[], isOfForm?: LineTest): ReadIssue {
	const crashFormats = new CrashFormats(languages);
	const { lines, text, title: firstLine, isTitleWrapped } = issueLines(given, crashFormats, new TraceLines(languages));
	const issue = { ...given, title: firstLine, body: text };
	const formats = TraceFormats.of(languages, lines);
	const [first] = lines;
	const isTitle = first?.text.trim() === issue.title.trim();
	const { crashes, tracebacks: stacks } = markCrashes(lines, crashFormats);
	if (isTitle && first.kind === 'prose' && !isOutput(issue, formats) && formats.errorIn(issue.title) === undefined) {
		lines.shift();
	}
	const sections = markTemplate(lines, isOfForm);
	markNoise(lines, formats);
	const blocks = markCode(lines);
	const tracebacks = [...stacks, ...markTracebacks(lines, formats)];
	if (first?.kind === 'prose' && isTitle) {
		first.kind = 'left';
	}
	const title = chooseTitle(issue, { lines, tracebacks, crashes, isLog: isTitleWrapped || isLog(lines) }, formats);
	return { lines, sections, blocks, tracebacks, crashes, title, nWords: nWords(lines, formats) };
}

function nWords(lines: readonly IssueLine[], formats: TraceFormats): number {
	const written = lines.filter(({ kind, text }) => kind === 'prose' && !formats.is('headers', text));
	return written.reduce((sum, { text }) => sum + (text.match(/\p{L}{2,}/gu)?.length ?? 0), 0);
}

/**
 * The title of an issue, at most 200 characters: if its text is the output of a program, the line with the error
 * instead of the line that happens to be the first.
 */
export function issueTitle(issue: Issue, languages: readonly OutputLanguage[]): string {
	const { text } = readOutput(issue, languages).title;
	return text.length <= titleLength ? text : `${text.slice(0, titleLength - 1).trimEnd()}…`;
}

const titleLength = 200;

interface TitleSources extends Pick<ReadIssue, 'lines' | 'tracebacks' | 'crashes'> {
	/** The text begins with the log of a crash, or with another log. */
	readonly isLog: boolean;
}

function chooseTitle(
	issue: Issue,
	{ lines, tracebacks, crashes, isLog }: TitleSources,
	formats: TraceFormats,
): ChosenTitle {
	const errors = [
		crashes[0]?.title,
		reportedError(tracebacks),
		...tracebacks.map(({ error }) => error),
		firstError(lines, formats)?.text,
	];
	const error = errors.find(text => text !== undefined && /\p{L}{2}/u.test(text));
	const isError = errors.some(text => text !== undefined && isTitleOf(issue.title, text));
	const isPrintedText = issue.source.kind === 'command' || isLog || isOutput(issue, formats);
	if (error !== undefined && (isPrintedText || isNobodysLine(issue))) {
		return { text: withValues(error, lines), isError: true };
	}
	return { text: formats.errorIn(issue.title) ?? issue.title, isError };
}

/**
 * Whether the title is the first line of the text, and nobody's words: a mark of a page, a label, a prompt, a greeting,
 * fields, the author of a message.
 */
function isNobodysLine({ title, body }: Issue): boolean {
	const lines = body.split('\n');
	const at = lines.findIndex(line => /[\p{L}\p{N}]/u.test(line));
	const first = lines[at] ?? '';
	const nWords = title.match(/[\p{L}'’]{2,}/gu)?.length ?? 0;
	const isMark = /^(?:[<*#>|{=+~]|-{3})|^\S{1,100}[$%#>❯] |^\(.*\)$|^\[[^\]]*\]$|:$|^[\p{L} _-]{1,30}: ?\S*$/u.test(
		title,
	);
	const areWords = /[\p{L}'’]{2,40} [\p{L}'’]{2,40}/u.test(title) && !/[<>{}|$@;\\]/.test(title);
	const areSomebodys = isSentence(title) ? nWords > 2 : areWords;
	const next = lines[at + 1] ?? '';
	const areFields = [first, next].every(line => /^[^\p{L}\p{N}]*\p{L}[\p{L}. _-]{0,40}[:=\t] *\S/u.test(line));
	const isAuthor = nWords < 4 && /\d{1,2}:\d\d/.test(next) && (next.match(/\p{L}{2,}/gu)?.length ?? 0) < 4;
	return first.includes(title) && (isMark || areFields || isAuthor || !areSomebodys);
}

/** The error with the values that are printed below it. */
function withValues(error: string, lines: readonly IssueLine[]): string {
	const at = lines.findIndex(({ text }) => text.includes(error));
	const below = lines.slice(at + 1, at + 6).filter(({ text }) => text.trim() !== '');
	const end = below.findIndex(({ kind }) => kind !== 'values');
	const values = below.slice(0, end === -1 ? 2 : Math.min(end, 2)).map(({ text }) => text.trim());
	const isShort = values.length > 0 && values.every(text => text.length <= 60 && /^[\p{L} ]+: /u.test(text));
	return at !== -1 && isShort ? `${error} (${values.join(', ')})` : error;
}

/** Whether a title was made from an error. */
function isTitleOf(title: string, error: string): boolean {
	return (title !== '' && error.startsWith(cut(title))) || title.startsWith(`${error} (`);
}

/** Without the mark of a title that was too long. */
function cut(title: string): string {
	return title.endsWith('…') && title.length > titleLength / 2 ? title.slice(0, -1) : title;
}

/** The error that ended the first failure: causes are shown with it. */
function reportedError(tracebacks: readonly Traceback[]): string | undefined {
	let last = 0;
	while (['follows', 'replaces'].includes(tracebacks[last + 1]?.relation ?? '')) {
		last++;
	}
	return tracebacks[last]?.error;
}

/** Whether a text begins with the log of a crash. */
function isLog(lines: readonly IssueLine[]): boolean {
	const start = lines.findIndex(({ kind }) => kind === 'crash');
	return start >= 0 && !lines.slice(0, start).some(({ text }) => isSentence(text));
}

/** Whether the first line of a text was printed by a program. */
function isOutput({ title, body }: Issue, formats: TraceFormats): boolean {
	const head = body.slice(0, 20_000).split('\n');
	const first = (head.find(line => line.includes(cut(title))) ?? title).slice(0, lineLimit);
	const texts = [first, title.slice(0, lineLimit)];
	return (
		texts.some(text => formats.isOutput(text)) ||
		isPlace(title) ||
		isLogged(title) ||
		/^\{\s*(?:"|$)/.test(title) ||
		(!/^ {0,3}```/m.test(body) && (isPrinted(title) || (head[0] === first && leadsToError(head, formats)))) ||
		(formats.hasRunner && /^\s*[>$%]|^\s+\S/.test(first)) ||
		/^\s*(?:[$%❯] |> \S+@)/.test(first)
	);
}

/** Values without a word that sentences have. */
function isPrinted(title: string): boolean {
	return !isSentence(title) && / {2}\S|[[{]|[-=]>/.test(title);
}

/** Lines right above an error, without one that somebody wrote: the program's output before it failed. */
function leadsToError(lines: readonly string[], formats: TraceFormats): boolean {
	const isError = (text: string) => formats.errorIn(text) !== undefined || formats.isOutput(text);
	const end = lines.findIndex(text => text.trim() === '' || isSentence(text) || isError(text));
	return end > 0 && isError(lines[end] ?? '');
}

/** Whether a text has a word that most sentences have. */
function isSentence(text: string): boolean {
	return (text.toLowerCase().match(/[a-z']+/g) ?? []).some(isStopWord);
}

/** `src/a.b:12:5`, or a path. */
function isPlace(title: string): boolean {
	return /^(?:[A-Za-z]:)?[^\s:]+(?::\d+)+:?$/.test(title) || (/^\S+$/.test(title) && /[/\\]/.test(title));
}

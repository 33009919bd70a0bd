import { isUnspaced, withScriptBorders } from '../../../code/pure/index/words/scripts';
import { isStopWord } from '../../../code/pure/index/words/stopWords';
import type { LanguageData } from '../../../code/pure/languages/languageData';
import type { IssueBrief, MentionedPath } from '../../../runs/pure/model/brief';
import type { Issue } from '../../../runs/pure/model/issue';
import { compareText } from '../../../system/pure/text/compareText';
import { expectations } from './expectations';
import type { IssueLine, LineKind } from './issueLines';
import { mentionedNames } from './mentionedNames';
import { readOutput } from './readOutput';

/** Reads an issue without looking at any code. Takes time proportional to the text, and reads at most 250 kB of it. */
export function makeBrief(issue: Issue, languages: readonly LanguageData[]): IssueBrief {
	const { lines, sections, blocks, tracebacks, crashes, title: chosen, nWords } = readOutput(issue, languages);
	const isFileName = fileNameTest(languages);
	const title = withoutLinks(chosen.text.slice(0, 500)).trim();
	// The line of an error is no sentence of the user.
	const written = chosen.isError ? '' : title;
	const prose = withoutNoise(textOf(lines, 'prose'));
	const codeBlocks = blocks.map(block => withoutListings(textOf(block, 'code'))).filter(text => text.trim() !== '');
	const errors = tracebacks.flatMap(({ error }) => error ?? []);
	const proseAndCode = [
		written,
		...lines.filter(({ kind }) => kind === 'prose' || kind === 'code').map(({ text }) => text),
	];
	return {
		title,
		prose,
		codeBlocks,
		tracebacks,
		...(crashes.length > 0 && { crashes }),
		names: mentionedNames({
			title: written,
			prose: [prose, ...errors.map(errorMessage)].join('\n'),
			code: codeBlocks,
			isFileName,
		}),
		strings: quotedStrings({ prose: `${written}\n${prose}\n${textOf(lines, 'values')}`, code: codeBlocks, errors }),
		paths: mentionedPaths(proseAndCode.join('\n'), isFileName),
		...expectations(written, lines, sections),
		...(tracebacks.length > 0 && isProgramOutput(issue, chosen.isError, nWords) && { isOutput: true }),
	};
}

/** A text that is titled by its error is a report nevertheless if it has more words of prose than this. */
const outputWords = 80;

/** Whether an issue with a trace is the output of a program: its title is not in somebody's words. */
function isProgramOutput({ source }: Issue, isTitledByError: boolean, nProseWords: number): boolean {
	return source.kind === 'command' || source.kind === 'test' || (isTitledByError && nProseWords < outputWords);
}

function textOf(lines: readonly IssueLine[], kind: LineKind): string {
	return lines
		.map(line => (line.kind === kind ? line.text : ''))
		.join('\n')
		.replaceAll(/\n{3,}/g, '\n\n')
		.replace(/^\n+/, '')
		.trimEnd();
}

/** Extensions of files that are not source code of a known language, but are mentioned in issues. */
const otherExtensions =
	'.bat .cfg .css .csv .cmake .htm .html .ini .json .jinja .less .lock .log .md .po .pot .ps1 .rst .scss .sql .svg .tex .toml .txt .xml .yaml .yml .zip';

/** Tests whether a written name ends like a file name. */
function fileNameTest(languages: readonly LanguageData[]): (text: string) => boolean {
	const extensions = new Set([...languages.flatMap(language => language.extensions), ...otherExtensions.split(' ')]);
	const fileNames = new Set(languages.flatMap(language => language.fileNames ?? []));
	return text => {
		const name = text.slice(text.lastIndexOf('/') + 1);
		const dot = name.lastIndexOf('.');
		return fileNames.has(name) || (dot > 0 && extensions.has(name.slice(dot)));
	};
}

const pathLimit = 60;

/**
 * Paths and file names in a text, in order and without repeats: with folders, or with a known extension. For links into
 * a repository, the path after the revision counts. A word of a script without spaces may be a folder or not: both count.
 */
function mentionedPaths(text: string, isFileName: (text: string) => boolean): MentionedPath[] {
	const found = new Map<string, MentionedPath>();
	for (const match of text.matchAll(
		/(?<![\p{L}\p{N}_@])[\p{L}\p{N}_.~@+-]*(?:[/\\][\p{L}\p{N}_.@+%-]+)*(?:#L?|:)?\d*/gu,
	)) {
		const after = text.slice(match.index + match[0].length, match.index + match[0].length + 20);
		for (const token of new Set([match[0], ...withScriptBorders(match[0]).split(' ')])) {
			const written = readPath(token, after);
			const key = `${written?.path}:${written?.line ?? ''}`;
			if (written !== undefined && isFileName(written.path) && found.size < pathLimit) {
				found.set(key, found.get(key) ?? written);
			}
		}
	}
	return [...found.values()];
}

function readPath(written: string, after: string): MentionedPath | undefined {
	const match = /^(.*?)(?:(?:#L?|:)(\d+))?[:#.]?$/.exec(written.replaceAll('\\', '/'));
	const path =
		match?.[1]?.replace(/^.*\/(?:blob|blame|tree|raw)\/[^/]+\//, '').replace(/^(?:\.{1,2}\/|~\/|\/)+/, '') ?? '';
	const line = match?.[2] ?? /^[:,]? (?:on )?line (\d+)/.exec(after)?.[1];
	return path.length < 4 ? undefined : { path, ...(line === undefined ? {} : { line: Number(line) }) };
}

/** `Kernel: winnt 10.0`: a program lists its environment in such lines. */
const field = /^\W{0,3}\p{L}[\p{L} -]{1,30}: \S.{0,80}$/u;
const nearFields = 4;
const leastFields = 3;

/** Prose without text that only looks like words: links, hashes, addresses, version numbers, lists of versions. */
function withoutNoise(prose: string): string {
	const lines = prose.split('\n').filter(line => !isListing(line));
	const isField = lines.map(line => field.test(line) && nEverydayWords(line) === 0);
	return lines
		.filter(
			(_, at) =>
				!isField[at] ||
				isField.slice(Math.max(0, at - nearFields), at + nearFields + 1).filter(Boolean).length < leastFields,
		)
		.map(line => withoutLinks(line.replace(duration, '')).replaceAll(/\b(?:0x[\da-f]+|[\da-f]{12,})\b/gi, ''))
		.join('\n');
}

/** `(12 ms)` behind the name of a test. */
const duration = / \([\d.]+ ?m?s\)$/;

/** Replaces links and pictures by their captions, if any: words of an address name no code. */
function withoutLinks(text: string): string {
	return text
		.replaceAll(/!\[(?:image|img|screen ?(?:shot|recording))\b[^\]]*\]\([^)\s]*\)|<img\s[^<>]*\bsrc=[^<>]*>/gi, '')
		.replaceAll(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
		.replaceAll(/\b[a-z][a-z+]*:\/\/[^\s)>\]]+/gi, '')
		.trimEnd();
}

/** Code without lists of installed packages; a single such line may be code. */
function withoutListings(code: string): string {
	const lines = code.split('\n');
	const kept = lines.filter(line => !/^\S+(?: {2,}|==)\d+\.[\d.]+\w*$/.test(line));
	return lines.length - kept.length < 4 ? code : kept.join('\n');
}

/**
 * `numpy: 1.16.2`, `numpy==1.16.2`, `name 3.8.2 (default, ...)`: one line of a list of installed packages, not a
 * sentence.
 */
function isListing(line: string): boolean {
	return (
		nEverydayWords(line) < 2 &&
		/^\W{0,4}[\w .()/-]{1,40}(?::|==?| -)? *v?\d+\.\d+[\w.+-]*(?:[ (,;|\][].{0,120})?$/.test(line) &&
		!/[.!?]$/.test(line)
	);
}

function nEverydayWords(line: string): number {
	return (line.toLowerCase().match(/[a-z]+/g) ?? []).filter(isStopWord).length;
}

const stringLimit = 40;
const length = { least: 4, most: 300 };
/** The errors of a chain, and the words of a message in it. */
const chain = { least: 4, words: 3 };

/** The sources of quoted strings. */
interface StringSources {
	readonly prose: string;
	readonly code: readonly string[];
	/** The error lines of stack traces. */
	readonly errors: readonly string[];
}

/** Quoted strings, error messages and command-line options, longest first. */
function quotedStrings({ prose, code, errors }: StringSources): string[] {
	const texts = [prose, ...code];
	const found = [
		...errors.flatMap(error => [errorMessage(error), ...wrappedErrors(error)]),
		...texts
			.flatMap(text => text.split('\n'))
			.flatMap(line => [...quotedIn(line), ...messageIn(line), ...wrappedErrors(line)]),
		...texts.flatMap(text =>
			[...text.matchAll(/(?<![\w-])--[a-z][a-z\d]*(?:-[a-z\d]+)*(?![\w-])/g)].map(match => match[0]),
		),
	];
	const kept = found.map(text => errorMessage(text.replace(/(?<![`:\s])[`:\s]+$/, '').trim())).filter(isDistinctive);
	return [...new Set(kept)].sort((a, b) => b.length - a.length || compareText(a, b)).slice(0, stringLimit);
}

/** The message of an error line, after the class of the error. */
export function errorMessage(line: string): string {
	return line.replace(/^\W*(?:[\w.$]*[\w$]: )+/, '');
}

/** The messages of errors that others wrap, which programs join by colons: `start server: read config: no such key`. */
function wrappedErrors(line: string): string[] {
	const parts = line.split(/ ?: +/).map(part => part.replaceAll(/^[\s`'"]+|(?<![`'"])[`'"]+$/g, '').trimEnd());
	return parts.length < chain.least || line.length > length.most
		? []
		: parts.filter(part => /^[\p{L}\d' %-]+$/u.test(part) && part.split(' ').length >= chain.words);
}

function quotedIn(line: string): string[] {
	const quotes = [
		...line.matchAll(
			/"([^"]*)"|(?<![\p{L}\p{N}])'([^']*)'(?![\p{L}\p{N}])|“([^“”]*)”|„([^„“”]*)[“”]|«([^«»]*)»|「([^「」]*)」|『([^『』]*)』|`([^`]*)`/gu,
		),
	];
	return quotes.map(match => match.slice(1).find(text => text !== undefined) ?? '');
}

/** `SomeError: the message`, anywhere in the line. */
function messageIn(line: string): string[] {
	const match =
		/(?:^|[\s`])[\w.$]*(?:Error|Exception|Warning|Panic|panic|Fault|FATAL|error)\b[^:]{0,20}: +(\S.*)$/.exec(line);
	return match?.[1] === undefined ? [] : [match[1]];
}

/** Long enough and more than a name: such strings can be searched verbatim. */
function isDistinctive(text: string): boolean {
	return (
		text.length >= length.least &&
		text.length <= length.most &&
		/\p{L}{2}/u.test(text) &&
		(/\p{L}\W+\p{L}/u.test(text) || /[-%{}/]/.test(text) || isUnspaced(text))
	);
}

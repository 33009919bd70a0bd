import { isStopWord } from '../../../code/pure/index/words/stopWords';
import type { LanguageData } from '../../../code/pure/languages/languageData';
import type { IssueBrief } from '../../../runs/pure/model/brief';
import type { Issue } from '../../../runs/pure/model/issue';
import { expectations } from './expectations';
import type { IssueLine, LineKind } from './issueLines';
import { mentionedNames } from './mentionedNames';
import { mentionedPaths } from './mentionedPaths';
import type { OwnForm } from './ownForm';
import { errorMessage, quotedStrings } from './quotedStrings';
import { readOutput } from './readOutput';

/**
 * Reads an issue without looking at any code. Takes time proportional to the text, and reads at most 250 kB of it.
 * `form`: of the project the issue is about.
 */
export function makeBrief(issue: Issue, languages: readonly LanguageData[], form?: Pick<OwnForm, 'has'>): IssueBrief {
	const ofForm = new Set<string>();
	const isOfForm = (text: string): boolean => {
		const isFound = form?.has(text) === true;
		isFound && ofForm.add(text.trim());
		return isFound;
	};
	const read = readOutput(issue, languages, isOfForm);
	const { lines, sections, blocks, tracebacks, crashes, title: chosen, nWords } = read;
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
	const printed = printedLines(lines);
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
		...(printed.length > 0 && { printed }),
		...(ofForm.size > 0 && { form: [...ofForm] }),
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

const printedLimits = { lines: 200, words: 4, characters: 300 };
const sentence = /(?<!\p{L})\p{L}{2,40}(?:[,:]? \p{L}{2,40}){3}/u;
const place = /\bline \d|:\d+\b/;
/** What was typed: `~/app $ run`. */
const prompt = /^\S{0,60} ?[$%#>❯] \S/;

/** The lines that the code may have as well: several words in code blocks or among values, sentences in traces. */
function printedLines(lines: readonly IssueLine[]): string[] {
	const found = lines
		.filter(({ kind, text }) => {
			const isWorth =
				kind === 'code' || kind === 'values'
					? nWordsIn(text) >= printedLimits.words
					: kind === 'trace' && sentence.test(text);
			return (
				isWorth &&
				/\S\s+\S/.test(text.trim()) &&
				text.length <= printedLimits.characters &&
				!place.test(text) &&
				!prompt.test(text.trim())
			);
		})
		.map(({ text }) => text.trim());
	return [...new Set(found)].slice(0, printedLimits.lines);
}

function nWordsIn(text: string): number {
	return text.match(/\p{L}{2,}/gu)?.length ?? 0;
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

/** Prose without text that only looks like words: links, hashes, addresses, version numbers, lists of versions. */
function withoutNoise(prose: string): string {
	return prose
		.split('\n')
		.filter(line => !isListing(line))
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

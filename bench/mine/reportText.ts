import { isIdentifierShaped } from '../../src/localizer/pure/brief/mentionedNames';
import { withoutComments } from '../../src/system/pure/text/withoutComments';
import { rules } from './rules';

/** What of a fix must not be in the text of its report. */
export interface FixedLines {
	/** The lines that it adds, without the blanks around them. */
	readonly added: ReadonlySet<string>;
	/** Whether a name is in what it adds, and nowhere in the changed files before. */
	isNew(name: string): boolean;
}

export const nothingFixed: FixedLines = { added: new Set(), isNew: () => false };

/** More is a log, which the product does not read either. */
const mostCharacters = 20_000;
const leastWords = 20;
const leastTitleWords = 3;
/** A shorter line may be anywhere in a program. */
const leastCodeLength = 8;

/**
 * What a reporter could have written, from the message of a fix: title and body without trailers, numbers of issues, what the
 * fix adds, and the sentences that say what was changed. Undefined where less than a report is left.
 */
export function reportText(message: string, fixed: FixedLines): string | undefined {
	const lines = withoutMergeTitle(withoutComments(message.slice(0, mostCharacters).replaceAll('\r', '')).split('\n'));
	const [first = '', ...others] = lines;
	const named = titleOf(first, fixed);
	// A title without either says what was changed.
	const title = named !== undefined && (rules.fix.test(first) || rules.symptom.test(named)) ? named : undefined;
	const said = cutSections(first.includes('(#') ? others.filter(line => !rules.squashed.test(line)) : others);
	const body = blocksOf(said)
		.flatMap(block => readBlock(block, fixed))
		.filter(({ text }) => title === undefined || !sameWords(withoutPrefixes(text), title));
	const prose = body.filter(({ isCode }) => !isCode).map(({ text }) => text);
	const isSaid = title !== undefined && rules.symptom.test(title);
	const sentences = prose.flatMap(sentencesOf);
	const hasSymptom = sentences.some(text => (isSaid ? rules.symptom.test(text) : saysWhenItFails(text)));
	const isReport = hasSymptom && (title !== undefined || isFirst(sentences[0] ?? '', others));
	const texts = [...(title === undefined ? [] : [title]), ...body.map(({ text }) => text)];
	return isReport && nWords([title ?? '', ...prose].join(' ')) >= leastWords ? texts.join('\n\n') : undefined;
}

/** Without a title that says what is wrong, a sentence of the body must say it, and when. */
function saysWhenItFails(sentence: string): boolean {
	return rules.failure.test(sentence) && rules.condition.test(sentence);
}

/** Whether a sentence says what is wrong, and the lines begin with it. */
function isFirst(sentence: string, lines: readonly string[]): boolean {
	const first = lines.find(line => nWords(line) >= leastTitleWords) ?? '';
	return saysWhenItFails(sentence) && sameWords(sentence.slice(0, 15), first.trim().slice(0, 15));
}

function sameWords(a: string, b: string): boolean {
	const plain = (text: string) =>
		text
			.toLowerCase()
			.replace(/[^\p{L}\p{N}]+/gu, ' ')
			.trim();
	return plain(a) === plain(b);
}

function sentencesOf(prose: string): string[] {
	return prose.split(/(?<=[.!?:][)"'`]?)\s+(?=[\p{Lu}"'`([])/u);
}

function nWords(text: string): number {
	return text.match(/\p{L}[\p{L}\p{N}_'-]+/gu)?.length ?? 0;
}

/** The message of a merge begins with what is merged; the title of the change follows. */
export function withoutMergeTitle(lines: readonly string[]): readonly string[] {
	const isMerge = rules.mergeTitles.some(each => each.test(lines[0] ?? ''));
	const rest = lines.slice(1);
	const start = rest.findIndex(line => line.trim() !== '');
	return isMerge && start >= 0 ? rest.slice(start) : lines;
}

function titleOf(line: string, fixed: FixedLines): string | undefined {
	const title = withoutPrefixes(inlineCut(line))
		.replace(/\s*[([][^()[\]]*$/, '')
		.replace(/\s*\([\w, -]+\)$/, '');
	return nWords(title) < leastTitleWords || isAboutChange(title) || namesNew(title, fixed)
		? undefined
		: capitalized(title);
}

function withoutPrefixes(text: string): string {
	let rest = text;
	for (let before = ''; before !== rest; ) {
		before = rest;
		rest = rules.titlePrefixes.reduce((shorter, prefix) => shorter.replace(prefix, ''), rest);
	}
	return rest.trim();
}

function capitalized(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

function inlineCut(text: string): string {
	return rules.cutInline.reduce((shorter, part) => shorter.replace(part, ''), text);
}

/** Without the sections that say what was changed, and without headings, trailers and references. */
function cutSections(lines: readonly string[]): string[] {
	const kept: string[] = [];
	let [isCut, isFenced] = [false, false];
	for (const [at, line] of lines.entries()) {
		isFenced = isFence(line) ? !isFenced : isFenced;
		const heading = isFenced ? undefined : headingOf(line, lines[at + 1] ?? '');
		if (heading !== undefined) {
			isCut = rules.cutSections.test(heading.trim());
			kept.push('');
			kept.push(...(heading === line || isCut ? [] : restOfHeading(line)));
		} else if (!isCut && (isFenced || !rules.cutLines.some(each => each.test(line)))) {
			kept.push(line);
		}
	}
	return kept;
}

/** The words of a heading; those that only look like one count if they are known. */
function headingOf(line: string, next: string): string | undefined {
	const marked = /^\s*#{1,5}\s+(.+?)\W*$/.exec(line)?.[1] ?? (/^[-=~]{3,}\s*$/.test(next) ? line.trim() : undefined);
	const named = /^\s*\W{0,3}([\p{L}][\p{L} '?-]{1,60}?)\W{0,3}:?\W{0,3}(?:$|(?<=:\W{0,3})\s)/u.exec(line)?.[1];
	const isKnown = named !== undefined && (rules.cutSections.test(named) || rules.keptSections.test(named));
	return marked !== undefined && marked !== '' ? marked.replace(/:$/, '') : isKnown ? named : undefined;
}

/** `Problem: it crashes` has both. */
function restOfHeading(line: string): string[] {
	const rest = /^[^:]{1,60}:\W{0,3}(\S.*)$/.exec(line)?.[1];
	return line.trimStart().startsWith('#') || rest === undefined ? [] : [rest];
}

function isFence(line: string): boolean {
	return /^\s*(?:```|~~~)/.test(line);
}

interface Block {
	readonly lines: readonly string[];
	readonly isCode: boolean;
}

/** Paragraphs, items of lists, and code, fenced or indented. */
function blocksOf(lines: readonly string[]): Block[] {
	const blocks: { lines: string[]; isCode: boolean }[] = [];
	let isFenced = false;
	let isNew = true;
	for (const line of lines) {
		if (isFence(line)) {
			isFenced = !isFenced;
			isNew = true;
			continue;
		}
		const isBlank = line.trim() === '';
		const isCode = isFenced || (/^(?: {4,}|\t)/.test(line) && (isNew || blocks.at(-1)?.isCode === true));
		const isItem = !isCode && /^\s*(?:[-*+]|\d+[.)])\s+/.test(line);
		if (isBlank && !isFenced) {
			isNew = blocks.at(-1)?.isCode !== true;
		} else if (isNew || isItem || blocks.at(-1)?.isCode !== isCode) {
			blocks.push({ lines: [line], isCode });
			isNew = false;
		} else {
			blocks.at(-1)?.lines.push(line);
		}
	}
	return blocks;
}

interface Part {
	readonly text: string;
	readonly isCode: boolean;
}

function readBlock({ lines, isCode }: Block, fixed: FixedLines): Part[] {
	if (isCode) {
		return isOfFix(lines, fixed) ? [] : [{ text: lines.join('\n').trimEnd(), isCode }];
	}
	const prose = inlineCut(lines.map(line => line.trim().replace(/^>\s?/, '')).join(' '));
	const sentences = sentencesOf(prose.replace(/^(?:[-*+]|\d+[.)])\s+/, ''));
	const kept = sentences.flatMap(sentence => readSentence(sentence, fixed));
	return kept.length === 0 ? [] : [{ text: kept.join(' '), isCode: false }];
}

/** A diff, or code with a line that the fix adds. */
function isOfFix(lines: readonly string[], { added }: FixedLines): boolean {
	const isDiff = lines.some(line => /^\s*(?:@@ .* @@|diff --git |[-+]{3} [ab]\/|[+-]\s{2,}\S)/.test(line));
	return isDiff || lines.map(line => line.trim()).some(line => line.length >= leastCodeLength && added.has(line));
}

/** A sentence that a reporter could have written, or none. `Fixed an issue where it crashes` is left as `It crashes`. */
function readSentence(sentence: string, fixed: FixedLines): string[] {
	const isFix = /^\W*(?:fix(?:e[sd])?|correct(?:ed|s)?|resolve[sd]?)\b/i.test(sentence);
	const rest = isFix ? withoutPrefixes(sentence.replace(/^\W+/, '')) : sentence.trim();
	const isUseless = nWords(rest) < 2 || (isFix && !rules.symptom.test(rest));
	return isUseless || isAboutChange(rest) || namesNew(rest, fixed) ? [] : [isFix ? capitalized(rest) : rest];
}

function isAboutChange(text: string): boolean {
	return rules.changeSentences.some(each => each.test(text));
}

function namesNew(text: string, { isNew }: FixedLines): boolean {
	const names = text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
	const quoted = [...text.matchAll(/`([^`]+)`/g)].flatMap(
		([, code = '']) => code.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [],
	);
	return [...names.filter(isIdentifierShaped), ...quoted].some(isNew);
}

import type { AnswerPart } from '../../../runs/pure/model/answerPart';
import type { LineRange } from '../../../runs/pure/model/symbol';
import type { ToolAnswer } from '../../../runs/pure/model/toolAnswer';
import { counted } from '../../../system/pure/text/counted';
import { type ExcerptLimit, excerpt } from '../index/excerpt';
import { type AnswerBlock, joinedBlocks } from './answerBlocks';
import { reportMarks } from './scope/searchScopes';
import type { SearchContext } from './searchContext';
import type { SearchResult } from './searchResult';

/** Results above this are listed by their signature; AutoCodeRover's limit. */
export const fullResultLimit = 3;

const signatureLimit = 40;
const signatureLength = 200;
const listedFileLimit = 20;
const listedLineLimit = 1000;
const resultLimit = { nLines: 250, nCharacters: 12_000 };
const answerCharacters = 24_000;
const leastCharacters = 2_000;

export interface AnswerParts {
	/** The result in one sentence. */
	readonly headline: string;
	/** Corrections and other remarks, one sentence each. */
	readonly notes: readonly string[];
	/** Best first. */
	readonly results: readonly SearchResult[];
	/** How many of them are shown in full; 3 unless given. */
	readonly nInFull?: number;
	/** How much is shown of one of them; 250 lines and 12,000 characters unless given. */
	readonly limit?: ExcerptLimit;
}

/** The answer as a model or a user reads it. */
export async function answerText(
	context: SearchContext,
	parts: AnswerParts,
): Promise<Pick<ToolAnswer, 'text' | 'parts'>> {
	const {
		headline,
		notes,
		results,
		nInFull = fullResultLimit,
		limit = context.brevity?.definition ?? resultLimit,
	} = parts;
	const blocks: AnswerBlock[] = [{ text: [headline, ...notes].filter(line => line !== '').join('\n') }];
	let nLeft = answerCharacters;
	for (const result of results.slice(0, nInFull)) {
		const nCharacters = Math.max(leastCharacters, Math.min(limit.nCharacters, nLeft));
		const block = await fullBlock(context, result, { ...limit, nCharacters });
		blocks.push(block);
		nLeft -= block.text.length;
	}
	blocks.push(...(await collapsedText(context, results.slice(nInFull), nInFull > 0)));
	return joinedBlocks(blocks);
}

async function fullBlock(context: SearchContext, result: SearchResult, limit: ExcerptLimit): Promise<AnswerBlock> {
	const lines = await context.texts.lines(result.file);
	const { ranges, hint } = result.shown(lines);
	const marks = reportMarks(context.focus, result.file);
	const { text, shown, hidden } = excerpt(lines, ranges, limit, marks);
	const more = [...hiddenNote(result.file, hidden), ...(hint ? [hint] : [])];
	const part = codePart(result.file, result.isRange === true ? '' : result.qualified, shown);
	return { text: [tagLine(result), '<code>', text, '</code>', ...more].join('\n'), part };
}

/** Describes a block of code as a part of an answer; `shown` are its lines. */
export function codePart(file: string, name: string, shown: readonly LineRange[]): Omit<AnswerPart, 'start' | 'end'> {
	const [first, last] = [shown.at(0), shown.at(-1)];
	return first === undefined || last === undefined
		? { kind: 'text', name }
		: { kind: 'code', name, place: { file, startLine: first.startLine, endLine: last.endLine }, lines: shown };
}

function tagLine({ file, class: owner, method, remarks }: SearchResult): string {
	const tags = [
		`<file>${file}</file>`,
		owner === undefined ? '' : `<class>${owner}</class>`,
		method === undefined ? '' : `<func>${method}</func>`,
		remarks.length === 0 ? '' : `(${remarks.join('; ')})`,
	];
	return tags.filter(tag => tag !== '').join(' ');
}

function hiddenNote(file: string, hidden: readonly LineRange[]): string[] {
	const [first] = hidden;
	if (first === undefined) {
		return [];
	}
	const ranges = hidden.slice(0, 5).map(({ startLine, endLine }) => `${startLine}-${endLine}`);
	const others = hidden.length > 5 ? ` and ${hidden.length - 5} more pieces` : '';
	const call = `read_lines("${file}", ${first.startLine}, ${first.endLine})`;
	return [`(lines ${ranges.join(', ')}${others} not shown: ${call})`];
}

async function collapsedText(
	context: SearchContext,
	results: readonly SearchResult[],
	isRest: boolean,
): Promise<AnswerBlock[]> {
	if (results.length === 0) {
		return [];
	}
	const lines = [`${results.length}${isRest ? ' more' : ''} in ${countFiles(results)}, one line each:`];
	const listed = results.slice(0, signatureLimit);
	for (const file of new Set(listed.map(result => result.file))) {
		lines.push(fileCount(file, results));
		for (const result of listed.filter(each => each.file === file)) {
			lines.push(await signatureLine(context, result));
		}
	}
	const text = [...lines, ...uncounted(results.slice(signatureLimit))].join('\n');
	return [{ text, part: { kind: 'text', name: '' } }];
}

function fileCount(file: string, results: readonly SearchResult[]): string {
	const here = results.filter(result => result.file === file);
	const remarks = here[0]?.remarks.includes('test code') ? ', test code' : '';
	return `<file>${file}</file> (${counted(here.length, 'match', 'matches')}${remarks})`;
}

/** `path:line qualified name: signature on one line`. */
async function signatureLine(context: SearchContext, result: SearchResult): Promise<string> {
	const { startLine, endLine } = result.signature;
	const lines = await context.texts.lines(result.file);
	const signature = lines
		.slice(startLine - 1, endLine)
		.join(' ')
		.replace(/\s+/g, ' ')
		.trim();
	const short = signature.length <= signatureLength ? signature : `${signature.slice(0, signatureLength)} …`;
	const { alsoIn = [] } = result;
	const others = alsoIn.length === 0 ? '' : ` (and in ${alsoIn.length === 1 ? 'line' : 'lines'} ${alsoIn.join(', ')})`;
	return `${result.file}:${result.line} ${result.qualified === '' ? '' : `${result.qualified}: `}${short}${others}`;
}

function uncounted(rest: readonly SearchResult[]): string[] {
	if (rest.length === 0) {
		return [];
	}
	const counts = new Map<string, number>();
	for (const { file } of rest) {
		counts.set(file, (counts.get(file) ?? 0) + 1);
	}
	if (counts.size === 1) {
		const lines = rest.slice(0, listedLineLimit).map(({ line }) => line);
		return [
			`and ${rest.length} more, in lines ${lines.join(', ')}${rest.length > lines.length ? ', …' : ''} of ${rest[0]?.file}`,
		];
	}
	const files = [...counts].slice(0, listedFileLimit).map(([file, count]) => `${file} (${count})`);
	const others = counts.size > listedFileLimit ? ', …' : '';
	return [`and ${rest.length} more in ${countFiles(rest)}: ${files.join(', ')}${others}`];
}

export function countFiles(results: readonly Pick<SearchResult, 'file'>[]): string {
	const nFiles = new Set(results.map(({ file }) => file)).size;
	return counted(nFiles, 'file');
}

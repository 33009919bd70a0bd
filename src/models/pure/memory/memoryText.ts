import type { MemoryEntry, MemoryPart } from '../../../runs/pure/fold/memory/memoryEntry';
import { withoutRepeats } from '../../../runs/pure/fold/memory/repeatedParts';
import type { WorkingMemory } from '../../../runs/pure/fold/memory/workingMemory';
import { shortened } from '../../../runs/pure/model/shortened';
import { counted } from '../../../system/pure/text/counted';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import { cutText } from '../context/cutText';
import { charactersOfTokens, tokensOfCharacters } from '../limits/tokenEstimate';
import emptyMemory from './emptyMemory.md';
import memoryPrompt from './memory.md';
import notesPrompt from './notes.md';
import olderNotes from './olderNotes.md';
import olderResults from './olderResults.md';

/** The shares of the limit for the notes and for the names of closed results: beyond them the oldest are left out. */
const shares = { notes: 0.25, closed: 0.1 };
const argumentCharacters = 120;

/**
 * The working memory as a model reads it: its findings, then its notes. A message each. While nothing is closed, the
 * first one begins like the one of the round before. Together they are never above the limit.
 */
export function memoryTexts(memory: WorkingMemory, limitTokens: number): string[] {
	const texts = unlimitedTexts(memory, limitTokens);
	return tokensOf(texts) <= limitTokens ? texts : texts.filter((_text, at) => tokensOf(texts.slice(at)) <= limitTokens);
}

/** Estimated tokens of the memory as it is shown, if none of it is left out. */
export function shownTokens(memory: WorkingMemory, limitTokens: number): number {
	return tokensOf(unlimitedTexts(memory, limitTokens));
}

function tokensOf(texts: readonly string[]): number {
	return Math.ceil(tokensOfCharacters(texts.reduce((sum, text) => sum + text.length, 0)));
}

function unlimitedTexts({ entries, notes }: WorkingMemory, limitTokens: number): string[] {
	const noted = notesTexts(notes, charactersOfTokens(limitTokens * shares.notes));
	if (entries.length === 0) {
		return [emptyMemory.trim(), ...noted];
	}
	const listed = entriesText(entries, charactersOfTokens(limitTokens * shares.closed));
	const found = (used: number) =>
		fillTemplate(memoryPrompt, { used: `${used}`, limit: `${limitTokens}`, entries: listed });
	return [found(tokensOf([found(limitTokens), ...noted])), ...noted];
}

/** None if there are no notes. If they do not all fit, the newest ones are listed. */
export function notesTexts(notes: readonly string[], nCharacters = Number.POSITIVE_INFINITY): string[] {
	const lines: string[] = [];
	let nLeft = nCharacters;
	for (const note of notes.toReversed()) {
		const line = `- ${note.replaceAll('\n', '\n  ')}`;
		const isFirst = lines.length === 0;
		const isFitting = line.length < nLeft;
		if (!isFitting && !isFirst) {
			break;
		}
		lines.unshift(isFitting ? line : shortened(line, Math.max(1, Math.floor(nLeft))));
		nLeft -= line.length + 1;
	}
	const nOlder = notes.length - lines.length;
	const older = nOlder === 0 ? [] : [fillTemplate(olderNotes, { n: `${nOlder}` })];
	return notes.length === 0 ? [] : [fillTemplate(notesPrompt, { notes: [...older, ...lines].join('\n') })];
}

/** Each with its number, from 1, and the round it is of. Code that only other entries show is shown. */
export function entryTexts(entries: readonly MemoryEntry[]): string {
	return withoutRepeats(entries).map(entryText).join('\n\n');
}

/** The same without the oldest closed entries, if their names take more characters than this. */
function entriesText(entries: readonly MemoryEntry[], closedCharacters: number): string {
	const texts: string[] = [];
	let nLeft = closedCharacters;
	for (const [at, entry] of [...entries.entries()].toReversed()) {
		const text = entryText(entry, at);
		nLeft -= isClosed(entry) ? text.length + 2 : 0;
		if (!isClosed(entry) || nLeft >= 0) {
			texts.unshift(text);
		}
	}
	const nOlder = entries.length - texts.length;
	return [...(nOlder === 0 ? [] : [fillTemplate(olderResults, { n: `${nOlder}` })]), ...texts].join('\n\n');
}

function isClosed({ parts }: MemoryEntry): boolean {
	return parts.every(({ state }) => state === 'closed');
}

/** The part of an answer that is shown to the model; '' if it is closed. */
export function shownText({ call, parts }: MemoryEntry): string {
	const { text = '' } = call.answer ?? {};
	const shown = parts.filter(({ state }) => state === 'open');
	return shown.map(part => partText(part, text)).join('\n\n');
}

/** The beginning of its first line does not change when parts are closed, so that a prompt cache lasts. */
export function entryText(entry: MemoryEntry, at: number): string {
	const { call, step, parts } = entry;
	const args = Object.values(call.args).filter(value => value !== '');
	const written = args.map(value => JSON.stringify(typeof value === 'string' ? shortArgument(value) : value));
	const head = `[${at + 1}] round ${step}: ${call.tool}(${written.join(', ')})`;
	const { text = '' } = call.answer ?? {};
	return isClosed(entry) ? `${head} ${closedText(parts)}` : [head, ...pieces(parts, text, at + 1)].join('\n');
}

function shortArgument(value: string): string {
	return shortened(value, argumentCharacters);
}

/**
 * The parts, with the text between them, and with the number of each if there are several: `[5.2]` is the second piece
 * of the result `number`. Closed parts in a row are counted.
 */
function pieces(parts: readonly MemoryPart[], text: string, number: number): string[] {
	const shown: string[] = [];
	let end = 0;
	let closed: MemoryPart[] = [];
	const endClosed = () => {
		shown.push(...(closed.length === 0 ? [] : [closedText(closed)]));
		closed = [];
	};
	for (const [at, part] of parts.entries()) {
		const between = text.slice(end, part.start).trim();
		if (between !== '' || part.state !== 'closed') {
			endClosed();
		}
		shown.push(...(between === '' ? [] : [between]));
		if (part.state === 'closed') {
			closed.push(part);
		} else {
			const numbered = parts.length > 1 ? `[${number}.${at + 1}]\n` : '';
			shown.push(part.state === 'open' ? `${numbered}${partText(part, text)}` : `(${nameOf(part)}: see ${seen(part)})`);
		}
		({ end } = part);
	}
	endClosed();
	const rest = text.slice(end).trim();
	return [...shown, ...(rest === '' ? [] : [rest])];
}

/** The text shown for an open part. */
export function partText({ start, end, shownCharacters }: MemoryPart, text: string): string {
	const whole = text.slice(start, end);
	return shownCharacters === undefined ? whole : cutText(whole, shownCharacters);
}

/** `(closed: foo in a/b.c, lines 12-50)`. */
function closedText(parts: readonly MemoryPart[]): string {
	const what = parts.some(({ by }) => by === 'limit') ? 'closed for lack of room' : 'closed';
	const [only, ...others] = parts;
	const names = only === undefined || others.length > 0 ? `${parts.length} pieces` : nameOf(only);
	return `(${what}: ${names})`;
}

/** `[3]`, or `[3] and [8]` if several results show its lines. */
function seen({ shownIn = [] }: MemoryPart): string {
	return shownIn.map(number => `[${number}]`).join(' and ');
}

function nameOf({ kind, name, title = '', place, tokens }: MemoryPart): string {
	if (kind === 'commit') {
		return `commit ${name.slice(0, 12)}${title === '' ? '' : ` ${title}`}`;
	}
	const { file, startLine, endLine } = place ?? {};
	const lines = `lines ${startLine}-${endLine}`;
	return file === undefined
		? [name, counted(tokens, 'token')].filter(text => text !== '').join(', ')
		: name === ''
			? `${lines} of ${file}`
			: `${name} in ${file}, ${lines}`;
}

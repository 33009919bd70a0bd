import { counted } from '../../model/counted';
import { type MemoryEntry, type MemoryPart, openTokens, type WorkingMemory } from '../../model/run/workingMemory';
import { fillTemplate } from '../fillTemplate';
import emptyMemory from './emptyMemory.md';
import memoryPrompt from './memory.md';
import notesPrompt from './notes.md';

/** The working memory as a model reads it: what it found, then its notes. A message each. */
export function memoryTexts(memory: WorkingMemory, limitTokens: number): string[] {
	const { entries, notes } = memory;
	const found =
		entries.length === 0
			? emptyMemory.trim()
			: fillTemplate(memoryPrompt, {
					used: `${openTokens(memory)}`,
					limit: `${limitTokens}`,
					entries: entryTexts(entries),
				});
	return [found, ...notesTexts(notes)];
}

/** None where there are no notes. */
export function notesTexts(notes: readonly string[]): string[] {
	const listed = notes.map(note => `- ${note.replaceAll('\n', '\n  ')}`).join('\n');
	return notes.length === 0 ? [] : [fillTemplate(notesPrompt, { notes: listed })];
}

/** Each with its number, from 1, and the step it is of. */
export function entryTexts(entries: readonly MemoryEntry[]): string {
	return entries.map(entryText).join('\n\n');
}

/** What of an answer the model is shown; '' where it is closed. */
export function shownText({ call, parts }: MemoryEntry): string {
	const { text = '' } = call.answer ?? {};
	const shown = parts.filter(({ state }) => state === 'open');
	return shown.map(({ start, end }) => text.slice(start, end)).join('\n\n');
}

/** What the answer is of: it does not change when parts are closed, so that a prompt cache lasts. */
function entryText(entry: MemoryEntry, at: number): string {
	const { call, step, parts } = entry;
	const args = Object.values(call.args).filter(value => value !== '');
	const written = `${call.tool}(${args.map(value => JSON.stringify(value)).join(', ')})`;
	const { text = '' } = call.answer ?? {};
	const pieces = parts.map(part => (part.state === 'open' ? text.slice(part.start, part.end) : stateText(part)));
	return [`[${at + 1}] step ${step}: ${written}`, ...pieces].join('\n');
}

/** `(closed: foo in a/b.c, lines 12-50)`. */
function stateText({ state, by, name, place, tokens }: MemoryPart): string {
	const what = state === 'repeated' ? 'shown above' : by === 'limit' ? 'closed for lack of room' : 'closed';
	const lines =
		place === undefined ? counted(tokens, 'token') : `${place.file}, lines ${place.startLine}-${place.endLine}`;
	return `(${what}: ${name === '' ? '' : `${name} in `}${lines})`;
}

import { fenced } from '../../../system/pure/text/fenced';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import type { Candidate, RefusalReason } from './applyResult';
import type { DraftLine } from './draft';
import absent from './reasons/absent.md';
import ambiguous from './reasons/ambiguous.md';
import cutOff from './reasons/cutOff.md';
import elided from './reasons/elided.md';
import exists from './reasons/exists.md';
import hidden from './reasons/hidden.md';
import misplaced from './reasons/misplaced.md';
import mixedUp from './reasons/mixedUp.md';
import noAnchor from './reasons/noAnchor.md';
import noFile from './reasons/noFile.md';
import notFound from './reasons/notFound.md';
import outside from './reasons/outside.md';
import severalFiles from './reasons/severalFiles.md';
import syntax from './reasons/syntax.md';
import testFile from './reasons/testFile.md';
import unreadable from './reasons/unreadable.md';

/** Why an edit cannot be applied, as reported to the model. */
export interface Refusal {
	readonly file: string;
	readonly reason: RefusalReason;
	readonly why: string;
	readonly candidates?: readonly Candidate[];
}

const templates: Readonly<Record<RefusalReason, string>> = {
	...{ absent, ambiguous, cutOff, elided, exists, hidden, misplaced, mixedUp, noAnchor, noFile, notFound, outside },
	...{ severalFiles, syntax, testFile, unreadable },
};

/** The values a reason's text is filled with, other than the file. */
export interface RefusalDetails {
	/** Names of files, or the file system's error. */
	readonly near?: string;
	readonly source?: string;
	readonly candidates?: readonly Candidate[];
}

export function refusal(reason: RefusalReason, file: string, details: RefusalDetails = {}): Refusal {
	const { near = '', source = '', candidates } = details;
	const count = String(candidates?.length ?? 0);
	const why = fillTemplate(templates[reason], { file, near, source, count });
	return { file, reason, why, ...(candidates !== undefined && { candidates }) };
}

const lineLimit = 40;
const lengthLimit = 300;

/** Lines of a file for the model to copy, with their line numbers; long lines are cut. */
export function sourceLines(lines: readonly DraftLine[], start: number, end: number): string {
	const first = Math.max(0, Math.min(start, lines.length));
	const last = Math.min(Math.max(end, first + 1), first + lineLimit, lines.length);
	const texts = lines.slice(first, last).map(({ text }) => text.slice(0, lengthLimit));
	const title = last - first === 1 ? `line ${first + 1}:` : `lines ${first + 1} to ${last}:`;
	return texts.length === 0 ? '(nothing)' : `${title}\n${fenced(texts.join('\n'))}`;
}

import { splitLines } from '../../../../../code/pure/texts/fileTexts';
import { type DraftLine, draftOf, draftText } from '../../../../../patches/pure/edits/draft';
import { refusal, sourceLines } from '../../../../../patches/pure/edits/refusal';
import { newErrors } from '../../../../../patches/pure/edits/syntaxCheck';
import type { LineRange } from '../../../../../runs/pure/model/symbol';
import type { ToolAnswer } from '../../../../../runs/pure/model/toolAnswer';
import type { Workbench } from '../../../../../sandbox/pure/workbench/workbench';
import { refused, windowOf } from '../benchAnswer';
import type { NamedFile } from './namedFile';

/** Lines shown around a change. */
const around = 5;
/** Of a long change, the first lines. */
const mostLines = 100;

/** Adds lines to a file after line `after`, unless that adds a syntax error. */
export async function addLines(bench: Workbench, file: NamedFile, after: number, text: string): Promise<ToolAnswer> {
	const before = draftOf(file.path, file.text);
	const added: DraftLine[] = splitLines(text === '' ? '\n' : text).map(line => ({ text: line }));
	const draft = { ...before, lines: before.lines.toSpliced(after, 0, ...added) };
	const [error] = await newErrors(bench.workspace, before, draft);
	if (error !== undefined) {
		const source = sourceLines(draft.lines, error.startLine - 1 - around, error.startLine + around);
		const { why } = refusal('syntax', file.path, { source });
		return refused(withCurrent(file, why, { startLine: after, endLine: after + 1 }));
	}
	await bench.write(file.path, draftText(draft));
	return changedAnswer(bench, file.path, { startLine: after + 1, endLine: after + added.length });
}

/** Why a change was refused, with the lines as they are. */
export function withCurrent({ path, lines }: NamedFile, why: string, { startLine, endLine }: LineRange): string {
	const shown = [startLine - around, Math.min(endLine, startLine + mostLines) + around] as const;
	return `${why.trim()}\nNothing was changed. As it is:\n${windowOf(path, lines, shown).text}`;
}

/** Opens a file at the lines that were changed, and shows them. */
export async function changedAnswer(bench: Workbench, path: string, changed: LineRange): Promise<ToolAnswer> {
	const lines = splitLines(await bench.workspace.files.readText(path));
	const wanted = [
		changed.startLine - around,
		Math.min(changed.endLine, changed.startLine + mostLines) + around,
	] as const;
	const { text, shown = { startLine: 1, endLine: 1 } } = windowOf(path, lines, wanted);
	bench.open({ path, line: shown.startLine, lastLine: shown.endLine });
	const places = [{ file: path, ...changed, endLine: Math.min(changed.endLine, shown.endLine) }];
	return { ok: true, text: `Changed.\n${text}`, places };
}

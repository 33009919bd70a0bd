import { splitLines } from '../../../../../code/pure/texts/fileTexts';
import { applyPatchResponse } from '../../../../../patches/pure/edits/applyPatchResponse';
import type { AppliedEdit } from '../../../../../patches/pure/edits/applyResult';
import type { ToolAnswer } from '../../../../../runs/pure/model/toolAnswer';
import type { Files } from '../../../../../system/pure/files';
import type { Tool, ToolContext } from '../../tool';
import { textArgument } from '../../toolArguments';
import { benchOf, refused } from '../benchAnswer';
import { newTextNames, oldTextNames, pathNames } from './argumentNames';
import description from './editTool.md';
import { changedAnswer, withCurrent } from './fileChange';
import { type NamedFile, namedFile } from './namedFile';

/** Replaces lines of a file, with the engine that applies patches. */
export const editTool: Tool = {
	name: 'edit',
	aliases: ['str_replace', 'edit_file', 'replace', 'replace_in_file', 'search_replace'],
	description,
	parameters: [
		{ name: 'original', type: 'string', aliases: oldTextNames },
		{ name: 'patched', type: 'string', default: '', aliases: newTextNames },
		{ name: 'path', type: 'string', default: '', aliases: pathNames },
	],
	changes: true,
	async run(args, context) {
		const file = await namedFile(context, textArgument(args, 'path').trim());
		if ('problem' in file) {
			return refused(file.problem);
		}
		const asked = { original: textArgument(args, 'original'), patched: textArgument(args, 'patched') };
		const byLines = await replaced(context, file, asked);
		const whole = byLines.change === undefined ? wholeLines(file.text, asked) : undefined;
		const { change, applied, patched } = whole === undefined ? byLines : await replaced(context, file, whole);
		if (change?.after === undefined || applied?.startLine === undefined) {
			return refused(refusalText(byLines.applied, file));
		}
		return write(context, file.path, { after: change.after, startLine: applied.startLine, nLines: linesIn(patched) });
	},
};

interface Replacement {
	readonly original: string;
	readonly patched: string;
}

async function replaced(context: ToolContext, file: NamedFile, asked: Replacement) {
	const [original, patched] = [withoutEnd(asked.original), withoutEnd(asked.patched)];
	const isBlankLine = asked.patched !== '' && patched === '';
	const edit = { file: file.path, form: 'replace', original, patched, ...(isBlankLine && { isBlankLine }) } as const;
	const workspace = { ...context.workspace, files: onlyFile(file) };
	const options = { allowTests: true, ...(context.signal && { signal: context.signal }) };
	const { edits, changes } = await applyPatchResponse({ edits: [edit], prose: '' }, workspace, options);
	return { change: changes[0], applied: edits[0], patched };
}

/** The same with whole lines, if the original is a part of lines that occurs once: many models know such an edit tool. */
function wholeLines(text: string, { original, patched }: Replacement): Replacement | undefined {
	const start = text.indexOf(original);
	const end = start + original.length;
	if (original.trim() === '' || start < 0 || text.includes(original, start + 1)) {
		return undefined;
	}
	const first = text.lastIndexOf('\n', start - 1) + 1;
	const last = end + (/[^\r\n]*/.exec(text.slice(end))?.[0].length ?? 0);
	const [before, after] = [text.slice(first, start), text.slice(end, last)];
	return { original: text.slice(first, last), patched: `${before}${patched}${after}` };
}

/** The file that was read, even if it is not listed: git ignores it, for example. */
function onlyFile({ path, text }: NamedFile): Files {
	const entry = { path, sizeBytes: text.length, modifiedMs: 0 };
	return { list: () => Promise.resolve([entry]), readText: () => Promise.resolve(text) };
}

/** A last line end is no line of its own. */
function withoutEnd(text: string): string {
	return text.replace(/\r?\n$/, '');
}

function linesIn(text = ''): number {
	return Math.max(1, splitLines(text).length);
}

function refusalText(applied: AppliedEdit | undefined, file: NamedFile): string {
	const { why, reason, startLine = 1, endLine = startLine } = applied ?? {};
	if (why === undefined) {
		return 'The edit changes nothing: original and patched are the same, or the file has the new lines already.';
	}
	return reason === 'syntax' ? withCurrent(file, why, { startLine, endLine }) : why.trim();
}

async function write(
	context: ToolContext,
	path: string,
	{ after, startLine, nLines }: { readonly after: string; readonly startLine: number; readonly nLines: number },
): Promise<ToolAnswer> {
	const bench = benchOf(context);
	await bench.write(path, after);
	return changedAnswer(bench, path, { startLine, endLine: startLine + nLines - 1 });
}

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
		const original = withoutEnd(textArgument(args, 'original'));
		const given = textArgument(args, 'patched');
		const patched = withoutEnd(given);
		const isBlankLine = given !== '' && patched === '';
		const edit = { file: file.path, form: 'replace', original, patched, ...(isBlankLine && { isBlankLine }) } as const;
		const workspace = { ...context.workspace, files: onlyFile(file) };
		const options = { allowTests: true, ...(context.signal && { signal: context.signal }) };
		const { edits, changes } = await applyPatchResponse({ edits: [edit], prose: '' }, workspace, options);
		const [change] = changes;
		const [applied] = edits;
		if (change?.after === undefined || applied?.startLine === undefined) {
			return refused(refusalText(applied, file));
		}
		return write(context, file.path, { after: change.after, startLine: applied.startLine, nLines: linesIn(patched) });
	},
};

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

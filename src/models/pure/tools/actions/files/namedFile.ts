import { findFiles } from '../../../../../code/pure/search/fileQuery';
import { fileNotes } from '../../../../../code/pure/search/names/nameNotes';
import { searchContext } from '../../../../../code/pure/search/searchContext';
import { splitLines } from '../../../../../code/pure/texts/fileTexts';
import { FileUnreadableError } from '../../../../../system/pure/files';
import { pathParts } from '../../../../../system/pure/text/pathParts';
import type { ToolContext } from '../../tool';
import { benchOf } from '../benchAnswer';

/** A file of the checkout that an argument names. */
export interface NamedFile {
	readonly path: string;
	readonly text: string;
	readonly lines: readonly string[];
}

/** The file at a path, or the one it can only mean; the open one if none is written. Else the problem. */
export async function namedFile(
	context: ToolContext,
	written: string,
): Promise<NamedFile | { readonly problem: string }> {
	const path = written === '' ? benchOf(context).place.open?.path : written;
	if (path === undefined) {
		return { problem: 'No file is open: give the path of one.' };
	}
	const exact = pathParts(path)?.join('/') ?? '';
	const found = exact === '' ? undefined : await readFile(context, exact);
	if (found !== undefined) {
		return found;
	}
	const files = await findFiles(searchContext(context.workspace, context.signal), path);
	const [only, ...others] = files.how === 'written' || files.how === 'corrected' ? files.paths : [];
	if (only === undefined) {
		return { problem: files.how === 'folder' ? `${path} is a folder.` : fileNotes(files).join('\n') };
	}
	return others.length > 0
		? { problem: `Several files may be meant: ${files.paths.slice(0, 10).join(', ')}.` }
		: ((await readFile(context, only)) ?? { problem: `There is no file ${only}.` });
}

async function readFile({ workspace }: ToolContext, path: string): Promise<NamedFile | undefined> {
	try {
		const text = await workspace.files.readText(path);
		return { path, text, lines: splitLines(text) };
	} catch (error) {
		if (error instanceof FileUnreadableError && (error.reason === 'missing' || error.reason === 'special')) {
			return undefined;
		}
		throw error;
	}
}

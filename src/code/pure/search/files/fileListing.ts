import type { ToolAnswer } from '../../../../runs/pure/model/toolAnswer';
import type { FileEntry } from '../../../../system/pure/files';
import { compareText } from '../../../../system/pure/text/compareText';
import { counted, grouped } from '../../../../system/pure/text/counted';
import { pathParts } from '../../../../system/pure/text/pathParts';
import { entriesOf } from '../../texts/keptTexts';
import { findFiles } from '../fileQuery';
import { isTestFile } from '../isTestFile';
import { fileNotes } from '../names/nameNotes';
import type { SearchContext } from '../searchContext';
import { globMatcher } from './globPattern';

/** The files to list; '' means all. */
export interface ListingRequest {
	readonly folder: string;
	/** A glob, or a part of a path. */
	readonly pattern: string;
}

/** A folder with more files is shown with its own entries only. */
const deepLimit = 80;
const entryLimit = 200;

/** Lists the files of a folder, with the files of its subfolders if they are few, or the files that match a pattern. */
export async function listFiles(context: SearchContext, request: ListingRequest): Promise<ToolAnswer> {
	const isGlob = /[*?{]/.test(request.folder);
	const folder = isGlob ? '' : request.folder.trim();
	const pattern = isGlob && request.pattern === '' ? request.folder.trim() : request.pattern.trim();
	const entries = await entriesOf(context.workspace.files, context.signal);
	const found = foldersCalled(folder, entries);
	if (found === undefined || found.length === 0) {
		return noFolder(context, folder);
	}
	const inside = entries.filter(({ path }) => found.some(each => path.startsWith(each)));
	const matches = pattern === '' ? () => true : await globMatcher(pattern);
	if (matches === undefined) {
		return failed(`"${pattern}" is no glob. Write one such as "*.test.*" or "src/**/order*".`);
	}
	const listed = inside.filter(({ path }) => matches(path));
	if (listed.length === 0) {
		return noMatch(context, { folder, pattern }, inside.length);
	}
	const where = found[0] === '' ? 'The workspace' : found.join(', ');
	const isDeep = pattern !== '' || listed.length <= deepLimit || found.length > 1;
	const headline =
		pattern === ''
			? `${where} ${found.length === 1 ? 'has' : 'have'} ${counted(listed.length, 'file')}${isDeep ? '.' : '; the files and folders directly in it are:'}`
			: `${counted(listed.length, 'file')} ${listed.length === 1 ? 'matches' : 'match'} "${pattern}".`;
	const lines = isDeep ? byFolder(context, listed) : ownEntries(context, listed, found[0] ?? '');
	const shown = lines.slice(0, entryLimit);
	const rest =
		lines.length > shown.length ? [`and ${lines.length - shown.length} more: give a folder or a pattern.`] : [];
	return { ok: true, text: [headline, '', ...shown, ...rest].join('\n'), places: [] };
}

/** Every folder that a written name means, with `/` at its end; '' is the workspace. Undefined outside of it. */
function foldersCalled(written: string, entries: readonly FileEntry[]): string[] | undefined {
	const parts = pathParts(written.replaceAll('\\', '/'));
	if (parts === undefined || parts.length === 0) {
		return parts === undefined ? undefined : [''];
	}
	const folders = new Set(entries.flatMap(({ path }) => foldersAround(path)));
	const dotted = parts.length === 1 ? (parts[0] ?? '').split('.').filter(part => part !== '') : [];
	// An absolute path of another machine begins with folders that are not here.
	const readings = [...parts.keys()].map(from => parts.slice(from));
	for (const reading of [...readings, ...(dotted.length > 1 ? [dotted] : [])]) {
		const wanted = `${reading.join('/')}/`;
		const ending = [...folders].filter(each => `/${each}`.endsWith(`/${wanted}`)).sort(compareText);
		if (ending.length > 0) {
			return folders.has(wanted) ? [wanted] : ending;
		}
	}
	return [];
}

/** `a/` and `a/b/` of `a/b/c.x`. */
function foldersAround(path: string): string[] {
	const parts = path.split('/').slice(0, -1);
	return parts.map((_, at) => `${parts.slice(0, at + 1).join('/')}/`);
}

function nameOf(folder: string): string {
	return folder === '' ? '.' : folder;
}

/** The files below the name of their folder: code first, tests last. */
function byFolder(context: SearchContext, entries: readonly FileEntry[]): string[] {
	const folders = new Map<string, FileEntry[]>();
	for (const entry of entries) {
		const folder = foldersAround(entry.path).at(-1) ?? '';
		folders.set(folder, [...(folders.get(folder) ?? []), entry]);
	}
	const isTests = (files: readonly FileEntry[]) => files.every(({ path }) => isTestFile(context.workspace, path));
	const sorted = [...folders].sort(
		([a, inA], [b, inB]) => Number(isTests(inA)) - Number(isTests(inB)) || compareText(a, b),
	);
	return sorted.flatMap(([folder, files]) => [nameOf(folder), ...fileLines(context, files)]);
}

/** The folders and the files directly in a folder. */
function ownEntries(context: SearchContext, entries: readonly FileEntry[], folder: string): string[] {
	const inFolders = new Map<string, FileEntry[]>();
	const own: FileEntry[] = [];
	for (const entry of entries) {
		const rest = entry.path.slice(folder.length);
		const end = rest.indexOf('/');
		if (end < 0) {
			own.push(entry);
		} else {
			const name = rest.slice(0, end + 1);
			inFolders.set(name, [...(inFolders.get(name) ?? []), entry]);
		}
	}
	const folders = [...inFolders].sort(([a], [b]) => compareText(a, b));
	const folderLines = folders.map(([name, files]) => {
		const areTests = files.every(({ path }) => isTestFile(context.workspace, path));
		return `  ${name} (${counted(files.length, 'file')}${areTests ? ', test code' : ''})`;
	});
	return [nameOf(folder), ...folderLines, ...fileLines(context, own)];
}

function fileLines({ workspace }: SearchContext, files: readonly FileEntry[]): string[] {
	const isTest = ({ path }: FileEntry) => isTestFile(workspace, path);
	const sorted = [...files].sort((a, b) => Number(isTest(a)) - Number(isTest(b)) || compareText(a.path, b.path));
	return sorted.map(entry => {
		const name = entry.path.slice(entry.path.lastIndexOf('/') + 1);
		return `  ${name} (${sizeText(entry.sizeBytes)}${isTest(entry) ? ', test code' : ''})`;
	});
}

function sizeText(sizeBytes: number): string {
	return sizeBytes < 1000 ? counted(sizeBytes, 'byte') : `${grouped(Math.round(sizeBytes / 1000))} kB`;
}

/** The name may be one of a file. */
async function noFolder(context: SearchContext, written: string): Promise<ToolAnswer> {
	const files = await findFiles(context, written);
	return files.how === 'outside' || files.how === 'none'
		? failed(fileNotes(files).join('\n').replace('No file', 'No file or folder'))
		: {
				ok: true,
				text: [`"${written}" is no folder but names:`, ...files.paths.slice(0, entryLimit)].join('\n'),
				places: [],
			};
}

async function noMatch(
	context: SearchContext,
	{ folder, pattern }: ListingRequest,
	nInside: number,
): Promise<ToolAnswer> {
	const { near } = await findFiles(context, pattern.replaceAll(/[*?{}[\]]/g, ''));
	const similar = near.length === 0 ? '' : ` Similar: ${near.join(', ')}.`;
	const where = /^[./]*$/.test(folder) ? 'in the workspace' : `in ${folder}`;
	return failed(`None of the ${counted(nInside, 'file')} ${where} matches "${pattern}".${similar}`);
}

function failed(text: string): ToolAnswer {
	return { ok: false, text, places: [] };
}

import type { LanguageTable } from '../../../code/pure/definitions/languageTable';
import { editDistance } from '../../../code/pure/search/names/nearNames';
import { compareText } from '../../../system/pure/text/compareText';
import { pathParts } from '../../../system/pure/text/pathParts';

/** The file of the workspace that an edit is about. */
export type Target =
	| {
			readonly kind: 'found';
			/** As written, cleaned. */
			readonly path: string;
			/** Several only if the written path matches several equally well. */
			readonly paths: readonly string[];
	  }
	| { readonly kind: 'missing'; readonly path: string; readonly near: readonly string[]; readonly isPlausible: boolean }
	| { readonly kind: 'outside' };

/**
 * Finds the file that a written path means: the one at the path, one whose path ends with it (`utils.py`), or one
 * beside it with nearly the same name. A path that leads out of the workspace, or into a version store, is refused. A
 * new file is plausible if it belongs to an existing folder, and there is no module of its name.
 */
export function targetFile(written: string, paths: readonly string[], languages: LanguageTable): Target {
	if (written.trim() === '') {
		return { kind: 'missing', path: '', near: [], isPlausible: false };
	}
	const parts = writtenParts(written);
	if (parts === undefined || parts.length === 0) {
		return { kind: 'outside' };
	}
	const path = parts.join('/');
	if (paths.includes(path)) {
		return { kind: 'found', path, paths: [path] };
	}
	const ending = paths.filter(each => each.endsWith(`/${path}`));
	const found = ending.length > 0 ? ending : paths.filter(each => isRenamed(each, path));
	if (found.length > 0) {
		return { kind: 'found', path, paths: found };
	}
	const modules = moduleFiles(path, paths, languages);
	const isNew = modules.length === 0 && isPlausible(parts, paths);
	return { kind: 'missing', path, near: modules.length > 0 ? modules : nearPaths(path, paths), isPlausible: isNew };
}

/** The parts of a relative path; undefined if it is absolute, leads out, or is not a path. */
function writtenParts(written: string): string[] | undefined {
	const path = written
		.trim()
		.replace(/^["'`]+/, '')
		.replace(/(?<!["'`])["'`]+$/, '')
		.replaceAll('\\', '/');
	const isPath = path !== '' && !/^(?:\/|~|[A-Za-z]:|\w+:\/)/.test(path) && !/[\0\n]/.test(path);
	const parts = isPath ? pathParts(path) : undefined;
	return parts?.some(part => /^\.(?:git|hg|svn)$/i.test(part)) ? undefined : parts;
}

/** A file beside it whose name differs by its case or by underscores and dashes. */
function isRenamed(path: string, wanted: string): boolean {
	const bare = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, '');
	return folderOf(path) === folderOf(wanted) && bare(path) === bare(wanted);
}

/** A new file belongs in an existing folder, or in a new folder below one. */
function isPlausible(parts: readonly string[], paths: readonly string[]): boolean {
	const isName = parts.every(part => !/[\s<>:"|?*]|\.{3}/.test(part));
	return isName && (parts.length === 1 || paths.some(path => path.startsWith(`${parts[0]}/`)));
}

/** The files that make a folder beside it the module of the same name: a file there would never be read. */
function moduleFiles(path: string, paths: readonly string[], languages: LanguageTable): string[] {
	const names = languages.of(path)?.moduleFiles ?? [];
	const folder = path.replace(/\.[^./]*$/, '');
	return names.map(name => `${folder}/${name}`).filter(each => paths.includes(each));
}

const nearLimit = 3;

function nearPaths(wanted: string, paths: readonly string[]): string[] {
	const name = nameOf(wanted).toLowerCase();
	return paths
		.map(path => ({ path, edits: editDistance(name, nameOf(path).toLowerCase(), 3) }))
		.filter(({ edits }) => edits !== undefined && edits <= name.length / 3)
		.sort((a, b) => (a.edits ?? 0) - (b.edits ?? 0) || compareText(a.path, b.path))
		.slice(0, nearLimit)
		.map(({ path }) => path);
}

function nameOf(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1);
}

function folderOf(path: string): string {
	return path.slice(0, path.lastIndexOf('/') + 1);
}

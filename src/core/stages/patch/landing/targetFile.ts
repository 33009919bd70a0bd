import { editDistance } from '../../../search/nearNames';
import { compareText } from '../../../util/compareText';
import { pathParts } from '../../../util/pathParts';

/** The file of the workspace that an edit is about. */
export type Target =
	| {
			readonly kind: 'found';
			/** As written, cleaned. */
			readonly path: string;
			/** Several only where the written path fits several equally well. */
			readonly paths: readonly string[];
	  }
	| { readonly kind: 'missing'; readonly path: string; readonly near: readonly string[]; readonly isPlausible: boolean }
	| { readonly kind: 'outside' };

/**
 * Finds the file that a written path means: the one at the path, one whose path ends with it (`utils.py`), or one beside
 * it with nearly the same name. A path that leads out of the workspace, or into a version store, is refused.
 */
export function targetFile(written: string, paths: readonly string[]): Target {
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
	return found.length > 0
		? { kind: 'found', path, paths: found }
		: { kind: 'missing', path, near: nearPaths(path, paths), isPlausible: isPlausible(parts, paths) };
}

/** The parts of a relative path; undefined where it is absolute, leads out, or is no path. */
function writtenParts(written: string): string[] | undefined {
	const path = written
		.trim()
		.replaceAll(/^["'`]+|["'`]+$/g, '')
		.replaceAll('\\', '/');
	const isPath = path !== '' && !/^(?:\/|~|[A-Za-z]:)/.test(path) && !/[\0\n]/.test(path);
	const parts = isPath ? pathParts(path) : undefined;
	return parts?.some(part => /^\.(?:git|hg|svn)$/i.test(part)) ? undefined : parts;
}

/** A file beside it whose name differs by its case or by underscores and dashes. */
function isRenamed(path: string, wanted: string): boolean {
	const bare = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, '');
	return folderOf(path) === folderOf(wanted) && bare(path) === bare(wanted);
}

/** A new file belongs into a folder that is there, or into a new one below one that is. */
function isPlausible(parts: readonly string[], paths: readonly string[]): boolean {
	const isName = parts.every(part => !/[\s<>:"|?*]|\.{3}/.test(part));
	return isName && (parts.length === 1 || paths.some(path => path.startsWith(`${parts[0]}/`)));
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

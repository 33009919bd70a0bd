import picomatch from 'picomatch';
import type { PatchedFile, PreparedFiles } from '../../../runs/pure/model/patch';
import data from './leftOut.json';

/** Files that are no part of a fix. */
interface LeftOutKind {
	readonly what: string;
	readonly patterns: readonly string[];
	/** Also files that were there before. */
	readonly existing?: boolean;
	/** A new file stays if its folder, other than the top one, has such files already. */
	readonly staysBesideOthers?: boolean;
	/** They stay if the patch changes such a file. */
	readonly unless?: string;
}

const kinds: readonly LeftOutKind[] = data;

/**
 * Separates the fix from files its author left behind on the way to it: reproducers, caches, results of builds,
 * documents about the work and lock files. New files of the product stay, and so do changes to existing files, unless
 * only a lock file changes. `paths`: the files of the workspace.
 */
export function preparePatch(files: readonly PatchedFile[], paths: readonly string[]): PreparedFiles {
	const judged = files.map(file => ({ file, kind: kinds.find(each => isOf(each, file, { files, paths })) }));
	return {
		files: judged.flatMap(({ file, kind }) => (kind === undefined ? [file] : [])),
		leftOut: judged.flatMap(({ file: { path }, kind }) => (kind === undefined ? [] : [{ path, what: kind.what }])),
	};
}

function isOf(
	{ patterns, existing, staysBesideOthers, unless }: LeftOutKind,
	{ path, before }: PatchedFile,
	{ files, paths }: { readonly files: readonly PatchedFile[]; readonly paths: readonly string[] },
): boolean {
	if ((existing !== true && before !== undefined) || !matches(path, patterns)) {
		return false;
	}
	const folder = folderOf(path);
	const isBesideOthers = () =>
		folder !== '' && paths.some(each => each !== path && folderOf(each) === folder && matches(each, patterns));
	const isExcepted = unless !== undefined && files.some(each => matches(each.path, [unless]));
	return !isExcepted && (staysBesideOthers !== true || !isBesideOthers());
}

function folderOf(path: string): string {
	return path.slice(0, path.lastIndexOf('/') + 1);
}

function matches(path: string, patterns: readonly string[]): boolean {
	return picomatch.isMatch(path, [...patterns], { dot: true, nocase: true });
}
